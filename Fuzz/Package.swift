// swift-tools-version: 6.2
import Foundation
import PackageDescription

// What reads bytes from outside, compiled once more with what libFuzzer and the address sanitizer want in it. `Tegata` and
// `TestSupport` are links to the sources, because a target must lie below its package.

/// A counter for every branch, and a check of every access.
let swiftFlags: [SwiftSetting] = [.unsafeFlags(["-sanitize=fuzzer,address"])]
let cFlags: [CSetting] = [.unsafeFlags(["-fsanitize=fuzzer-no-link,address"])]

func target(
    _ name: String, path: String, _ dependencies: [Target.Dependency] = [], resources: [Resource] = []
) -> Target {
    name.hasPrefix("C") && name.dropFirst().first?.isUppercase == true
        ? .target(name: name, dependencies: dependencies, path: path + name, cSettings: cFlags)
        : .target(
            name: name, dependencies: dependencies, path: path + name, resources: resources, swiftSettings: swiftFlags)
}

// MARK: Kernels

/// The kernels as they are: they have neither branches that are worth counting nor bytes of their own, and networks are to
/// be run often.
func kernels(_ name: String, lanes: String, element: String, flags: [String]) -> Target {
    let usual = [
        "-Ounchecked", "-Xfrontend", "-sil-unroll-threshold", "-Xfrontend", "20000", "-Xllvm",
        "-pre-RA-sched=list-burr", "-Xllvm", "-sil-disable-pass=redundant-load-elimination", "-Xllvm",
        "-unroll-runtime=false", "-Xfrontend", "-disable-stack-protector", "-Xcc", "-Qunused-arguments",
    ]
    return .target(
        name: name, dependencies: ["TegataKernelABI", "CTegataShims"], path: "Tegata/Kernels/" + name,
        swiftSettings: [.unsafeFlags(usual + flags), .define("LANES_" + lanes)]
            + (element == "half" ? [.define("HALF")] : []))
}

/// The modules of the list of CPU levels, each once.
let levels: [Target] = {
    let path = Context.packageDirectory + "/Tegata/Kernels/CTegataLevels/include/levels.def"
    let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    var lines: [String: (lanes: String, element: String, flags: [String])] = [:]
    for line in text.split(separator: "\n") where line.hasPrefix("LEVEL(") {
        let fields = line.dropFirst("LEVEL(".count).split(separator: ",").map {
            $0.trimmingCharacters(in: CharacterSet(charactersIn: " \")"))
        }
        let flags = fields[3].split(separator: " ").flatMap { ["-Xcc", "-Xarch_" + fields[2], "-Xcc", String($0)] }
        lines[fields[1], default: (fields[4], fields[5], [])].flags += flags
    }
    return lines.sorted { $0.key < $1.key }.map {
        kernels($0.key, lanes: $0.value.lanes, element: $0.value.element, flags: $0.value.flags)
    }
}()

// MARK: Floors

let base: [Target] = [
    target("CTegataSystem", path: "Tegata/Base/"),
    target("CTegataShims", path: "Tegata/Base/"),
    .systemLibrary(name: "CZlib", path: "Tegata/Base/CZlib", providers: [.apt(["zlib1g-dev"])]),
    target("TegataSystem", path: "Tegata/Base/", ["CTegataSystem"]),
    target("TegataBuffers", path: "Tegata/Base/", ["TegataSystem"]),
    target("TegataPixels", path: "Tegata/Base/", ["TegataBuffers"]),
]

let engine: [Target] = [
    target("CTegataLevels", path: "Tegata/Kernels/"),
    target("TegataKernelABI", path: "Tegata/Kernels/"),
    target(
        "TegataKernelSelection", path: "Tegata/Kernels/",
        ["TegataKernelABI", "CTegataLevels", "CTegataShims"] + levels.map { .init(stringLiteral: $0.name) }),
    .systemLibrary(name: "COpenBLAS", path: "Tegata/Engine/COpenBLAS", providers: [.apt(["libopenblas-dev"])]),
    target("TegataBLAS", path: "Tegata/Engine/", ["TegataSystem", "COpenBLAS"]),
    target("TegataFormats", path: "Tegata/Engine/", ["TegataSystem", "TegataBuffers", "CTegataShims", "CZlib"]),
    target(
        "TegataGraph", path: "Tegata/Engine/", ["TegataBuffers", "TegataFormats", "TegataKernelABI", "CTegataShims"]),
    target(
        "TegataInference", path: "Tegata/Engine/",
        [
            "TegataSystem", "TegataBuffers", "TegataFormats", "TegataGraph", "TegataKernelSelection", "TegataKernelABI",
            "TegataBLAS", "CTegataShims",
        ]),
]

let hands: [Target] = [
    target("TegataClassifiers", path: "Tegata/Hands/", ["TegataBuffers"]),
    target("TegataTraining", path: "Tegata/Hands/", ["TegataClassifiers", "TegataBuffers", "TegataSystem"]),
    target("TegataGestureBundles", path: "Tegata/Hands/", ["TegataClassifiers", "TegataFormats", "TegataBuffers"]),
    target(
        "TegataHands", path: "Tegata/Hands/",
        [
            "TegataClassifiers", "TegataBuffers", "TegataPixels", "TegataFormats", "TegataInference",
            "TegataKernelSelection", "TegataKernelABI", "CTegataShims",
        ]),
    target("TegataAnswers", path: "Tegata/Hands/", ["TegataHands"]),
]

let media: [Target] = [
    target("CTegataImageCodecs", path: "Tegata/Media/"),
    target(
        "TegataImages", path: "Tegata/Media/",
        ["TegataSystem", "TegataBuffers", "TegataPixels", "CTegataImageCodecs", "CTegataSystem", "CZlib"]),
    target("CTegataVideo", path: "Tegata/Media/"),
    target(
        "TegataCapture", path: "Tegata/Media/",
        ["TegataSystem", "TegataBuffers", "TegataPixels", "CTegataVideo", "CTegataSystem"]),
    target(
        "TegataVideo", path: "Tegata/Media/",
        [
            "TegataCapture", "TegataSystem", "TegataBuffers", "TegataPixels", "TegataImages", "CTegataVideo",
            "CTegataSystem", "CTegataShims",
        ]),
    target("TegataDrawing", path: "Tegata/Media/", ["TegataImages", "TegataHands"]),
    target("TegataModelSearch", path: "Tegata/Media/", ["TegataSystem"]),
    target("TegataTables", path: "Tegata/Media/", ["TegataBuffers", "TegataSystem"]),
    target(
        "TegataTrainingData", path: "Tegata/Media/",
        [
            "TegataTables", "TegataTraining", "TegataClassifiers", "TegataHands", "TegataInference", "TegataImages",
            "TegataVideo", "TegataPixels", "TegataBuffers", "TegataSystem",
        ]),
    target(
        "TegataReport", path: "Tegata/Media/",
        ["TegataTraining", "TegataAnswers", "TegataHands", "TegataImages", "TegataBuffers", "TegataSystem"],
        resources: [.embedInCode("Page")]),
]

let command: [Target] = [
    target(
        "TegataTool", path: "Tegata/Command/",
        ["TegataImages", "TegataVideo", "TegataCapture", "TegataSystem", "CTegataShims"]),
    target(
        "TegataHandCommands", path: "Tegata/Command/",
        [
            "TegataTool", "TegataClassifiers", "TegataGestureBundles", "TegataDrawing", "TegataReport", "TegataTables",
            "TegataImages", "TegataVideo", "TegataCapture", "TegataModelSearch", "TegataInference", "TegataAnswers",
            "TegataHands", "TegataFormats", "TegataBuffers", "TegataSystem", "TegataKernelSelection",
            "TegataKernelABI",
        ]),
    target(
        "TegataLearningCommands", path: "Tegata/Command/",
        [
            "TegataTool", "TegataHandCommands", "TegataTrainingData", "TegataTraining", "TegataClassifiers",
            "TegataGestureBundles", "TegataDrawing", "TegataReport", "TegataImages", "TegataVideo",
            "TegataModelSearch", "TegataFormats", "TegataAnswers", "TegataHands", "TegataBuffers", "TegataSystem",
        ]),
    target(
        "TegataCommand", path: "Tegata/Command/",
        [
            "TegataTool", "TegataHandCommands", "TegataLearningCommands", "TegataTables", "TegataClassifiers",
            "TegataGestureBundles", "TegataImages", "TegataVideo", "TegataModelSearch", "TegataInference",
            "TegataAnswers", "TegataHands", "TegataGraph", "TegataFormats", "TegataBLAS", "TegataBuffers",
            "TegataSystem", "TegataKernelSelection", "TegataKernelABI",
        ]),
    target(
        "TegataDevice", path: "Tegata/Command/",
        [
            "TegataCapture", "TegataAnswers", "TegataHands", "TegataInference", "TegataPixels", "TegataBuffers",
            "TegataSystem", "CTegataShims",
        ]),
]

// MARK: Fuzzing

let support: [Target] = [
    target("ModelWalk", path: "TestSupport/", ["TegataFormats", "TegataBuffers"]),
    target(
        "TegataTestSupport", path: "TestSupport/",
        ["ModelWalk", "TegataClassifiers", "TegataBuffers", "TegataFormats", "CZlib"]),
    target(
        "NetworkGrammar", path: "TestSupport/",
        [
            "TegataTestSupport", "TegataInference", "TegataGraph", "TegataFormats", "TegataBuffers",
            "TegataKernelSelection",
        ]),
    target("CameraTestSupport", path: "TestSupport/", ["TegataCapture", "CTegataVideo", "TegataSystem"]),
    target(
        "FuzzTargets", path: "TestSupport/",
        [
            "ModelWalk", "NetworkGrammar", "CameraTestSupport", "TegataFormats", "TegataInference", "TegataHands",
            "TegataImages", "TegataCapture", "CTegataVideo", "TegataVideo", "TegataTables", "TegataTrainingData",
            "TegataClassifiers", "TegataTool", "TegataHandCommands", "TegataLearningCommands", "TegataCommand",
            "TegataDevice", "TegataDrawing", "TegataAnswers", "TegataPixels", "TegataKernelSelection", "TegataBuffers",
            "TegataSystem",
        ]),
    .target(name: "CFuzzer"),
    .executableTarget(
        name: "fuzz",
        dependencies: [
            "CFuzzer", "FuzzTargets", "NetworkGrammar", "TegataTestSupport", "CZlib", "TegataClassifiers",
            "TegataCommand", "TegataTool", "TegataBuffers", "TegataSystem",
        ],
        // What changes the bytes is not what is looked at, and is to be fast.
        swiftSettings: [.unsafeFlags(["-sanitize=address"])],
        linkerSettings: [
            .unsafeFlags(["-sanitize=address", "-use-ld=lld"]), .linkedLibrary("stdc++"),
        ]),
]

let package = Package(
    name: "tegata-fuzz", targets: base + levels + engine + hands + media + command + support)
