import CTegataLibrary
import Foundation
import TegataHands
import TegataLibrary
import TegataRecords
import TegataTestSupport
import Testing

/// All programs share one description of options and results; C structs and Python classes must contain every item of
/// it.
@Suite("C and Python contain all described options and fields")
struct DescriptionTests {
    /// Numeric option fields that are not described, with the reason.
    private static let otherOptions = [
        "threads": "of the networks", "reserved": "nothing",
        "gestures": "turns on options that are no numbers", "legacy": "a graph", "area": "an enumeration",
        "smoothing_cutoff_hz": "a part of the smoothing, which has one range", "tile_ms": "0 is none",
        "smoothing_speed_coefficient": "a part of the smoothing",
        "smoothing_speed_cutoff_hz": "a part of the smoothing",
        "palm_width": "0 is the mean of adults", "joints": "computed of results",
        "precision": "an enumeration", "events": "computed of results", "finger_events": "computed of results",
        "offline": "keeps results", "gesture_dwell_ms": "of events", "gesture_release_ms": "of events",
    ]

    /// Options whose names differ in Python and C.
    private static let namesInPython = ["smooths": "smoothing"]

    /// Hand fields that C does not have, with the reason.
    private static let otherFields = [
        "customScores": "of all classes, for looking into a model", "cannedScores": "of all classes, as well",
        "embedding": "for looking into a model", "interpolated": "the presence is 0",
    ]

    /// Hand fields whose names differ in C and JSON.
    private static let namesInC = [
        "gestures": "gesture", "cameraLandmarks": "landmarks", "skeletonLandmarks": "landmarks", "action": "name",
    ]
    /// Fields whose names differ in Python and C.
    private static let namesInClasses = ["name": "action"]

    @Test("C and Python contain all options")
    func options() throws {
        let structs = try Layout.all()
        let fields = try [#require(structs["tegata_options"]), #require(structs["tegata_search"])]
        let signature = try source("_tracker.py").components(separatedBy: "def __init__(")[1]
            .components(separatedBy: ") -> None:")[0]
        let usual = HandPipelineOptions()
        for option in PipelineOption.all {
            let field = try #require(fields.lazy.compactMap { $0[option.name] }.first, "\(option.name)")
            #expect(field.type == option.typeInC)
            if option != .handCount { #expect(field.usual == option.text(usual), "\(option.name)") }
            let name = Self.namesInPython[option.name] ?? option.name
            #expect(signature.contains(" \(name): "), "\(name)")
        }
        let described = Set(PipelineOption.all.map(\.name))
        let numbers = Set(fields.flatMap { $0.filter { ["i4", "i8", "f4"].contains($0.value.type) }.map(\.key) })
        #expect(numbers.subtracting(described) == Set(Self.otherOptions.keys))
    }

    @Test("each C field sets the option of the same name")
    func values() throws {
        let structs = try Layout.all()
        let start = try #require(structs["tegata_options"]?["search"]?.offset)
        var usual = tegata_options()
        tegata_options_init(&usual, MemoryLayout<tegata_options>.size)
        for option in PipelineOption.all {
            let offset =
                try structs["tegata_options"]?[option.name]?.offset
                ?? start + #require(structs["tegata_search"]?[option.name]?.offset)
            var (fields, changed) = (usual, HandPipelineOptions())
            changed.maximumHandCount = 2
            switch option.value {
            case .flag(let access):
                access(&changed) { value in
                    value.toggle()
                    fields.set(Int32(value ? -1 : 0), at: offset)
                }
            case .integer(_, let access):
                fields.set(-7 as Int32, at: offset)
                access(&changed) { $0 = -7 }
            case .number(_, let access):
                fields.set(7.5 as Float, at: offset)
                access(&changed) { $0 = 7.5 }
            }
            var taken = HandPipelineOptions()
            taken.takePlainOptions(of: fields)
            #expect(taken == changed, "\(option.name)")
        }
    }

    @Test("C and Python contain all fields of hands")
    func fields() throws {
        let structs = try Layout.all()
        let classes = try source("_results.py").components(separatedBy: "@dataclass")
        for field in HandField.all where Self.otherFields[field.name] == nil {
            let (type, name) =
                field.isMetric
                ? ("tegata_metric_hand", "MetricHand")
                : field.isOfSkeleton
                    ? ("tegata_skeleton", "Hand")
                    : field.name == "action" ? ("tegata_action", "Hand") : ("tegata_hand", "Hand")
            let nameInC = Self.namesInC[field.name] ?? field.name.inSnakeCase
            #expect(structs[type]?[nameInC] != nil, "\(type).\(nameInC)")
            let attribute =
                field.isOfSkeleton ? field.name.inSnakeCase : Self.namesInClasses[nameInC] ?? nameInC
            let body = try #require(classes.first { $0.contains("\nclass \(name):") })
            #expect(body.contains("\n    \(attribute): "), "\(name).\(attribute)")
        }
        #expect(Set(Self.otherFields.keys).isSubset(of: HandField.all.map(\.name)))
    }

    private func source(_ name: String) throws -> String {
        try String(
            contentsOf: ModelFiles.packageFolder.appendingPathComponent("Python/tegata/\(name)"), encoding: .utf8)
    }
}

private func layoutLines() throws -> [Substring] {
    try #require(tegata_layout().map { String(cString: $0) }).split(separator: "\n", omittingEmptySubsequences: false)
}

/// A field of a struct, as described by `tegata_layout`.
private struct Layout {
    let type: String
    let offset: Int
    let usual: String?

    /// Returns the fields of all structs, keyed by struct name and field name.
    static func all() throws -> [String: [String: Layout]] {
        var (structs, name) = ([String: [String: Layout]](), "")
        for line in try layoutLines().prefix(while: { !$0.isEmpty }) {
            let words = line.split(separator: " ").map(String.init)
            if words.count == 2 {
                name = words[0]
                structs[name] = [:]
            } else {
                structs[name]?[words[0]] = Layout(
                    type: words[1], offset: try #require(Int(words[3])), usual: words.count > 4 ? words[4] : nil)
            }
        }
        return structs
    }
}

extension PipelineOption {
    fileprivate var typeInC: String {
        if case .number = value { "f4" } else { "i4" }
    }

    /// Returns the value as `tegata_layout` writes it.
    fileprivate func text(_ options: HandPipelineOptions) -> String {
        var (options, text) = (options, "")
        switch value {
        case .flag(let access): access(&options) { text = $0 ? "1" : "0" }
        case .integer(_, let access): access(&options) { text = "\($0)" }
        case .number(_, let access): access(&options) { text = "\($0)" }
        }
        return text
    }
}

extension tegata_options {
    fileprivate mutating func set<Number>(_ number: Number, at offset: Int) {
        withUnsafeMutableBytes(of: &self) { $0.storeBytes(of: number, toByteOffset: offset, as: Number.self) }
    }
}

extension String {
    /// The name in snake case, for example `world_landmarks` for `worldLandmarks`.
    fileprivate var inSnakeCase: String {
        map { $0.isUppercase ? "_\($0.lowercased())" : "\($0)" }.joined()
    }
}
