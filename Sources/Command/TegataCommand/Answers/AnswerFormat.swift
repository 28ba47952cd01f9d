import TegataReport

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
