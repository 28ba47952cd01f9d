import TegataRecords
import TegataTool

/// The format of results on standard output.
enum ConsoleFormat: Equatable, Sendable {
    case text
    case json(hasJoints: Bool)
    case csv(CSVColumns)
    /// No results, because only files are requested.
    case none

    /// Reads the format from the arguments. If `annotatedPath` is "-", standard output is used for images, not results.
    init(_ arguments: Arguments, annotatedPath: String?) throws {
        let (isJSON, isCSV) = (arguments.has(CommonOption.json), arguments.has(OutputOption.csv))
        guard !isJSON || !isCSV else { throw .usage("--json and --csv both write to standard output; choose one") }
        let inPixels = arguments.has(OutputOption.pixels)
        guard isCSV || !inPixels else { throw .usage("--pixels applies only to the columns of --csv; add --csv") }
        guard annotatedPath != "-" else {
            let others = [CommonOption.json, OutputOption.csv].filter(arguments.has) + [arguments.eventFlag]
            if let other = others.compactMap(\.self).first {
                throw .usage("--annotate - and \(other.description.name) both write to standard output; choose one")
            }
            self = .none
            return
        }
        let eventFlag = arguments.eventFlag
        if isCSV, let eventFlag {
            throw .usage("--csv and \(eventFlag.description.name) both write to standard output; choose one")
        }
        let hasJoints = arguments.has(OutputOption.joints)
        let hasPage = try arguments.value(of: ResultFormat.page.option) != nil
        guard isJSON || isCSV || hasPage || !hasJoints else {
            throw .usage("--joints needs --json, --csv or --html; add one of them")
        }
        let hasMetric = try arguments.value(of: MetricOption.camera) != nil
        let hasSkeleton = try HandOption.fitsSkeletons(arguments)
        self =
            isJSON
            ? .json(hasJoints: hasJoints)
            : isCSV
                ? .csv(
                    CSVColumns(
                        inPixels: inPixels, hasMetric: hasMetric, hasSkeleton: hasSkeleton, hasJoints: hasJoints,
                        isRevised: arguments.has(TrackOption.offline)))
                : arguments.has(OutputOption.quiet) && eventFlag == nil ? .none : .text
    }

    /// Writes the header that precedes all results, if there is one.
    func begin(_ console: Console) {
        if case .csv(let columns) = self { console.print(columns.header) }
    }

    /// Writes a result. In text format, this is its summary with `remark`, and with gestures if `gestures` is set.
    func write(_ hands: FrameRecord, remark: String? = nil, gestures: Bool = true, _ console: Console) {
        switch self {
        case .text: console.print(hands.summary(remark: remark, gestures: gestures))
        case .json(let hasJoints): console.print(hasJoints ? hands.jsonWithJoints : hands.json)
        case .csv(let columns):
            for line in columns.lines(for: hands) {
                // Make text printable, because file and gesture names may contain control characters.
                console.print(console.outputIsTerminal ? printable(line) : line)
            }
        case .none: break
        }
    }

    /// Reports why an input has no results or no more results: to people, and in JSON to programs.
    func report(_ message: String, source: String, _ console: Console) {
        if case .json = self {
            let text = JSONWriter.object { json in
                json.member("source", source)
                json.member(
                    "error", message.hasPrefix(source + ": ") ? String(message.dropFirst(source.count + 2)) : message)
            }
            console.print(text)
        }
        console.report(message)
    }
}
