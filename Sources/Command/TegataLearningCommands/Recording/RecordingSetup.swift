import TegataHandCommands
import TegataTool
import TegataVideo

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
        var selection = VideoSelection(pictureRate: try arguments.value(of: VideoPart.pictureRate), every: every)
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
