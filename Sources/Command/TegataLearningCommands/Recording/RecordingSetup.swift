import TegataHandCommands
import TegataTool
import TegataVideo

/// The options that say what is recorded, when, and where it goes.
enum RecordOption {
    static let output = Option<String>.text(
        "--output", short: "-o", "DIR", "the folder whose class folders get the pictures or clips", values: .folders)
    static let labels = Option<[String]>(
        "--labels", "A,B,C",
        "the classes, with a key each: 1 for the first (default: those called 1 to 9)",
        expectation: "names with commas between them, that can be names of folders",
        parse: RecordingClasses.labels)
    static let background = Option<String>(
        "--background", "LABEL",
        "what the class for everything else is called, with the key 0 (default: none)",
        expectation: "a name that can be that of a folder", parse: RecordingClasses.label)
    static let noBackground = Flag("--no-background", "have no class for everything else")
    static let clips = Flag("--clips", "record videos of actions in place of pictures of poses")
    static let countdown = Option<Float>(
        "--countdown", "SECONDS", "take one class after the other, each after so many seconds",
        expectation: "a number of seconds up to 600", parse: { seconds($0, atMost: 600) })
    static let count = Option<Int>.integer(
        "--count", "N", in: 1...100_000,
        "with --countdown, how many pictures (default: 20) or clips (default: 5) of each class")
    static let length = Option<Float>(
        "--length", "SECONDS",
        "how long clips are: with --countdown all of them (default: 2), with keys those that no key ends before",
        expectation: "a number of seconds up to 3600", parse: { seconds($0, atMost: 3600) })
    static let range = Option<RecordedRange>(
        "--range", "LABEL=FROM-TO",
        "take what a video shows between two times, in seconds; may be given several times, and either time left out",
        expectation: "a class and two times such as rock=1.5-3", parse: RecordedRange.init)
    static let rest = Flag(
        "--rest", "with --range, take as background what is half a second or more away from all of them")
    static let every = Option<Int>.integer(
        "--every", "N", in: 1...1_000_000,
        "use every Nth frame only (default: 5 for pictures, so that they differ, and 1 for clips)")
    static let session = Option<String>(
        "--session", "NAME",
        "the person or sitting, which is a folder in each class's (default: date and time); training keeps what is"
            + " of one apart from the rest",
        expectation: "a name that can be that of a folder", parse: RecordingClasses.label)

    static let all = [
        output.description, labels.description, background.description, noBackground.description, clips.description,
        countdown.description, count.description, length.description, range.description, rest.description,
        every.description, session.description,
    ]

    private static func seconds(_ text: String, atMost limit: Float) -> Float? {
        Float(text).flatMap { $0 > 0 && $0 <= limit ? $0 : nil }
    }
}

/// What the user wants recorded.
struct RecordingSetup {
    let classes: RecordingClasses
    let plan: RecordingPlan
    let isOfClips: Bool
    /// Which frames of the video are read.
    let selection: VideoSelection

    var isByKeys: Bool { if case .keys = plan { true } else { false } }

    private static let usualPictureCount = 20
    private static let usualClipCount = 5
    private static let usualClipSeconds: Float = 2
    /// Neighbours hardly differ.
    private static let usualPictureStep = 5

    init(_ arguments: Arguments) throws {
        isOfClips = arguments.has(RecordOption.clips)
        let ranges = try arguments.values(of: RecordOption.range)
        let countdown = try arguments.value(of: RecordOption.countdown)
        let every = try arguments.value(of: RecordOption.every) ?? (isOfClips ? 1 : Self.usualPictureStep)
        var selection = VideoSelection(pictureRate: try arguments.value(of: VideoPartOption.pictureRate), every: every)
        guard ranges.isEmpty || countdown == nil else {
            throw .usage("--range and --countdown both say when to take something; leave one of them out")
        }
        try Self.requireMatch(arguments, hasRanges: !ranges.isEmpty, hasCountdown: countdown != nil, isOfClips)
        let given = try arguments.value(of: RecordOption.labels)
        let background: String? =
            arguments.has(RecordOption.noBackground)
            ? nil : try arguments.value(of: RecordOption.background) ?? RecordingClasses.usualBackground
        var labels = given
        if !ranges.isEmpty {
            labels = ranges.map(\.label).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
        }
        classes = RecordingClasses(labels: labels, background: background)
        let length = try arguments.value(of: RecordOption.length)
        if let countdown {
            guard given != nil else { throw .usage("--countdown needs the classes; add --labels A,B,C") }
            let count =
                try arguments.value(of: RecordOption.count)
                ?? (isOfClips ? Self.usualClipCount : Self.usualPictureCount)
            plan = .countdown(
                CountdownTakes(
                    labels: Array(classes.labels.indices), count: count, countdown: Self.milliseconds(countdown),
                    clipLength: isOfClips ? Self.milliseconds(length ?? Self.usualClipSeconds) : nil))
        } else if ranges.isEmpty {
            guard classes.hasKeysForAll else {
                throw .usage("there are more classes than keys; name at most 34, or use --countdown")
            }
            plan = .keys(
                KeyedTakes(classes, isOfClips: isOfClips, clipLength: length.map(Self.milliseconds)))
        } else {
            // Pictures are counted from the beginning of each range; clips have the rate of what is read.
            if !isOfClips { selection.every = 1 }
            plan = try Self.plan(
                ranges, &selection, classes, takesRest: arguments.has(RecordOption.rest),
                every: isOfClips ? 1 : every)
        }
        self.selection = selection
    }

    /// Reads what lies within the ranges alone, unless the rest is wanted too.
    private static func plan(
        _ ranges: [RecordedRange], _ selection: inout VideoSelection, _ classes: RecordingClasses, takesRest: Bool,
        every: Int
    ) throws -> RecordingPlan {
        let sorted = ranges.sorted { $0.start < $1.start }
        for (range, next) in zip(sorted, sorted.dropFirst()) where next.start < range.end {
            throw .usage("--range \(range.text) and \(next.text) overlap; one time is of one class")
        }
        guard !takesRest || classes.background != nil else {
            throw .usage("--rest is background, and --no-background leaves no class for it; leave one of them out")
        }
        let places = sorted.map { range in (range, classes.labels.firstIndex(of: range.label) ?? 0) }
        if !takesRest, let first = sorted.first, let last = sorted.last {
            selection.start = Double(first.start) / 1000
            if last.end < .max { selection.duration = Double(last.end - first.start) / 1000 }
        }
        return .ranges(RangedTakes(places, background: takesRest ? classes.background : nil, every: every))
    }

    /// Options that would change nothing are wrong.
    private static func requireMatch(
        _ arguments: Arguments, hasRanges: Bool, hasCountdown: Bool, _ isOfClips: Bool
    ) throws {
        if hasRanges, try arguments.value(of: RecordOption.labels) != nil {
            throw .usage("--range names the classes itself; leave out --labels")
        }
        if hasRanges, !arguments.has(RecordOption.rest), try arguments.value(of: RecordOption.background) != nil {
            throw .usage("--background is for keys, --countdown and --rest; leave it out, or add --rest")
        }
        if !hasRanges, arguments.has(RecordOption.rest) { throw .usage("--rest is for --range; add some") }
        if !hasCountdown, try arguments.value(of: RecordOption.count) != nil {
            throw .usage("--count is for --countdown; add it, or press a key for each")
        }
        if try arguments.value(of: RecordOption.length) != nil, !isOfClips || hasRanges {
            throw .usage("--length is for clips taken by keys or --countdown; add --clips, or leave it out")
        }
    }

    private static func milliseconds(_ seconds: Float) -> Int { Int((1000 * seconds).rounded()) }
}
