import TegataHandCommands
import TegataTool
import TegataVideo

/// The options of recording.
enum RecordOption {
    static let output = Option<String>.text(
        "--output", short: "-o", "DIR",
        "directory for the recording, with one subdirectory per class", values: .folders)
    static let labels = Option<[String]>(
        "--labels", "A,B,C",
        "class names; key 1 records the first one, and so on (default: 1 to 9)",
        expectation: "names separated by commas, which can be names of directories",
        parse: RecordingClasses.labels)
    static let background = Option<String>(
        "--background", "LABEL",
        "name of the background class, which key 0 records (default: the name none)",
        expectation: "a name that a directory can have", parse: RecordingClasses.label)
    static let noBackground = Flag("--no-background", "do not record a background class")
    static let clips = Flag("--clips", "record clips of actions instead of images of poses")
    static let countdown = Option<Float>(
        "--countdown", "SECONDS",
        "record the classes one after another, each after a countdown of SECONDS; no key press is needed",
        expectation: "a number of seconds up to 600", parse: { seconds($0, atMost: 600) })
    static let count = Option<Int>.integer(
        "--count", "N", in: 1...100_000,
        "number of images (default: 20) or clips (default: 5) per class; only with --countdown")
    static let length = Option<Float>(
        "--length", "SECONDS",
        "length of each clip with --countdown (default: 2), or maximum length with keys (default: no limit)",
        expectation: "a number of seconds up to 3600", parse: { seconds($0, atMost: 3600) })
    static let range = Option<RecordedRange>(
        "--range", "LABEL=FROM-TO",
        "record the part of a video from FROM to TO, in seconds, as class LABEL; either time may be omitted; repeat for"
            + " more ranges",
        expectation: "a class and two times such as rock=1.5-3", parse: RecordedRange.init)
    static let rest = Flag(
        "--rest", "with --range, also record frames at least half a second away from all ranges, as background")
    static let every = Option<Int>.integer(
        "--every", "N", in: 1...1_000_000,
        "use only every Nth frame; a higher value gives fewer, more varied files (default: 5 for images, 1 for clips)")
    static let session = Option<String>(
        "--session", "NAME",
        "name of the person or session, used as a subdirectory of each class; training keeps the files of a session"
            + " together when it holds out examples (default: date and time)",
        expectation: "a name that a directory can have", parse: RecordingClasses.label)

    static let all = [
        output.description, labels.description, background.description, noBackground.description, clips.description,
        countdown.description, count.description, length.description, range.description, rest.description,
        every.description, session.description,
    ]

    private static func seconds(_ text: String, atMost limit: Float) -> Float? {
        Float(text).flatMap { $0 > 0 && $0 <= limit ? $0 : nil }
    }
}

/// The settings of a recording.
struct RecordingSetup {
    let classes: RecordingClasses
    let plan: RecordingPlan
    let isOfClips: Bool
    /// The video frames to read.
    let selection: VideoSelection

    var isByKeys: Bool { if case .keys = plan { true } else { false } }

    private static let usualPictureCount = 20
    private static let usualClipCount = 5
    private static let usualClipSeconds: Float = 2
    /// The default for `--every` with images, because neighbouring frames hardly differ.
    private static let usualPictureStep = 5

    init(_ arguments: Arguments) throws {
        isOfClips = arguments.has(RecordOption.clips)
        let ranges = try arguments.values(of: RecordOption.range)
        let countdown = try arguments.value(of: RecordOption.countdown)
        let every = try arguments.value(of: RecordOption.every) ?? (isOfClips ? 1 : Self.usualPictureStep)
        var selection = VideoSelection(pictureRate: try arguments.value(of: VideoPartOption.pictureRate), every: every)
        guard ranges.isEmpty || countdown == nil else {
            throw .usage("--range and --countdown both set the times to record; drop one of them")
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
            guard given != nil else { throw .usage("--countdown needs class names; add --labels A,B,C") }
            let count =
                try arguments.value(of: RecordOption.count)
                ?? (isOfClips ? Self.usualClipCount : Self.usualPictureCount)
            plan = .countdown(
                CountdownTakes(
                    labels: Array(classes.labels.indices), count: count, countdown: Self.milliseconds(countdown),
                    clipLength: isOfClips ? Self.milliseconds(length ?? Self.usualClipSeconds) : nil))
        } else if ranges.isEmpty {
            guard classes.hasKeysForAll else {
                throw .usage("there are more classes than keys; give at most 34 classes, or use --countdown")
            }
            plan = .keys(
                KeyedTakes(classes, isOfClips: isOfClips, clipLength: length.map(Self.milliseconds)))
        } else {
            // Read every frame for images, because `every` counts from the start of each range. For clips, the reader
            // applies `every`, because the frames that it reads determine the frame rate.
            if !isOfClips { selection.every = 1 }
            plan = try Self.plan(
                ranges, &selection, classes, takesRest: arguments.has(RecordOption.rest),
                every: isOfClips ? 1 : every)
        }
        self.selection = selection
    }

    /// Returns the plan for the ranges, and limits `selection` to them unless frames outside them are recorded as well.
    private static func plan(
        _ ranges: [RecordedRange], _ selection: inout VideoSelection, _ classes: RecordingClasses, takesRest: Bool,
        every: Int
    ) throws -> RecordingPlan {
        let sorted = ranges.sorted { $0.start < $1.start }
        for (range, next) in zip(sorted, sorted.dropFirst()) where next.start < range.end {
            throw .usage("--range \(range.text) and \(next.text) overlap; each moment can belong to only one class")
        }
        guard !takesRest || classes.background != nil else {
            throw .usage("--rest records background, which --no-background excludes; drop one of them")
        }
        let places = sorted.map { range in (range, classes.labels.firstIndex(of: range.label) ?? 0) }
        if !takesRest, let first = sorted.first, let last = sorted.last {
            selection.start = Double(first.start) / 1000
            if last.end < .max { selection.duration = Double(last.end - first.start) / 1000 }
        }
        return .ranges(RangedTakes(places, background: takesRest ? classes.background : nil, every: every))
    }

    /// Throws if an option would have no effect.
    private static func requireMatch(
        _ arguments: Arguments, hasRanges: Bool, hasCountdown: Bool, _ isOfClips: Bool
    ) throws {
        if hasRanges, try arguments.value(of: RecordOption.labels) != nil {
            throw .usage("--range already names the classes; drop --labels")
        }
        if hasRanges, !arguments.has(RecordOption.rest), try arguments.value(of: RecordOption.background) != nil {
            throw .usage("--background has no effect with --range alone; drop it, or add --rest")
        }
        if !hasRanges, arguments.has(RecordOption.rest) {
            throw .usage("--rest works only with --range; add --range LABEL=FROM-TO")
        }
        if !hasCountdown, try arguments.value(of: RecordOption.count) != nil {
            throw .usage("--count works only with --countdown; add --countdown SECONDS, or drop --count")
        }
        if try arguments.value(of: RecordOption.length) != nil, !isOfClips || hasRanges {
            throw .usage("--length is for clips recorded with keys or --countdown; add --clips, or drop it")
        }
    }

    private static func milliseconds(_ seconds: Float) -> Int { Int((1000 * seconds).rounded()) }
}
