// swift-tools-version: 6.2
import Foundation
import PackageDescription

/// The layers of the package, lowest first: a target stands on targets of its own layer and of those below it.
/// Each layer is a folder of `Sources` and of `Tests`.
enum Layer: String {
    case base = "Base"
    case kernels = "Kernels"
    case engine = "Engine"
    case hands = "Hands"
    case media = "Media"
    case data = "Data"
    case apple = "Apple"
    case tasks = "Tasks"
    case bindings = "Bindings"
    case command = "Command"
}

/// What a target is for decides its settings; every target is described by one line below.
enum Kind {
    /// Formats, graph, inference and hand pipeline: compiles as Embedded Swift too.
    case core
    /// Core code that reads files: the compiler points out every use of unsafe memory.
    case parser
    /// Hot loops for one CPU level: unchecked, and compiled for that level's instructions.
    case kernels(KernelLevel)
    case module
    /// C sources, or headers alone.
    case c
    /// A library of the system, by its Debian package.
    case system(package: String)
    case executable
}

/// What release builds make of a target.
enum Optimization {
    case fast
    /// For code that is nowhere near a hot loop.
    case small
}

/// Whether libFuzzer and the address sanitizer get what they want in all code but the kernels, which have neither branches
/// that are worth counting nor bytes of their own; Fuzz/run builds so.
let isForFuzzing = Context.environment["TEGATA_FUZZ"] != nil
/// A counter for every branch, and a check of every access.
let fuzzingSwiftSettings: [SwiftSetting] = isForFuzzing ? [.unsafeFlags(["-sanitize=fuzzer,address"])] : []
let fuzzingCSettings: [CSetting] = isForFuzzing ? [.unsafeFlags(["-fsanitize=fuzzer-no-link,address"])] : []
/// What makes C code end rather than write behind a buffer. Sanitizers see more, and do not know functions that check.
let hardeningCSettings: [CSetting] =
    isForFuzzing || Context.environment["TEGATA_TARGETS"] != nil
    ? []
    : [
        .unsafeFlags(
            ["-U_FORTIFY_SOURCE", "-D_FORTIFY_SOURCE=3", "-fstack-protector-strong"], .when(configuration: .release)),
        .define("NDEBUG", .when(configuration: .release)),
    ]

func target(
    _ name: String, _ kind: Kind, _ optimization: Optimization = .fast, on layer: Layer,
    _ dependencies: [Target.Dependency] = [], resources: [Resource] = []
) -> Target {
    let path = "Sources/\(layer.rawValue)/\(name)"
    // The linker leaves out functions that a program never reaches, rather than object files only.
    var releaseFlags = ["-Xfrontend", "-function-sections"]
    if case .small = optimization, !isForFuzzing { releaseFlags.append("-Osize") }
    let swiftSettings = [SwiftSetting.unsafeFlags(releaseFlags, .when(configuration: .release))] + fuzzingSwiftSettings
    switch kind {
    case .core, .module:
        return .target(
            name: name, dependencies: dependencies, path: path, resources: resources,
            // Embedded Swift wants every module imported whose members a file uses.
            swiftSettings: [.enableUpcomingFeature("MemberImportVisibility")] + swiftSettings)
    case .parser:
        return .target(
            name: name, dependencies: dependencies, path: path, swiftSettings: [.strictMemorySafety()] + swiftSettings)
    case .kernels(let level):
        return .target(
            name: name, dependencies: dependencies, path: path,
            swiftSettings: [
                .unsafeFlags(kernelFlags(level)), .define("LANES_" + level.lanes), .define(level.element.uppercased()),
            ])
    case .c:
        return .target(
            name: name, dependencies: dependencies, path: path, cSettings: fuzzingCSettings + hardeningCSettings)
    case .system(let package):
        return .systemLibrary(name: name, path: path, providers: [.apt([package])])
    case .executable:
        return .executableTarget(name: name, dependencies: dependencies, path: path)
    }
}

/// Tests of a module. They may import every module below it, and the support of tests.
func tests(
    of module: String, in folder: String, _ others: [Target.Dependency] = [], resources: [Resource] = []
) -> Target {
    tests(module + "Tests", in: folder, [.init(stringLiteral: module)] + others, resources: resources)
}

/// Tests of several modules. Tests call optimised code, but few are optimised themselves, because that took half the
/// time of a build.
func tests(
    _ name: String, in folder: String, _ dependencies: [Target.Dependency], resources: [Resource] = [],
    isOptimized: Bool = false, language: SwiftLanguageMode = .v6
) -> Target {
    .testTarget(
        name: name, dependencies: dependencies + ["TegataTestSupport"], path: "Tests/\(folder)/\(name)",
        resources: resources,
        swiftSettings: [.swiftLanguageMode(language)]
            + (isOptimized ? [] : [.unsafeFlags(["-Onone"], .when(configuration: .release))]))
}

/// A module of the list of CPU levels.
struct KernelLevel {
    let module: String
    let lanes: String
    let element: String
    /// What the compiler is told of the processor, where it compiles for the architecture that this is about.
    var flags: [String]

    /// The modules of all architectures, each once: what does not belong to the one that is compiled for has no kernels
    /// there.
    static let all: [KernelLevel] = {
        let path = Context.packageDirectory + "/Sources/Kernels/CTegataLevels/include/levels.def"
        // While a version is chosen, a manifest is read without the files of its package, and only its products and
        // dependencies count.
        let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
        var levels: [KernelLevel] = []
        for line in text.split(separator: "\n") where line.hasPrefix("LEVEL(") {
            let fields = line.dropFirst("LEVEL(".count).split(separator: ",").map {
                $0.trimmingCharacters(in: CharacterSet(charactersIn: " \")"))
            }
            // A package is described by the machine that builds it, which may be of another kind than what it builds
            // for.
            let flags = fields[3].split(separator: " ").flatMap {
                ["-Xcc", "-Xarch_" + fields[2], "-Xcc", String($0)]
            }
            if let index = levels.firstIndex(where: { $0.module == fields[1] }) {
                levels[index].flags += flags
            } else {
                levels.append(KernelLevel(module: fields[1], lanes: fields[4], element: fields[5], flags: flags))
            }
        }
        return levels
    }()
}

func kernelFlags(_ level: KernelLevel) -> [String] {
    // Release builds optimise whole modules by themselves. Debug builds, where kernels are some twenty times slower, do
    // not: asked to, they warn, and Swift Build waits for files that the compiler then does not write.
    var flags = ["-Ounchecked"]
    // Tiles are written as loops over arrays of vectors with constant bounds; they become registers when every loop is
    // unrolled.
    flags += ["-Xfrontend", "-sil-unroll-threshold", "-Xfrontend", "20000"]
    // They stay in registers when instructions are first ordered for few live values.
    flags += ["-Xllvm", "-pre-RA-sched=list-burr"]
    // This pass takes half of the compile time on such code, and LLVM does the same work later.
    flags += ["-Xllvm", "-sil-disable-pass=redundant-load-elimination"]
    // Tiles are unrolled as far as their registers go. Told of processors that take instructions in order, LLVM would
    // unroll the loops around them once more, and spill.
    flags += ["-Xllvm", "-unroll-runtime=false"]
    // The arrays ask for a guard of stack memory that they never occupy.
    flags += ["-Xfrontend", "-disable-stack-protector"]
    if Context.environment["TEGATA_THREAD_SANITIZER"] != nil {
        // The thread sanitizer would make them a hundred times slower, and what they read and write is what others hand
        // to them. The last of these options counts, and this one does nothing to Swift code.
        flags += ["-Xfrontend", "-sanitize=undefined"]
    }
    if !level.flags.isEmpty { flags += level.flags + ["-Xcc", "-Qunused-arguments"] }
    return flags
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

/// What several examples share; never part of a product.
func exampleSupport(_ name: String, path: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, path: "Examples/" + path)
}

/// What several test targets share; never part of a product.
func testSupport(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(
        name: name, dependencies: dependencies, path: "Tests/Support/" + name, swiftSettings: fuzzingSwiftSettings)
}

// The CPU levels; each compiles the same shared kernel sources.
let kernelLevels: [Target] = KernelLevel.all.map {
    target($0.module, .kernels($0), on: .kernels, ["TegataKernelABI", "CTegataShims"])
}

let base: [Target] = [
    target("CTegataShims", .c, on: .base),
    target("CZlib", .system(package: "zlib1g-dev"), on: .base),
    target("CTegataSystem", .c, on: .base),
    // Files, processes, threads and the C library; on bare metal there is next to nothing of it.
    target("TegataSystem", .core, on: .base, ["CTegataSystem", "CTegataShims"]),
    target("TegataBuffers", .core, on: .base, ["TegataSystem"]),
    target("TegataPixels", .core, on: .base, ["TegataBuffers"]),
]

let kernels: [Target] =
    [
        target("CTegataLevels", .c, on: .kernels),
        // The arguments of kernels as C structs, whose initialisers are free.
        target("CTegataKernelABI", .c, on: .kernels),
        target("TegataKernelABI", .core, on: .kernels, ["CTegataKernelABI"]),
    ]
    + kernelLevels
    + [
        target(
            "TegataKernelSelection", .core, on: .kernels,
            ["TegataKernelABI", "CTegataLevels", "CTegataShims"]
                + kernelLevels.map { .init(stringLiteral: $0.name) })
    ]

let engine: [Target] = [
    target("COpenBLAS", .system(package: "libopenblas-dev"), on: .engine),
    target("TegataBLAS", .core, on: .engine, ["TegataSystem", "COpenBLAS"]),
    target("TegataFormats", .parser, on: .engine, ["TegataSystem", "TegataBuffers", "CTegataShims", "CZlib"]),
    target(
        "TegataGraph", .core, on: .engine,
        ["TegataBuffers", "TegataFormats", "TegataKernelABI", "CTegataShims"]),
    target(
        "TegataInference", .core, on: .engine,
        [
            "TegataSystem", "TegataBuffers", "TegataFormats", "TegataGraph", "TegataKernelSelection", "TegataKernelABI",
            "TegataBLAS", "CTegataShims",
        ]),
    // Weights of 8 bits, chosen against calibration inputs.
    target(
        "TegataQuantization", .core, on: .engine,
        ["TegataBuffers", "TegataFormats", "TegataGraph", "TegataInference"]),
]

let hands: [Target] = [
    target("TegataClassifiers", .core, on: .hands, ["TegataBuffers"]),
    target("TegataTraining", .core, on: .hands, ["TegataClassifiers", "TegataBuffers", "TegataSystem"]),
    target(
        "TegataGestureBundles", .core, on: .hands, ["TegataClassifiers", "TegataFormats", "TegataBuffers"]),
    target(
        "TegataHands", .core, on: .hands,
        [
            "TegataClassifiers", "TegataBuffers", "TegataPixels", "TegataFormats", "TegataInference",
            "TegataKernelSelection", "TegataKernelABI", "CTegataShims",
        ]),
    // Answers as they are written.
    target("TegataRecords", .core, on: .hands, ["TegataHands"]),
]

let media: [Target] = [
    // Image libraries are loaded when the first picture needs them, so that embedding the engine pulls in none.
    target("CTegataImageCodecs", .c, on: .media),
    target(
        "TegataImages", .module, on: .media,
        ["TegataSystem", "TegataBuffers", "TegataPixels", "CTegataImageCodecs", "CTegataSystem", "CZlib"]),
    // JPEG files to the pixels that MediaPipe gets.
    target("TegataJPEG", .parser, on: .media, ["TegataImages", "TegataBuffers", "CTegataShims"]),
    target("CTegataCapture", .c, on: .media),
    // What programs in Embedded Swift read too: frames of streams and cameras.
    target(
        "TegataCapture", .core, on: .media,
        ["TegataSystem", "TegataBuffers", "TegataPixels", "CTegataCapture", "CTegataSystem"]),
    // Frames of cameras that compress them.
    target(
        "TegataMotionJPEG", .module, on: .media, ["TegataCapture", "TegataImages", "TegataBuffers", "TegataPixels"]),
    target(
        "TegataVideo", .module, on: .media,
        [
            "TegataMotionJPEG", "TegataCapture", "TegataSystem", "TegataBuffers", "TegataPixels", "TegataImages",
            "CTegataCapture", "CTegataSystem", "CTegataShims",
        ]),
    target("TegataDrawing", .module, on: .media, ["TegataImages", "TegataHands"]),
]

// Training data, tables, reports, and the search for models.
let data: [Target] = [
    target("TegataModelSearch", .module, on: .data, ["TegataSystem"]),
    target("TegataTables", .module, .small, on: .data, ["TegataBuffers", "TegataSystem"]),
    target(
        "TegataTrainingData", .module, on: .data,
        [
            "TegataTables", "TegataTraining", "TegataClassifiers", "TegataHands", "TegataInference", "TegataImages",
            "TegataVideo", "TegataPixels", "TegataBuffers", "TegataSystem",
        ]),
    target(
        "TegataReport", .module, .small, on: .data,
        ["TegataTraining", "TegataRecords", "TegataHands", "TegataImages", "TegataBuffers", "TegataSystem"],
        // In the code, so that the program stays a single file.
        resources: [.embedInCode("Page")]),
]

// Stand-ins for Apple's modules, as far as code written for them touches them around hand tracking.
let apple: [Target] = [
    target("_Testing_CoreGraphics", .module, on: .apple),
    target("_Testing_CoreImage", .module, on: .apple),
    target("_Testing_UIKit", .module, on: .apple),
    // Errors that can be caught as NSError.
    target("TegataAppleErrors", .module, on: .apple),
    target("CoreGraphics", .module, on: .apple, ["TegataSystem", "_Testing_CoreGraphics"]),
    target("ImageIO", .module, on: .apple, ["CoreGraphics", "TegataImages", "TegataBuffers"]),
    target("CoreVideo", .module, on: .apple, ["CoreGraphics", "TegataPixels", "TegataBuffers"]),
    target("CoreMedia", .module, on: .apple, ["CoreVideo"]),
    target(
        "CoreML", .module, on: .apple,
        [
            "CoreVideo", "TegataHands", "TegataGestureBundles", "TegataClassifiers", "TegataFormats", "TegataBuffers",
            "TegataAppleErrors",
        ]),
    target(
        "TabularData", .module, .small, on: .apple,
        ["TegataAppleErrors", "TegataTables", "TegataTraining", "TegataBuffers", "TegataSystem"]),
    target(
        "CoreImage", .module, on: .apple,
        [
            "CoreGraphics", "ImageIO", "CoreVideo", "TegataImages", "TegataPixels", "TegataBuffers", "TegataSystem",
            "_Testing_CoreImage",
        ]
    ),
    target("QuartzCore", .module, on: .apple, ["CoreGraphics"]),
    target("Combine", .module, on: .apple),
    target("simd", .module, on: .apple),
    target("OSLog", .module, on: .apple),
    target("CTegataOSLog", .c, on: .apple),
    target("os", .module, on: .apple, ["OSLog", "CTegataOSLog"]),
    target(
        "UIKit", .module, on: .apple,
        [
            "Combine", "CoreGraphics", "CoreImage", "ImageIO", "QuartzCore", "TegataImages", "TegataBuffers",
            "TegataSystem", "_Testing_UIKit",
        ]),
    target(
        "AVFoundation", .module, on: .apple,
        [
            "TegataAppleErrors", "Combine", "CoreMedia", "CoreVideo", "CoreGraphics", "QuartzCore", "TegataImages",
            "TegataVideo", "TegataPixels", "TegataBuffers", "TegataSystem",
        ]),
    target("AVKit", .module, on: .apple, ["AVFoundation", "UIKit"]),
    // How modules over the pipeline look at Apple's images.
    target(
        "TegataAppleImages", .module, on: .apple,
        ["CoreGraphics", "ImageIO", "CoreVideo", "CoreMedia", "TegataPixels", "TegataBuffers"]),
]

let tasks: [Target] = [
    // What tasks in Swift and in C stand on.
    target("TegataTaskSupport", .module, on: .tasks, ["TegataHands", "TegataSystem", "CTegataSystem"]),
    target(
        "MediaPipeTasksVision", .module, on: .tasks,
        [
            "TegataTaskSupport", "TegataHands", "TegataGestureBundles", "TegataClassifiers", "TegataPixels",
            "TegataInference", "TegataFormats", "TegataBuffers", "TegataModelSearch", "TegataAppleImages", "UIKit",
            "ImageIO", "CoreMedia", "CoreVideo", "CoreGraphics",
        ]),
    target(
        "Vision", .module, on: .tasks,
        [
            "TegataHands", "TegataPixels", "TegataInference", "TegataBuffers", "TegataImages", "TegataModelSearch",
            "TegataAppleImages", "TegataAppleErrors", "Combine", "CoreImage", "CoreML", "ImageIO", "CoreMedia",
            "CoreVideo", "CoreGraphics", "simd",
        ]),
    target(
        "CreateML", .module, .small, on: .tasks,
        [
            "TegataTrainingData", "TegataTables", "TegataTraining", "TegataClassifiers", "TegataHands", "TegataBuffers",
            "TegataSystem", "TegataModelSearch", "TegataAppleErrors", "CoreML", "TabularData", "Combine",
        ]),
]

// The engine for other languages and for programs without Swift's runtime.
let bindings: [Target] = [
    // The library for C; Tools/build/library builds it without Swift's runtime.
    target("CTegataLibrary", .c, on: .bindings),
    target(
        "TegataLibrary", .module, on: .bindings,
        [
            "CTegataLibrary", "TegataTaskSupport", "TegataRecords", "TegataHands", "TegataGestureBundles",
            "TegataClassifiers", "TegataJPEG", "TegataImages", "TegataInference", "TegataFormats", "TegataPixels",
            "TegataBuffers", "TegataSystem",
        ]),
    target("CTegataDevice", .c, on: .bindings),
    // The program for boards; Tools/build/device builds it without Swift's runtime.
    target(
        "TegataDevice", .core, on: .bindings,
        [
            "CTegataDevice", "TegataCapture", "TegataRecords", "TegataHands", "TegataInference", "TegataPixels",
            "TegataBuffers", "TegataSystem", "CTegataShims",
        ]),
    // A static library for C without an operating system.
    target(
        "TegataDeviceLibrary", .core, on: .bindings,
        ["CTegataDevice", "TegataHands", "TegataInference", "TegataPixels", "TegataBuffers"]),
    // The module for browsers, which Tools/build/web builds.
    target("CTegataWeb", .c, on: .bindings),
    target(
        "TegataWeb", .core, .small, on: .bindings,
        [
            "CTegataWeb", "TegataRecords", "TegataHands", "TegataGestureBundles", "TegataClassifiers",
            "TegataInference", "TegataPixels", "TegataBuffers",
        ]),
]

let command: [Target] = [
    // What any program of commands has: arguments, help, completions, the console, signals.
    target(
        "TegataTool", .module, .small, on: .command,
        ["TegataImages", "TegataVideo", "TegataCapture", "TegataSystem", "CTegataShims"]),
    // Finding and following hands, and the options that say with what.
    target(
        "TegataHandCommands", .module, .small, on: .command,
        [
            "TegataTool", "TegataClassifiers", "TegataGestureBundles", "TegataDrawing", "TegataReport", "TegataTables",
            "TegataImages", "TegataVideo", "TegataCapture", "TegataModelSearch", "TegataInference", "TegataRecords",
            "TegataHands", "TegataFormats", "TegataBuffers", "TegataSystem", "TegataKernelSelection",
            "TegataKernelABI", "CTegataShims",
        ]),
    // Recording and training own poses and actions.
    target(
        "TegataLearningCommands", .module, .small, on: .command,
        [
            "TegataTool", "TegataHandCommands", "TegataTrainingData", "TegataTraining", "TegataClassifiers",
            "TegataGestureBundles", "TegataDrawing", "TegataReport", "TegataImages", "TegataVideo",
            "TegataCapture", "TegataModelSearch", "TegataQuantization", "TegataInference",
            "TegataFormats", "TegataRecords", "TegataHands", "TegataBuffers", "TegataSystem",
        ]),
    // The other commands, and the list of them all.
    target(
        "TegataCommand", .module, .small, on: .command,
        [
            "TegataTool", "TegataHandCommands", "TegataLearningCommands", "TegataTables", "TegataClassifiers",
            "TegataGestureBundles", "TegataImages", "TegataVideo", "TegataModelSearch", "TegataInference",
            "TegataRecords", "TegataHands", "TegataGraph", "TegataFormats", "TegataBLAS", "TegataBuffers",
            "TegataSystem", "TegataKernelSelection", "TegataKernelABI",
        ]),
    target("tegata", .executable, on: .command, ["TegataCommand", "TegataTool"]),
]

let programs: [Target] = [
    benchmark(
        "kernel-benchmarks", path: "Kernels",
        ["TegataBuffers", "TegataSystem", "TegataKernelABI", "TegataKernelSelection"],
        data: ["shapes.txt"]),
    benchmark(
        "report-benchmarks", path: "Reports",
        ["TegataReport", "TegataRecords", "TegataHands", "TegataImages", "TegataSystem"]),
    benchmark("image-benchmarks", path: "Images", ["TegataJPEG", "TegataImages", "TegataBuffers"]),
    benchmark("vision-benchmarks", path: "Vision", ["Vision", "TegataHands", "TegataInference", "TegataImages"]),
    benchmark(
        "joint-benchmarks", path: "Joints",
        ["TegataHands", "TegataInference", "TegataImages", "TegataBuffers"]),
    exampleSupport("ExampleGestures", path: "Gestures"),
    exampleSupport(
        "ExampleSupport", path: "Support",
        ["ExampleGestures", "Vision", "AVFoundation", "TegataDrawing", "TegataImages", "TegataVideo"]),
    benchmark("gesture-benchmarks", path: "Gestures", ["ExampleGestures", "ExampleSupport", "Vision", "TegataImages"]),
    benchmark(
        "training-benchmarks", path: "Training",
        ["TegataTraining", "TegataClassifiers", "TegataBuffers", "TegataSystem"]),
    // Writes bundles with own gestures, for Tools/check/export.
    .executableTarget(
        name: "export-samples",
        dependencies: [
            "TegataGestureBundles", "TegataTraining", "TegataClassifiers", "TegataHands", "TegataInference",
            "TegataImages", "TegataBuffers",
        ], path: "Tests/Support/ExportSamples"),
    example("Picture", ["MediaPipeTasksVision", "UIKit"]),
    example("Camera", ["TegataHands", "TegataInference", "TegataBuffers"]),
    example("Training", ["CreateML"]),
    example("Stereo", ["TegataHands", "TegataInference", "TegataBuffers", "TegataModelSearch", "TegataVideo"]),
    example("Network", ["TegataInference", "TegataBuffers"]),
    example("FingerCount", ["ExampleGestures", "ExampleSupport"]),
    example("RockPaperScissors", ["ExampleGestures", "ExampleSupport"]),
    example("PinchDrawing", ["ExampleGestures", "ExampleSupport"]),
    example("FingertipOverlay", ["ExampleGestures", "ExampleSupport"]),
    example("HandRouting", ["ExampleGestures", "ExampleSupport"]),
]

let testSupports: [Target] = [
    testSupport("ModelWalk", ["TegataFormats", "TegataBuffers"]),
    testSupport("TegataTestSupport", ["ModelWalk", "TegataClassifiers", "TegataBuffers", "TegataFormats", "CZlib"]),
    testSupport("GraphOracle", ["TegataGraph", "TegataBuffers"]),
    testSupport(
        "NetworkGrammar",
        [
            "GraphOracle", "TegataTestSupport", "TegataInference", "TegataGraph", "TegataFormats", "TegataBuffers",
            "TegataKernelSelection",
        ]),
    // Random networks on every CPU level, for Fuzz/networks.
    .executableTarget(
        name: "compare-networks", dependencies: ["NetworkGrammar", "TegataTestSupport", "TegataSystem"],
        path: "Tests/Support/CompareNetworks"),
    testSupport("AllocationCounter"),
    // No tests, because they also run where there is no library for tests.
    testSupport("Float16KernelChecks", ["TegataKernelABI", "TegataTestSupport"]),
    testSupport("Int8KernelChecks", ["TegataKernelABI", "TegataTestSupport"]),
    testSupport("CameraTestSupport", ["TegataCapture", "CTegataCapture", "TegataSystem"]),
    testSupport(
        "FuzzTargets",
        [
            "TegataJPEG", "ModelWalk", "NetworkGrammar", "CameraTestSupport", "TegataFormats", "TegataInference",
            "TegataQuantization", "TegataHands",
            "TegataImages", "TegataCapture", "CTegataCapture", "TegataVideo", "TegataTables", "TegataTrainingData",
            "TegataClassifiers", "TegataTool", "TegataHandCommands", "TegataLearningCommands", "TegataCommand",
            "TegataDevice", "TegataDrawing", "TegataRecords", "TegataPixels", "TegataKernelSelection", "TegataBuffers",
            "TegataSystem", "TegataTraining", "TegataLibrary", "CTegataLibrary", "TegataWeb", "TabularData", "CreateML",
            "CoreGraphics", "CoreML", "Vision",
        ]),
]

let allTests: [Target] = [
    tests(of: "TegataSystem", in: "Base"),
    tests(of: "TegataPixels", in: "Base"),
    tests(of: "TegataBuffers", in: "Base"),
    // They compute much themselves, to compare.
    tests(
        "TegataKernelTests", in: "Kernels", ["TegataKernelSelection", "Float16KernelChecks", "Int8KernelChecks"],
        isOptimized: true),
    tests(of: "TegataFormats", in: "Engine"),
    tests(of: "TegataGraph", in: "Engine", ["GraphOracle"]),
    tests(of: "TegataQuantization", in: "Engine"),
    tests(of: "TegataInference", in: "Engine", ["NetworkGrammar", "AllocationCounter"]),
    tests(of: "TegataHands", in: "Hands", ["AllocationCounter"]),
    tests(of: "TegataClassifiers", in: "Hands"),
    tests(of: "TegataTraining", in: "Hands"),
    tests(of: "TegataGestureBundles", in: "Hands"),
    tests(of: "TegataJPEG", in: "Media"),
    tests(of: "TegataImages", in: "Media"),
    tests(of: "TegataVideo", in: "Media", ["CameraTestSupport"]),
    tests(of: "TegataDrawing", in: "Media"),
    tests(of: "TegataReport", in: "Data"),
    tests(of: "TegataModelSearch", in: "Data"),
    tests(of: "TegataTables", in: "Data"),
    tests(of: "TegataTrainingData", in: "Data"),
    tests(of: "TegataAppleImages", in: "Apple"),
    tests("StandInTests", in: "Apple", ["AVFoundation", "UIKit", "simd", "os"]),
    tests(of: "CoreML", in: "Apple"),
    tests(of: "TabularData", in: "Apple"),
    tests(of: "AVFoundation", in: "Apple", ["AVKit", "CameraTestSupport"]),
    // Clients may write in Swift 5 mode.
    tests("Swift5ClientTests", in: "Apple", ["UIKit", "AVFoundation", "OSLog", "simd"], language: .v5),
    tests(of: "MediaPipeTasksVision", in: "Tasks"),
    tests(of: "Vision", in: "Tasks", ["CreateML", "AVFoundation", "MediaPipeTasksVision"]),
    tests(of: "CreateML", in: "Tasks", ["Vision"]),
    tests(
        "CreateMLClientTests", in: "Tasks", ["CreateML", "AVFoundation", "Vision", "MediaPipeTasksVision"],
        language: .v5),
    tests(of: "TegataLibrary", in: "Bindings"),
    tests(of: "TegataDevice", in: "Bindings", ["TegataMotionJPEG", "CameraTestSupport"]),
    tests(of: "TegataTool", in: "Command", ["TegataRecords"]),
    tests(of: "TegataCommand", in: "Command", ["CreateML"], resources: [.copy("Snapshots")]),
    tests(of: "FuzzTargets", in: "Command"),
    tests(of: "ExampleGestures", in: "Examples"),
    tests(of: "ExampleSupport", in: "Examples"),
]

// Fuzz/run links libFuzzer to the program.
let fuzzing: [Target] = [
    .target(name: "CFuzzer", path: "Fuzz/Sources/CFuzzer"),
    .executableTarget(
        name: "fuzz",
        dependencies: [
            "CFuzzer", "FuzzTargets", "NetworkGrammar", "TegataTestSupport", "CZlib", "TegataClassifiers",
            "TegataCommand", "TegataQuantization", "TegataInference", "TegataBuffers", "TegataSystem",
        ],
        path: "Fuzz/Sources/fuzz",
        // What changes the bytes is not what is looked at, and is to be fast.
        swiftSettings: [.unsafeFlags(["-sanitize=address"])],
        linkerSettings: [
            .unsafeFlags(["-sanitize=address", "-use-ld=lld"]), .linkedLibrary("stdc++"),
        ]),
]

// The modules of Apple's that client code imports beside what it is written for.
let standIns = [
    "AVFoundation", "AVKit", "Combine", "CoreGraphics", "CoreImage", "CoreMedia", "CoreML", "CoreVideo", "ImageIO",
    "OSLog", "QuartzCore", "UIKit", "os", "simd",
]

let package = Package(
    name: "tegata",
    products: [
        .library(name: "MediaPipeTasksVision", targets: ["MediaPipeTasksVision"] + standIns),
        .library(name: "Vision", targets: ["Vision"] + standIns),
        .library(name: "CreateML", targets: ["CreateML", "TabularData"] + standIns),
        .library(name: "TegataHands", targets: ["TegataHands", "TegataInference", "TegataBuffers"]),
        .library(name: "TegataInference", targets: ["TegataInference", "TegataBuffers"]),
        .library(name: "TegataLibrary", type: .static, targets: ["TegataLibrary"]),
        .executable(name: "tegata", targets: ["tegata"]),
    ],
    targets: base + kernels + engine + hands + media + data + apple + tasks + bindings + command + programs
        + testSupports + allTests
        + (isForFuzzing ? fuzzing : []),
    swiftLanguageModes: [.v6]
)

// Tools/check/sanitize and Fuzz/run build some targets, and what they stand on.
if let names = isForFuzzing ? "fuzz" : Context.environment["TEGATA_TARGETS"] {
    var wanted = Set(names.split(separator: " ").map(String.init))
    // Targets are listed behind those that they depend on.
    for target in package.targets.reversed() where wanted.contains(target.name) {
        for case .byNameItem(let name, _) in target.dependencies { wanted.insert(name) }
    }
    package.targets.removeAll { !wanted.contains($0.name) }
    package.products.removeAll { product in
        let names = (product as? Product.Library)?.targets ?? (product as? Product.Executable)?.targets ?? []
        return !wanted.isSuperset(of: names)
    }
}
