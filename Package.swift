// swift-tools-version: 6.2
import PackageDescription

/// The floors of the house, lowest first: a target stands on targets of its own floor and of those below it.
/// Each floor is a folder of `Sources` and of `Tests`.
enum Floor: String {
    case base = "Base"
    case kernels = "Kernels"
    case engine = "Engine"
    case hands = "Hands"
    case media = "Media"
    case apple = "Apple"
    case tasks = "Tasks"
    case command = "Command"
}

/// What a target is for decides its settings; every target is described by one line below.
enum Kind {
    /// Formats, graph, inference and hand pipeline: compiles as Embedded Swift too.
    case core
    /// Core code that reads files: the compiler points out every use of unsafe memory.
    case parser
    /// Hot loops for one CPU level: unchecked, and compiled for that level's instructions.
    case kernels(march: String?, defines: [String])
    case module
    /// C sources, or headers alone.
    case c
    /// A library of the system, by its Debian package.
    case system(package: String)
    case executable
    case test
}

func target(
    _ name: String, _ kind: Kind, on floor: Floor, _ dependencies: [Target.Dependency] = [], resources: [Resource] = []
) -> Target {
    let path = "Sources/\(floor.rawValue)/\(name)"
    switch kind {
    case .core, .module:
        return .target(
            name: name, dependencies: dependencies, path: path, resources: resources,
            // Embedded Swift wants every module imported whose members a file uses.
            swiftSettings: [.enableUpcomingFeature("MemberImportVisibility")])
    case .parser:
        return .target(name: name, dependencies: dependencies, path: path, swiftSettings: [.strictMemorySafety()])
    case .kernels(let march, let defines):
        return .target(
            name: name, dependencies: dependencies, path: path,
            swiftSettings: [.unsafeFlags(kernelFlags(march: march))] + defines.map { .define($0) })
    case .c:
        return .target(name: name, dependencies: dependencies, path: path)
    case .system(let package):
        return .systemLibrary(name: name, path: path, providers: [.apt([package])])
    case .executable:
        return .executableTarget(name: name, dependencies: dependencies, path: path)
    case .test:
        return .testTarget(
            name: name, dependencies: dependencies, path: "Tests/\(floor.rawValue)/\(name)", resources: resources)
    }
}

func kernelFlags(march: String?) -> [String] {
    // The build system names one object per file for debugging and one per module for release; a thread count makes
    // the compiler keep to whichever it is, and one thread gives the code that none would.
    ["-Ounchecked", "-wmo", "-num-threads", "1"]
        // Tiles are written as loops over arrays of vectors with constant bounds; they become registers when every loop
        // is unrolled.
        + ["-Xfrontend", "-sil-unroll-threshold", "-Xfrontend", "20000"]
        // They stay in registers when instructions are first ordered for few live values.
        + ["-Xllvm", "-pre-RA-sched=list-burr"]
        // This pass takes half of the compile time on such code, and LLVM does the same work later.
        + ["-Xllvm", "-sil-disable-pass=redundant-load-elimination"]
        // The arrays ask for a guard of stack memory that they never occupy.
        + ["-Xfrontend", "-disable-stack-protector"]
        // The thread sanitizer would make them a hundred times slower, and what they read and write is what others hand
        // to them. The last of these options counts, and this one does nothing to Swift code.
        + (Context.environment["TEGATA_THREAD_SANITIZER"] == nil ? [] : ["-Xfrontend", "-sanitize=undefined"])
        + (march.map { ["-Xcc", "-march=\($0)"] } ?? [])
}

/// A program that measures and is part of no product.
func benchmark(
    _ name: String, path: String, _ dependencies: [Target.Dependency], data: [String] = []
) -> Target {
    .executableTarget(name: name, dependencies: dependencies, path: "Benchmarks/" + path, exclude: data)
}

/// A program that the documents show.
func example(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .executableTarget(name: "example-" + name.lowercased(), dependencies: dependencies, path: "Examples/" + name)
}

/// What several test targets share; never part of a product.
func testSupport(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, path: "Tests/Support/" + name)
}

// The CPU levels that this architecture has, best last; each compiles the same shared kernel sources.
#if arch(x86_64)
    let kernelLevels: [Target] = [
        target(
            "TegataKernelsBaseline", .kernels(march: nil, defines: ["LANES_4"]), on: .kernels,
            ["TegataKernelABI", "CTegataShims"]),
        target(
            "TegataKernelsAVX2", .kernels(march: "x86-64-v3", defines: ["LANES_8", "HAS_FMA"]), on: .kernels,
            ["TegataKernelABI", "CTegataShims"]),
        target(
            "TegataKernelsAVX512", .kernels(march: "x86-64-v4", defines: ["LANES_16", "HAS_FMA"]), on: .kernels,
            ["TegataKernelABI", "CTegataShims"]),
    ]
#else
    let kernelLevels: [Target] = [
        target(
            "TegataKernelsBaseline", .kernels(march: nil, defines: ["LANES_4", "HAS_FMA"]), on: .kernels,
            ["TegataKernelABI", "CTegataShims"])
    ]
#endif

let base: [Target] = [
    target("CTegataShims", .c, on: .base),
    target("CZlib", .system(package: "zlib1g-dev"), on: .base),
    target("TegataBuffers", .core, on: .base, ["CTegataShims"]),
]

let kernels: [Target] =
    [target("TegataKernelABI", .core, on: .kernels)]
    + kernelLevels
    + [
        target(
            "TegataKernelSelection", .core, on: .kernels,
            ["TegataKernelABI", "CTegataShims"] + kernelLevels.map { .init(stringLiteral: $0.name) })
    ]

let engine: [Target] = [
    target("COpenBLAS", .system(package: "libopenblas-dev"), on: .engine),
    target("TegataBLAS", .core, on: .engine, ["COpenBLAS"]),
    target("TegataFormats", .parser, on: .engine, ["TegataBuffers", "CZlib"]),
    target("TegataGraph", .core, on: .engine, ["TegataBuffers", "TegataFormats", "TegataKernelABI", "CTegataShims"]),
    target(
        "TegataInference", .core, on: .engine,
        [
            "TegataBuffers", "TegataFormats", "TegataGraph", "TegataKernelSelection", "TegataKernelABI", "TegataBLAS",
            "CTegataShims",
        ]),
]

let hands: [Target] = [
    target(
        "TegataHands", .core, on: .hands,
        [
            "TegataBuffers", "TegataFormats", "TegataInference", "TegataKernelSelection", "TegataKernelABI",
            "CTegataShims",
        ])
]

let media: [Target] = [
    // Image libraries are loaded when the first picture needs them, so that embedding the engine pulls in none.
    target("CTegataImageCodecs", .c, on: .media),
    target("TegataImages", .module, on: .media, ["TegataBuffers", "CTegataImageCodecs"]),
    target("CTegataVideo", .c, on: .media),
    target("TegataVideo", .module, on: .media, ["TegataBuffers", "TegataImages", "CTegataVideo"]),
    target("TegataDrawing", .module, on: .media, ["TegataImages", "TegataHands"]),
    target(
        "TegataReport", .module, on: .media, ["TegataHands", "TegataImages", "TegataBuffers"],
        // In the code, so that the program stays a single file.
        resources: ["body.html", "page.css"].map { .embedInCode("Page/\($0)") }
            + ["json", "data", "pictures", "skeleton", "space", "plots", "player", "page"].map {
                .embedInCode("Page/\($0).js")
            }),
]

// Stand-ins for Apple's modules, as far as code written for them touches them around hand tracking.
let apple: [Target] = [
    target("_Testing_CoreGraphics", .module, on: .apple),
    target("_Testing_UIKit", .module, on: .apple),
    target("CoreGraphics", .module, on: .apple, ["_Testing_CoreGraphics"]),
    target("ImageIO", .module, on: .apple, ["CoreGraphics"]),
    target("CoreVideo", .module, on: .apple),
    target("CoreMedia", .module, on: .apple, ["CoreVideo"]),
    target(
        "UIKit", .module, on: .apple, ["CoreGraphics", "ImageIO", "TegataImages", "TegataBuffers", "_Testing_UIKit"]),
    target("AVFoundation", .module, on: .apple, ["CoreMedia", "CoreGraphics", "TegataImages", "TegataVideo"]),
]

let tasks: [Target] = [
    target(
        "MediaPipeTasksVision", .module, on: .tasks,
        [
            "TegataHands", "TegataInference", "TegataFormats", "TegataBuffers", "UIKit", "CoreMedia", "CoreVideo",
            "CoreGraphics",
        ])
]

let command: [Target] = [
    target(
        "TegataCommand", .module, on: .command,
        [
            "TegataDrawing", "TegataReport", "TegataImages", "TegataVideo", "TegataInference", "TegataHands",
            "TegataGraph", "TegataFormats", "TegataBLAS", "TegataBuffers", "TegataKernelSelection", "TegataKernelABI",
            "CTegataShims",
        ]),
    target("tegata", .executable, on: .command, ["TegataCommand"]),
]

let programs: [Target] = [
    benchmark(
        "kernel-benchmarks", path: "Kernels", ["TegataBuffers", "TegataKernelABI", "TegataKernelSelection"],
        data: ["shapes.txt"]),
    benchmark("report-benchmarks", path: "Reports", ["TegataReport", "TegataHands", "TegataImages"]),
    example("Picture", ["MediaPipeTasksVision", "UIKit"]),
    example("Camera", ["TegataHands", "TegataInference", "TegataBuffers"]),
    example("Network", ["TegataInference", "TegataBuffers"]),
]

let tests: [Target] = [
    testSupport("TegataTestSupport", ["TegataBuffers", "TegataFormats", "CZlib"]),
    testSupport("AllocationCounter"),
    target("TegataBuffersTests", .test, on: .base, ["TegataBuffers", "TegataTestSupport"]),
    target(
        "TegataKernelTests", .test, on: .kernels, ["TegataKernelABI", "TegataKernelSelection", "TegataTestSupport"]),
    target("TegataFormatsTests", .test, on: .engine, ["TegataBuffers", "TegataFormats", "TegataTestSupport"]),
    target(
        "TegataGraphTests", .test, on: .engine, ["TegataBuffers", "TegataFormats", "TegataGraph", "TegataTestSupport"]),
    target(
        "TegataInferenceTests", .test, on: .engine,
        [
            "TegataInference", "TegataGraph", "TegataFormats", "TegataBuffers", "TegataKernelABI",
            "TegataKernelSelection", "CTegataShims", "TegataTestSupport", "AllocationCounter",
        ]),
    target(
        "TegataHandsTests", .test, on: .hands,
        [
            "TegataHands", "TegataInference", "TegataKernelABI", "TegataKernelSelection", "TegataTestSupport",
            "AllocationCounter", "CTegataShims",
        ]),
    target("TegataImagesTests", .test, on: .media, ["TegataImages", "TegataBuffers", "TegataTestSupport"]),
    target(
        "TegataVideoTests", .test, on: .media,
        ["TegataVideo", "CTegataVideo", "TegataImages", "TegataBuffers", "TegataTestSupport"]),
    target("TegataDrawingTests", .test, on: .media, ["TegataDrawing", "TegataImages", "TegataHands"]),
    target(
        "TegataReportTests", .test, on: .media,
        ["TegataReport", "TegataHands", "TegataImages", "TegataBuffers", "TegataTestSupport"]),
    target(
        "StandInTests", .test, on: .apple,
        ["AVFoundation", "UIKit", "ImageIO", "CoreMedia", "CoreVideo", "CoreGraphics", "TegataTestSupport"]),
    target(
        "MediaPipeTasksVisionTests", .test, on: .tasks,
        ["MediaPipeTasksVision", "TegataHands", "TegataInference", "TegataTestSupport"]),
    target(
        "TegataCommandTests", .test, on: .command,
        [
            "TegataCommand", "TegataImages", "TegataVideo", "TegataInference", "TegataFormats", "TegataBuffers",
            "TegataKernelSelection", "TegataTestSupport",
        ],
        resources: [.copy("Snapshots")]),
]

let package = Package(
    name: "tegata",
    products: [
        .library(
            name: "MediaPipeTasksVision",
            targets: [
                "MediaPipeTasksVision", "AVFoundation", "UIKit", "ImageIO", "CoreMedia", "CoreVideo", "CoreGraphics",
            ]),
        .library(name: "TegataHands", targets: ["TegataHands", "TegataInference", "TegataBuffers"]),
        .library(name: "TegataInference", targets: ["TegataInference", "TegataBuffers"]),
        .executable(name: "tegata", targets: ["tegata"]),
    ],
    targets: base + kernels + engine + hands + media + apple + tasks + command + programs + tests,
    swiftLanguageModes: [.v6]
)
