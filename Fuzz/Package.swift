// swift-tools-version: 6.2
import PackageDescription

// Tegata's readers, compiled once more with what libFuzzer and the address sanitizer want in them. `Tegata` and
// `TestSupport` are links to the sources, because a target must lie below its package.

/// A counter for every branch, and a check of every access.
let swiftFlags: [SwiftSetting] = [.unsafeFlags(["-sanitize=fuzzer,address"])]
let cFlags: [CSetting] = [.unsafeFlags(["-fsanitize=fuzzer-no-link,address"])]

func target(_ name: String, path: String, _ dependencies: [Target.Dependency] = []) -> Target {
    name.hasPrefix("C")
        ? .target(name: name, dependencies: dependencies, path: path + name, cSettings: cFlags)
        : .target(name: name, dependencies: dependencies, path: path + name, swiftSettings: swiftFlags)
}

let package = Package(
    name: "tegata-fuzz",
    targets: [
        target("CTegataSystem", path: "Tegata/Base/"),
        .systemLibrary(name: "CZlib", path: "Tegata/Base/CZlib", providers: [.apt(["zlib1g-dev"])]),
        target("TegataSystem", path: "Tegata/Base/", ["CTegataSystem"]),
        target("TegataBuffers", path: "Tegata/Base/", ["TegataSystem"]),
        target("TegataPixels", path: "Tegata/Base/", ["TegataBuffers"]),
        target("TegataFormats", path: "Tegata/Engine/", ["TegataSystem", "TegataBuffers", "CZlib"]),
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
                "CTegataSystem",
            ]),
        target("TegataTables", path: "Tegata/Media/", ["TegataBuffers", "TegataSystem"]),
        target("ModelWalk", path: "TestSupport/", ["TegataFormats", "TegataBuffers"]),
        target(
            "FuzzTargets", path: "TestSupport/",
            [
                "ModelWalk", "TegataFormats", "TegataImages", "TegataCapture", "TegataVideo", "TegataTables",
                "TegataBuffers",
                "TegataSystem",
            ]),
        .target(name: "CFuzzer"),
        .executableTarget(
            name: "fuzz", dependencies: ["CFuzzer", "FuzzTargets", "TegataBuffers", "TegataSystem"],
            swiftSettings: swiftFlags, linkerSettings: [.unsafeFlags(["-sanitize=address"]), .linkedLibrary("stdc++")]),
    ]
)
