// swift-tools-version: 6.2
import Foundation
import PackageDescription

/// The layers of the package, lowest first. Each is a folder of `Sources` and of `Tests`. A target depends only on
/// targets of the same layer and of lower ones.
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

/// The kind of a target, which decides its settings.
enum Kind {
    /// Formats, graph, inference and hand pipeline, which also compile as Embedded Swift.
    case core
    /// Core code that reads files. The compiler points out every use of unsafe memory.
    case parser
    /// Hot loops for one CPU level: without checks, and compiled for the instructions of that level.
    case kernels(KernelLevel)
    case module
    /// C sources, or only headers.
    case c
    /// A system library from a Debian package.
    case system(package: String)
    case executable
}

/// How release builds optimise a target.
enum Optimization {
    case fast
    /// For code that runs rarely.
    case small
}

/// Whether to build for Fuzz/run, with libFuzzer and the address sanitizer in all code except the kernels. Kernels have
/// few branches, and read only memory that other code has checked.
let isForFuzzing = Context.environment["TEGATA_FUZZ"] != nil
/// Count every branch, and check every memory access.
let fuzzingSwiftSettings: [SwiftSetting] = isForFuzzing ? [.unsafeFlags(["-sanitize=fuzzer,address"])] : []
let fuzzingCSettings: [CSetting] = isForFuzzing ? [.unsafeFlags(["-fsanitize=fuzzer-no-link,address"])] : []
/// Let C code end rather than write past a buffer. Sanitizers find more, but do not know the checking functions.
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
    // With sections, the linker drops single functions that a program never reaches, not only whole object files.
    var releaseFlags = ["-Xfrontend", "-function-sections"]
    if case .small = optimization, !isForFuzzing { releaseFlags.append("-Osize") }
    let swiftSettings = [SwiftSetting.unsafeFlags(releaseFlags, .when(configuration: .release))] + fuzzingSwiftSettings
    switch kind {
    case .core, .module:
        return .target(
            name: name, dependencies: dependencies, path: path, resources: resources,
            // In Embedded Swift, a file must import every module whose members it uses.
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

/// Tests of one module. They may also import the modules that it depends on, and TegataTestSupport.
func tests(
    of module: String, in folder: String, _ others: [Target.Dependency] = [], resources: [Resource] = []
) -> Target {
    tests(module + "Tests", in: folder, [.init(stringLiteral: module)] + others, resources: resources)
}

/// Tests of several modules. Most tests are not optimised, because optimising them took half the time of a build.
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

/// A kernel module in the list of CPU levels.
struct KernelLevel {
    let module: String
    let lanes: String
    let element: String
    /// The compiler options for the processor. They count only when compiling for its architecture.
    var flags: [String]

    /// The modules of all architectures, each once. Modules for other architectures than the target contain no kernels.
    static let all: [KernelLevel] = {
        let path = Context.packageDirectory + "/Sources/Kernels/CTegataLevels/include/levels.def"
        // SwiftPM reads the manifest without the other files while it chooses a version. Then only products and
        // dependencies count.
        let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
        var levels: [KernelLevel] = []
        for line in text.split(separator: "\n") where line.hasPrefix("LEVEL(") {
            let fields = line.dropFirst("LEVEL(".count).split(separator: ",").map {
                $0.trimmingCharacters(in: CharacterSet(charactersIn: " \")"))
            }
            // The manifest runs on the machine that builds, which may differ from the target.
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
    // Do not ask for whole modules: release builds optimise them anyway, and debug builds would warn and wait for files
    // that the compiler does not write. Kernels are about twenty times slower in debug builds.
    var flags = ["-Ounchecked"]
    // Tiles are loops over arrays of vectors with constant bounds. The vectors become registers if every loop is
    // unrolled.
    flags += ["-Xfrontend", "-sil-unroll-threshold", "-Xfrontend", "20000"]
    // They stay in registers if instructions are first ordered for few live values.
    flags += ["-Xllvm", "-pre-RA-sched=list-burr"]
    // This pass takes half of the compile time on such code, and LLVM does the same work later.
    flags += ["-Xllvm", "-sil-disable-pass=redundant-load-elimination"]
    // Tiles already use all registers. For in-order processors, LLVM would unroll the loops around them again, and
    // spill registers.
    flags += ["-Xllvm", "-unroll-runtime=false"]
    // The arrays would add stack protection, although they live in registers.
    flags += ["-Xfrontend", "-disable-stack-protector"]
    if Context.environment["TEGATA_THREAD_SANITIZER"] != nil {
        // The thread sanitizer would make kernels a hundred times slower, and they access only memory of their callers.
        // The last sanitizer option counts, and this one has no effect on Swift code.
        flags += ["-Xfrontend", "-sanitize=undefined"]
    }
    if !level.flags.isEmpty { flags += level.flags + ["-Xcc", "-Qunused-arguments"] }
    return flags
}

/// A benchmark program, which is part of no product.
func benchmark(
    _ name: String, path: String, _ dependencies: [Target.Dependency], data: [String] = []
) -> Target {
    .executableTarget(name: name, dependencies: dependencies, path: "Benchmarks/" + path, exclude: data)
}

/// An example program from the documentation.
func example(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .executableTarget(name: "example-" + name.lowercased(), dependencies: dependencies, path: "Examples/" + name)
}

/// Code that several examples share, which is part of no product.
func exampleSupport(_ name: String, path: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, path: "Examples/" + path)
}

/// Code that several test targets share, which is part of no product.
func testSupport(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(
        name: name, dependencies: dependencies, path: "Tests/Support/" + name, swiftSettings: fuzzingSwiftSettings)
}

// The CPU levels, which all compile the same shared kernel sources.
let kernelLevels: [Target] = KernelLevel.all.map {
    target($0.module, .kernels($0), on: .kernels, ["TegataKernelABI", "CTegataShims"])
}

let base: [Target] = [
    target("CTegataShims", .c, on: .base),
    target("CZlib", .system(package: "zlib1g-dev"), on: .base),
    target("CTegataSystem", .c, on: .base),
    // Files, processes, threads and the C library. Without an operating system, nearly all of it is missing.
    target("TegataSystem", .core, on: .base, ["CTegataSystem", "CTegataShims"]),
    target("TegataBuffers", .core, on: .base, ["TegataSystem"]),
    target("TegataPixels", .core, on: .base, ["TegataBuffers"]),
]

let kernels: [Target] =
    [
        target("CTegataLevels", .c, on: .kernels),
        // The arguments of kernels are C structs, because their initialisers cost nothing.
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
    // Chooses 8-bit weights by means of calibration inputs.
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
            "TegataClassifiers", "TegataBuffers", "TegataPixels", "TegataFormats", "TegataGraph", "TegataInference",
            "TegataKernelSelection", "TegataKernelABI", "CTegataShims",
        ]),
    // The fields of results, and results as JSON.
    target("TegataRecords", .core, on: .hands, ["TegataHands"]),
    // The hands of a whole video: tracks that are revised, and a report of their faults.
    target("TegataTracks", .core, on: .hands, ["TegataRecords", "TegataHands", "TegataBuffers"]),
]

let media: [Target] = [
    // Loads the image libraries when the first image needs them, so that programs without image files need none.
    target("CTegataImageCodecs", .c, on: .media),
    target(
        "TegataImages", .module, on: .media,
        ["TegataSystem", "TegataBuffers", "TegataPixels", "CTegataImageCodecs", "CTegataSystem", "CZlib"]),
    // Decodes JPEG files to the same pixels as MediaPipe.
    target("TegataJPEG", .parser, on: .media, ["TegataImages", "TegataBuffers", "CTegataShims"]),
    target("CTegataCapture", .c, on: .media),
    // Reads frames of streams and cameras, including in Embedded Swift.
    target(
        "TegataCapture", .core, on: .media,
        ["TegataSystem", "TegataBuffers", "TegataPixels", "CTegataCapture", "CTegataSystem"]),
    // Reads frames of cameras that send JPEG.
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
        // Embedded, so that the program stays a single file.
        resources: [.embedInCode("Page")]),
]

// Stand-ins for Apple's modules, with the parts that hand-tracking code uses.
let apple: [Target] = [
    target("_Testing_CoreGraphics", .module, on: .apple),
    target("_Testing_CoreImage", .module, on: .apple),
    target("_Testing_UIKit", .module, on: .apple),
    // Makes errors that can be caught as NSError.
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
    target("SwiftUI", .module, on: .apple, ["Combine", "CoreGraphics", "UIKit"]),
    target(
        "AVFoundation", .module, on: .apple,
        [
            "TegataAppleErrors", "Combine", "CoreMedia", "CoreVideo", "CoreGraphics", "QuartzCore", "TegataImages",
            "TegataVideo", "TegataPixels", "TegataBuffers", "TegataSystem",
        ]),
    target("AVKit", .module, on: .apple, ["AVFoundation", "UIKit"]),
    // Gives tasks access to the pixels of Apple's image types.
    target(
        "TegataAppleImages", .module, on: .apple,
        ["CoreGraphics", "ImageIO", "CoreVideo", "CoreMedia", "TegataPixels", "TegataBuffers"]),
]

let tasks: [Target] = [
    // Shared by tasks in Swift and in C.
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
            "CTegataLibrary", "TegataTaskSupport", "TegataTracks", "TegataRecords", "TegataHands",
            "TegataGestureBundles", "TegataClassifiers", "TegataJPEG", "TegataImages", "TegataInference",
            "TegataFormats", "TegataPixels",
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
    // The parts of any command-line program: arguments, help, completions, the console, signals.
    target(
        "TegataTool", .module, .small, on: .command,
        ["TegataImages", "TegataVideo", "TegataCapture", "TegataSystem", "CTegataShims"]),
    // Commands that find and track hands, and their options.
    target(
        "TegataHandCommands", .module, .small, on: .command,
        [
            "TegataTool", "TegataClassifiers", "TegataGestureBundles", "TegataDrawing", "TegataReport", "TegataTables",
            "TegataImages", "TegataVideo", "TegataCapture", "TegataModelSearch", "TegataInference", "TegataTracks",
            "TegataRecords", "TegataHands", "TegataFormats", "TegataBuffers", "TegataSystem", "TegataKernelSelection",
            "TegataKernelABI", "CTegataShims",
        ]),
    // Commands that record and train custom poses and actions.
    target(
        "TegataLearningCommands", .module, .small, on: .command,
        [
            "TegataTool", "TegataHandCommands", "TegataTrainingData", "TegataTraining", "TegataClassifiers",
            "TegataGestureBundles", "TegataDrawing", "TegataReport", "TegataImages", "TegataVideo",
            "TegataCapture", "TegataModelSearch", "TegataQuantization", "TegataInference",
            "TegataFormats", "TegataRecords", "TegataHands", "TegataBuffers", "TegataSystem",
        ]),
    // All other commands, and the list of all commands.
    target(
        "TegataCommand", .module, .small, on: .command,
        [
            "TegataTool", "TegataHandCommands", "TegataLearningCommands", "TegataReport", "TegataTables",
            "TegataClassifiers", "TegataGestureBundles", "TegataImages", "TegataVideo", "TegataModelSearch",
            "TegataInference", "TegataRecords", "TegataHands", "TegataGraph", "TegataFormats", "TegataBLAS",
            "TegataBuffers", "TegataSystem", "TegataKernelSelection", "TegataKernelABI",
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
    // Writes bundles with custom gestures, for Tools/check/export.
    .executableTarget(
        name: "export-samples",
        dependencies: [
            "TegataGestureBundles", "TegataTraining", "TegataClassifiers", "TegataHands", "TegataInference",
            "TegataImages", "TegataBuffers",
        ], path: "Tests/Support/ExportSamples"),
    example("Picture", ["MediaPipeTasksVision", "UIKit"]),
    example("Pose", ["Vision"]),
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
    // Runs random networks on every CPU level, for Fuzz/networks.
    .executableTarget(
        name: "compare-networks", dependencies: ["NetworkGrammar", "TegataTestSupport", "TegataSystem"],
        path: "Tests/Support/CompareNetworks"),
    testSupport("AllocationCounter"),
    // Checks without a test library, because they also run on systems that have none.
    testSupport("KernelChecks", ["TegataKernelABI", "TegataTestSupport", "TegataSystem"]),
    testSupport("CameraTestSupport", ["TegataCapture", "CTegataCapture", "TegataSystem"]),
    testSupport(
        "FuzzTargets",
        [
            "TegataJPEG", "ModelWalk", "NetworkGrammar", "CameraTestSupport", "TegataFormats", "TegataInference",
            "TegataQuantization", "TegataHands",
            "TegataImages", "TegataCapture", "CTegataCapture", "TegataVideo", "TegataTables", "TegataTrainingData",
            "TegataClassifiers", "TegataTool", "TegataHandCommands", "TegataLearningCommands", "TegataCommand",
            "TegataDevice", "TegataDrawing", "TegataTracks", "TegataRecords", "TegataPixels", "TegataKernelSelection",
            "TegataBuffers", "TegataSystem", "TegataTraining", "TegataLibrary", "CTegataLibrary", "TegataWeb",
            "TabularData", "CreateML", "CoreGraphics", "CoreML", "Vision",
        ]),
]

let allTests: [Target] = [
    tests(of: "TegataSystem", in: "Base"),
    tests(of: "TegataPixels", in: "Base"),
    tests(of: "TegataBuffers", in: "Base"),
    // Optimised, because they compute the expected values.
    tests("TegataKernelTests", in: "Kernels", ["TegataKernelSelection", "KernelChecks"], isOptimized: true),
    tests(of: "TegataFormats", in: "Engine"),
    tests(of: "TegataGraph", in: "Engine", ["GraphOracle"]),
    tests(of: "TegataQuantization", in: "Engine"),
    tests(of: "TegataInference", in: "Engine", ["NetworkGrammar", "AllocationCounter"]),
    tests(of: "TegataHands", in: "Hands", ["AllocationCounter"]),
    tests(of: "TegataTracks", in: "Hands"),
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
    tests("StandInTests", in: "Apple", ["AVFoundation", "SwiftUI", "UIKit", "simd", "os"]),
    tests(of: "CoreML", in: "Apple"),
    tests(of: "TabularData", in: "Apple"),
    tests(of: "AVFoundation", in: "Apple", ["AVKit", "CameraTestSupport"]),
    // Written in Swift 5 mode, as clients may do.
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

// Fuzz/run links this program with libFuzzer.
let fuzzing: [Target] = [
    .target(name: "CFuzzer", path: "Fuzz/Sources/CFuzzer"),
    .executableTarget(
        name: "fuzz",
        dependencies: [
            "CFuzzer", "FuzzTargets", "NetworkGrammar", "TegataTestSupport", "CZlib", "TegataClassifiers",
            "TegataCommand", "TegataQuantization", "TegataInference", "TegataBuffers", "TegataSystem",
        ],
        path: "Fuzz/Sources/fuzz",
        // No counters: the mutation of inputs is not tested, and must be fast.
        swiftSettings: [.unsafeFlags(["-sanitize=address"])],
        linkerSettings: [
            .unsafeFlags(["-sanitize=address", "-use-ld=lld"]), .linkedLibrary("stdc++"),
        ]),
]

// The stand-ins for Apple's modules that client code imports beside a task.
let standIns = [
    "AVFoundation", "AVKit", "Combine", "CoreGraphics", "CoreImage", "CoreMedia", "CoreML", "CoreVideo", "ImageIO",
    "OSLog", "QuartzCore", "SwiftUI", "UIKit", "os", "simd",
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

// Tools/check/sanitize and Fuzz/run build only some targets and their dependencies.
if let names = isForFuzzing ? "fuzz" : Context.environment["TEGATA_TARGETS"] {
    var wanted = Set(names.split(separator: " ").map(String.init))
    // Each target is listed after its dependencies.
    for target in package.targets.reversed() where wanted.contains(target.name) {
        for case .byNameItem(let name, _) in target.dependencies { wanted.insert(name) }
    }
    package.targets.removeAll { !wanted.contains($0.name) }
    package.products.removeAll { product in
        let names = (product as? Product.Library)?.targets ?? (product as? Product.Executable)?.targets ?? []
        return !wanted.isSuperset(of: names)
    }
}
