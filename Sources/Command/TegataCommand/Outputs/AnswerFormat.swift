import TegataHands

/// How answers are written to the standard output.
enum AnswerFormat: Sendable {
    case text
    case json
    case csv
    /// Only files are wanted.
    case none

    /// What the user asked for; pictures that go to `annotatedPath`, if that is "-", leave no room for text.
    init(_ arguments: Arguments, annotatedPath: String?) throws(CommandError) {
        let (isJSON, isCSV) = (arguments.has(CommonOption.json), arguments.has(OutputOption.csv))
        guard !isJSON || !isCSV else { throw .usage("--json and --csv both write to the standard output; choose one") }
        guard annotatedPath != "-" else {
            guard !isJSON, !isCSV else {
                throw .usage("--annotate - and \(isJSON ? "--json" : "--csv") both write to the standard output")
            }
            self = .none
            return
        }
        self = isJSON ? .json : isCSV ? .csv : arguments.has(OutputOption.quiet) ? .none : .text
    }

    /// What goes before all answers.
    func begin(_ console: Console) {
        if self == .csv { console.print(HandsOfPicture.csvHeader) }
    }

    /// An answer; as text, its summary.
    func write(_ hands: HandsOfPicture, _ console: Console) {
        switch self {
        case .text: console.print(hands.summary)
        case .json: console.print(hands.json)
        case .csv: for line in hands.csvLines { console.print(line) }
        case .none: break
        }
    }
}

extension HandsOfPicture {
    /// A line per hand: what and where it is, then three numbers for each landmark and for each world landmark.
    var csvLines: [String] {
        hands.enumerated().map { place, hand in
            let start: [String] = [
                Self.csvField(source), frame.map { "\($0.index)" } ?? "", frame.map { "\($0.milliseconds)" } ?? "",
                "\(width)", "\(height)",
                "\(place)", hand.identifier.map { "\($0)" } ?? "", hand.handedness.name, "\(hand.handednessScore)",
                Self.csvField(hand.gesture?.name ?? ""), hand.gesture.map { "\($0.score)" } ?? "",
            ]
            let points = [hand.landmarks, hand.worldLandmarks].flatMap {
                $0.flatMap { ["\($0.x)", "\($0.y)", "\($0.z)"] }
            }
            return (start + points).joined(separator: ",")
        }
    }

    /// The names of the columns.
    static let csvHeader: String = {
        let start = [
            "source", "frame", "timestamp_ms", "width", "height", "hand", "id", "handedness", "handedness_score",
            "gesture", "gesture_score",
        ]
        let points = ["", "world_"].flatMap { kind in
            HandLandmark.allCases.flatMap { point in ["x", "y", "z"].map { "\(kind)\(point.name)_\($0)" } }
        }
        return (start + points).joined(separator: ",")
    }()

    /// In quotes where commas, quotes or line ends would be misread.
    private static func csvField(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: { $0 == "," || $0 == "\"" || $0 == "\n" || $0 == "\r" }) else {
            return text
        }
        return "\"" + text.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
    }
}
