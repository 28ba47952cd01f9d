// swift-tools-version: 6.2
import PackageDescription

/// What a target is for decides its settings; every target is described by one line below.
enum Kind {
    /// Formats, graph, inference and hand pipeline: compiles as Embedded Swift too.
    case core
    /// Core code that reads files: the compiler points out every use of unsafe memory.
    case parser
    /// Hot loops for one CPU level: unchecked, and compiled for that level's instructions.
    case kernels(march: String?, defines: [String])
    case module
    case executable
    /// A program that measures and is part of no product.
    case benchmark(path: String, data: [String] = [])
    /// A program that the README shows.
    case example
    /// What several test targets share; never part of a product.
    case testSupport
    case test
}

func target(_ name: String, _ kind: Kind, _ dependencies: [Target.Dependency] = [], resources: [Resource] = [])
    -> Target
{
    switch kind {
    case .core, .module:
        // Embedded Swift wants every module imported whose members a file uses.
        return .target(
            name: name, dependencies: dependencies, resources: resources,
            swiftSettings: [.enableUpcomingFeature("MemberImportVisibility")])
    case .parser:
        return .target(name: name, dependencies: dependencies, swiftSettings: [.strictMemorySafety()])
    case .kernels(let march, let defines):
        let flags =
            ["-Ounchecked", "-wmo"]
            // Tiles are written as loops over arrays of vectors with constant bounds; they become registers when every loop is unrolled.
            + ["-Xfrontend", "-sil-unroll-threshold", "-Xfrontend", "20000"]
            // They stay in registers when instructions are first ordered for few live values.
            + ["-Xllvm", "-pre-RA-sched=list-burr"]
            // This pass takes half of the compile time on such code, and LLVM does the same work later.
            + ["-Xllvm", "-sil-disable-pass=redundant-load-elimination"]
            // The arrays ask for a guard of stack memory that they never occupy.
            + ["-Xfrontend", "-disable-stack-protector"]
            // The thread sanitizer would make them a hundred times slower, and what they read and write is what others hand to them. The last
            // of these options counts, and this one does nothing to Swift code.
            + (Context.environment["TEGATA_THREAD_SANITIZER"] == nil ? [] : ["-Xfrontend", "-sanitize=undefined"])
            + (march.map { ["-Xcc", "-march=\($0)"] } ?? [])
        return .target(
            name: name, dependencies: dependencies,
            swiftSettings: [.unsafeFlags(flags)] + defines.map { .define($0) })
    case .executable:
        return .executableTarget(name: name, dependencies: dependencies)
    case .benchmark(let path, let data):
        return .executableTarget(name: name, dependencies: dependencies, path: path, exclude: data)
    case .example:
        return .executableTarget(
            name: "example-" + name.lowercased(), dependencies: dependencies, path: "Tests/Examples/" + name)
    case .testSupport:
        return .target(
            name: name, dependencies: dependencies, path: "Tests/" + name.dropFirst("Tegata".count))
    case .test:
        return .testTarget(name: name, dependencies: dependencies, resources: resources)
    }
}

// The CPU levels that this architecture has, best last; each compiles the same shared kernel sources.
#if arch(x86_64)
    let kernelLevels: [Target] = [
        target("TegataKernelsBaseline", .kernels(march: nil, defines: ["LANES_4"]), ["TegataKernelABI", "CTegataShims"]),
        target("TegataKernelsAVX2", .kernels(march: "x86-64-v3", defines: ["LANES_8", "HAS_FMA"]), ["TegataKernelABI", "CTegataShims"]),
        target("TegataKernelsAVX512", .kernels(march: "x86-64-v4", defines: ["LANES_16", "HAS_FMA"]), ["TegataKernelABI", "CTegataShims"]),
    ]
#else
    let kernelLevels: [Target] = [
        target("TegataKernelsBaseline", .kernels(march: nil, defines: ["LANES_4", "HAS_FMA"]), ["TegataKernelABI", "CTegataShims"])
    ]
#endif

let package = Package(
    name: "tegata",
    products: [
        .library(name: "MediaPipeTasksVision", targets: ["MediaPipeTasksVision", "AVFoundation", "UIKit", "ImageIO", "CoreMedia", "CoreVideo", "CoreGraphics"]),
        .library(name: "TegataHands", targets: ["TegataHands", "TegataInference", "TegataBuffers"]),
        .library(name: "TegataInference", targets: ["TegataInference", "TegataBuffers"]),
        .executable(name: "tegata", targets: ["tegata"]),
    ],
    targets: [
        .target(name: "CTegataShims"),
        .systemLibrary(name: "CZlib", providers: [.apt(["zlib1g-dev"])]),
        .systemLibrary(name: "COpenBLAS", providers: [.apt(["libopenblas-dev"])]),

        target("TegataBuffers", .core, ["CTegataShims"]),
        target("TegataFormats", .parser, ["TegataBuffers", "CZlib"]),
        target("TegataKernelABI", .core),
    ] + kernelLevels + [
        target(
            "TegataKernelSelection", .core,
            ["TegataKernelABI", "CTegataShims"] + kernelLevels.map { .init(stringLiteral: $0.name) }),
        target("TegataBLAS", .core, ["COpenBLAS"]),
        target("TegataGraph", .core, ["TegataBuffers", "TegataFormats", "TegataKernelABI", "CTegataShims"]),
        target("TegataInference", .core, ["TegataBuffers", "TegataFormats", "TegataGraph", "TegataKernelSelection", "TegataKernelABI", "TegataBLAS", "CTegataShims"]),
        target("TegataHands", .core, ["TegataBuffers", "TegataFormats", "TegataInference", "TegataKernelSelection", "TegataKernelABI", "CTegataShims"]),

        // Image libraries are loaded when the first picture needs them, so that embedding the engine pulls in none.
        .target(name: "CTegataImageCodecs"),
        target("TegataImages", .module, ["TegataBuffers", "CTegataImageCodecs"]),
        .target(name: "CTegataVideo"),
        target("TegataVideo", .module, ["TegataBuffers", "TegataImages", "CTegataVideo"]),
        target("TegataDrawing", .module, ["TegataImages", "TegataHands"]),
        target(
            "TegataReport", .module, ["TegataHands", "TegataImages", "TegataBuffers"],
            // In the code, so that the program stays a single file.
            resources: ["body.html", "page.css"].map { .embedInCode("Page/\($0)") }
                + ["json", "data", "pictures", "skeleton", "space", "plots", "player", "page"].map { .embedInCode("Page/\($0).js") }),

        // Stand-ins for Apple's modules, as far as code written for them touches them around hand tracking.
        target("_Testing_CoreGraphics", .module),
        target("_Testing_UIKit", .module),
        target("CoreGraphics", .module, ["_Testing_CoreGraphics"]),
        target("ImageIO", .module, ["CoreGraphics"]),
        target("CoreVideo", .module),
        target("CoreMedia", .module, ["CoreVideo"]),
        target("UIKit", .module, ["CoreGraphics", "ImageIO", "TegataImages", "TegataBuffers", "_Testing_UIKit"]),
        target("AVFoundation", .module, ["CoreMedia", "CoreGraphics", "TegataImages", "TegataVideo"]),

        target(
            "MediaPipeTasksVision", .module,
            ["TegataHands", "TegataInference", "TegataFormats", "TegataBuffers", "UIKit", "CoreMedia", "CoreVideo", "CoreGraphics"]),
        target(
            "TegataCommand", .module,
            ["TegataDrawing", "TegataReport", "TegataImages", "TegataVideo", "TegataInference", "TegataHands", "TegataGraph", "TegataFormats", "TegataBuffers", "TegataKernelSelection", "TegataKernelABI", "CTegataShims"]),
        target("tegata", .executable, ["TegataCommand"]),

        target(
            "kernel-benchmarks", .benchmark(path: "Benchmarks/Kernels", data: ["shapes.txt"]),
            ["TegataBuffers", "TegataKernelABI", "TegataKernelSelection"]),
        target("report-benchmarks", .benchmark(path: "Benchmarks/Reports"), ["TegataReport", "TegataHands", "TegataImages"]),

        target("Picture", .example, ["MediaPipeTasksVision", "UIKit"]),
        target("Camera", .example, ["TegataHands", "TegataInference", "TegataBuffers"]),
        target("Network", .example, ["TegataInference", "TegataBuffers"]),

        target("TegataTestSupport", .testSupport, ["TegataBuffers", "TegataFormats", "CZlib"]),
        target("TegataKernelTests", .test, ["TegataKernelABI", "TegataKernelSelection", "TegataTestSupport"]),
        .target(name: "AllocationCounter", path: "Tests/AllocationCounter"),
        target("TegataBuffersTests", .test, ["TegataBuffers", "TegataTestSupport"]),
        target("TegataImagesTests", .test, ["TegataImages", "TegataBuffers", "TegataTestSupport"]),
        target("TegataReportTests", .test, ["TegataReport", "TegataHands", "TegataImages", "TegataBuffers", "TegataTestSupport"]),
        target("TegataVideoTests", .test, ["TegataVideo", "CTegataVideo", "TegataImages", "TegataBuffers", "TegataTestSupport"]),
        target("TegataDrawingTests", .test, ["TegataDrawing", "TegataImages", "TegataHands"]),
        target("TegataFormatsTests", .test, ["TegataBuffers", "TegataFormats", "TegataTestSupport"]),
        target("TegataGraphTests", .test, ["TegataBuffers", "TegataFormats", "TegataGraph", "TegataTestSupport"]),
        target("TegataInferenceTests", .test, ["TegataInference", "TegataGraph", "TegataFormats", "TegataBuffers", "TegataKernelABI", "TegataKernelSelection", "CTegataShims", "TegataTestSupport", "AllocationCounter"]),
        target(
            "TegataCommandTests", .test, ["TegataCommand", "TegataImages", "TegataVideo", "TegataInference", "TegataFormats", "TegataBuffers", "TegataKernelSelection", "TegataTestSupport"],
            resources: [.copy("Snapshots")]),
        target("StandInTests", .test, ["AVFoundation", "UIKit", "ImageIO", "CoreMedia", "CoreVideo", "CoreGraphics", "TegataTestSupport"]),
        target("MediaPipeTasksVisionTests", .test, ["MediaPipeTasksVision", "TegataHands", "TegataInference", "TegataTestSupport"]),
        target(
            "TegataHandsTests", .test,
            ["TegataHands", "TegataInference", "TegataKernelABI", "TegataKernelSelection", "TegataTestSupport", "AllocationCounter", "CTegataShims"]),
    ],
    swiftLanguageModes: [.v6]
)
