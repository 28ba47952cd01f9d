/// Frames that are taken because of when a video shows them.
struct RangedTakes {
    private let ranges: [(range: RecordedRange, label: Int)]
    /// What is away from all ranges belongs to it; nil where that is not taken.
    private let background: Int?
    /// Of so many frames of a range, or between ranges, the first is taken.
    private let every: Int
    /// How many frames each range has.
    private var counts: [Int]
    private var last: (place: Int?, number: Int) = (nil, 0)
    /// How many frames have come since the last range began or ended.
    private var countSinceChange = 0

    /// How far from a range its hand may still be on its way, in milliseconds.
    private static let margin = 500

    init(_ ranges: [(range: RecordedRange, label: Int)], background: Int?, every: Int) {
        self.ranges = ranges
        self.background = background
        self.every = every
        counts = [Int](repeating: 0, count: ranges.count)
    }

    /// The ranges in which the video has no frame.
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
