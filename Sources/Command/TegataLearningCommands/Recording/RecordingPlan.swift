import TegataTool

/// Chooses the frames to record, and their classes.
enum RecordingPlan {
    case keys(KeyedTakes)
    case countdown(CountdownTakes)
    case ranges(RangedTakes)

    /// The class of a recorded frame. Frames with the same number belong to the same clip.
    struct Take: Equatable {
        let label: Int
        let number: Int
    }

    /// Returns the take of the frame at this time; nil if the frame is not recorded.
    mutating func take(at milliseconds: Int) -> Take? {
        switch self {
        case .keys(var takes):
            let take = takes.take(at: milliseconds, keys: Keyboard.pressed())
            self = .keys(takes)
            return take
        case .countdown(var takes):
            let take = takes.take(at: milliseconds)
            self = .countdown(takes)
            return take
        case .ranges(var takes):
            let take = takes.take(at: milliseconds)
            self = .ranges(takes)
            return take
        }
    }

    /// Records that the video has ended.
    mutating func end() {
        guard case .countdown(var takes) = self else { return }
        takes.end()
        self = .countdown(takes)
    }

    /// Whether no more frames will be recorded.
    var isDone: Bool {
        switch self {
        case .keys(let takes): takes.isDone
        case .countdown(let takes): takes.isDone
        case .ranges: false
        }
    }
}

/// Frames that are recorded when the user presses the key of a class.
struct KeyedTakes {
    private let keys: [UInt8: Int]
    private let isOfClips: Bool
    /// The duration in milliseconds after which a clip ends automatically; nil for no limit.
    private let clipLength: Int?
    private(set) var isDone = false

    private var number = 0
    /// The class that is being recorded, and its start in milliseconds.
    private var current: (label: Int, start: Int)?

    private static let endingKeys: Set<UInt8> = [UInt8(ascii: "q"), UInt8(ascii: "Q"), 0x04]
    private static let escape: UInt8 = 0x1B

    init(_ classes: RecordingClasses, isOfClips: Bool, clipLength: Int?) {
        keys = Dictionary(uniqueKeysWithValues: classes.keyed.map { ($0.key, $0.index) })
        self.isOfClips = isOfClips
        self.clipLength = clipLength
    }

    /// Returns the take of the frame at this time, given the keys pressed since the last frame. Nil keys mean that no
    /// more keys will come. A key takes an image or starts a clip; the same key or any other ends the clip.
    mutating func take(at milliseconds: Int, keys pressed: [UInt8]?) -> RecordingPlan.Take? {
        guard let pressed else {
            isDone = true
            return nil
        }
        if !isOfClips { current = nil }
        if let current, let clipLength, milliseconds - current.start >= clipLength { self.current = nil }
        // Escape alone ends the recording. A sequence that starts with it comes from a key such as an arrow key and is
        // ignored.
        if pressed.first == Self.escape {
            isDone = pressed.count == 1
        } else {
            for key in pressed { press(key, milliseconds) }
        }
        guard !isDone, let current else { return nil }
        return RecordingPlan.Take(label: current.label, number: number)
    }

    private mutating func press(_ key: UInt8, _ milliseconds: Int) {
        if Self.endingKeys.contains(key) { isDone = true }
        let small = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(key) ? key + 0x20 : key
        let label = keys[small]
        let isEnding = isOfClips && label == current?.label
        current = isEnding ? nil : label.map { ($0, milliseconds) }
        number += 1
    }
}

/// Frames that are recorded class by class, each after a countdown.
struct CountdownTakes {
    private let labels: [Int]
    private let count: Int
    private let countdown: Int
    /// The length of a clip in milliseconds; nil for images.
    private let clipLength: Int?

    /// The index of the class, the number of its files, and the start of its countdown in milliseconds.
    private var place = 0
    private var taken = 0
    private var waitingSince: Int?
    private var number = 0
    /// The time of the last frame, and the interval since the frame before, in milliseconds.
    private var last: (time: Int, interval: Int)?

    /// Records `count` images or clips for each of the `labels`. Times are in milliseconds.
    init(labels: [Int], count: Int, countdown: Int, clipLength: Int?) {
        self.labels = labels
        self.count = count
        self.countdown = countdown
        self.clipLength = clipLength
    }

    var isDone: Bool { place >= labels.count }

    /// The class that is being recorded or comes next; nil at the end.
    var label: Int? { isDone ? nil : labels[place] }

    /// Returns the seconds left in the countdown at this time; 0 while the class is being recorded.
    func secondsLeft(at milliseconds: Int) -> Int {
        guard let waitingSince else { return 0 }
        return max(0, (waitingSince + countdown - milliseconds + 999) / 1000)
    }

    /// Returns the take of the frame at this time. Each clip has a countdown; the images of a class share one.
    mutating func take(at milliseconds: Int) -> RecordingPlan.Take? {
        last = (milliseconds, last.map { milliseconds - $0.time } ?? 0)
        guard !isDone else { return nil }
        let start = waitingSince ?? milliseconds
        waitingSince = start
        let elapsed = milliseconds - start - countdown
        guard elapsed >= 0 else { return nil }
        if let clipLength, elapsed >= clipLength {
            advance()
            waitingSince = isDone ? nil : milliseconds
            return nil
        }
        let take = RecordingPlan.Take(label: labels[place], number: number)
        if clipLength == nil { advance() }
        return take
    }

    /// Records that the video has ended. The last frame is taken to last as long as the one before, to within a
    /// millisecond, so that it can complete a clip.
    mutating func end() {
        guard let clipLength, let last, let waitingSince else { return }
        if last.time + last.interval + 1 - waitingSince - countdown >= clipLength { advance() }
    }

    private mutating func advance() {
        number += 1
        taken += 1
        guard taken >= count else { return }
        (place, taken, waitingSince) = (place + 1, 0, nil)
    }
}

/// Frames that are recorded because their times lie within given ranges.
struct RangedTakes {
    private let ranges: [(range: RecordedRange, label: Int)]
    /// The class of frames outside all ranges; nil if these are not recorded.
    private let background: Int?
    /// The step between recorded frames within a range, or between ranges, starting with the first frame.
    private let every: Int
    /// The number of frames in each range.
    private var counts: [Int]
    private var last: (place: Int?, number: Int) = (nil, 0)
    /// The number of frames since a range last began or ended.
    private var countSinceChange = 0

    /// The margin around a range in milliseconds, in which the hand may still be moving into or out of the pose.
    private static let margin = 500

    init(_ ranges: [(range: RecordedRange, label: Int)], background: Int?, every: Int) {
        self.ranges = ranges
        self.background = background
        self.every = every
        counts = [Int](repeating: 0, count: ranges.count)
    }

    /// The ranges in which the video has no frames.
    var empty: [RecordedRange] { ranges.indices.filter { counts[$0] == 0 }.map { ranges[$0].range } }

    mutating func take(at milliseconds: Int) -> RecordingPlan.Take? {
        if let place = ranges.firstIndex(where: { $0.range.contains(milliseconds) }) {
            counts[place] += 1
            return take(place, ranges[place].label)
        }
        let isNear = ranges.contains { range, _ in
            milliseconds >= range.start - Self.margin
                && (range.end == .max || milliseconds < range.end + Self.margin)
        }
        guard let background, !isNear else {
            last.place = nil
            return nil
        }
        return take(-1, background)
    }

    private mutating func take(_ place: Int, _ label: Int) -> RecordingPlan.Take? {
        if last.place != place { (last, countSinceChange) = ((place, last.number + 1), 0) }
        defer { countSinceChange += 1 }
        guard countSinceChange % every == 0 else { return nil }
        return RecordingPlan.Take(label: label, number: last.number)
    }
}

/// A part of a video, and the class that it shows.
struct RecordedRange: Sendable {
    let label: String
    /// The start, in milliseconds after the first frame of the video.
    let start: Int
    /// The end, in the same unit; `Int.max` is the end of the video.
    let end: Int

    /// Parses text such as `rock=1.5-3`, `rock=1.5-` or `rock=-3`; nil if it is invalid.
    init?(_ text: String) {
        guard let sign = text.lastIndex(of: "="), let label = RecordingClasses.label(String(text[..<sign])) else {
            return nil
        }
        let times = text[text.index(after: sign)...].split(separator: "-", omittingEmptySubsequences: false)
        guard times.count == 2, times != ["", ""], let start = Self.milliseconds(times[0], otherwise: 0),
            let end = Self.milliseconds(times[1], otherwise: .max), start < end
        else { return nil }
        (self.label, self.start, self.end) = (label, start, end)
    }

    private static func milliseconds(_ text: Substring, otherwise missing: Int) -> Int? {
        guard !text.isEmpty else { return missing }
        guard text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || $0 == UInt8(ascii: ".") }),
            let seconds = Double(text), seconds < 1e9
        else { return nil }
        return Int((1000 * seconds).rounded())
    }

    func contains(_ milliseconds: Int) -> Bool { milliseconds >= start && milliseconds < end }

    /// The range in the form `rock=1.5-3.0`.
    var text: String {
        "\(label)=\(Self.seconds(start))-\(end == .max ? "" : Self.seconds(end))"
    }

    private static func seconds(_ milliseconds: Int) -> String {
        fixed(Double(milliseconds) / 1000, milliseconds % 100 == 0 ? 1 : 3)
    }
}
