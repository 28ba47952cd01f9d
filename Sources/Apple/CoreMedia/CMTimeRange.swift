/// A range of times: a start and a duration. The end is excluded.
public struct CMTimeRange: Sendable, Hashable {
    /// The first time of the range.
    public var start: CMTime
    /// The duration of the range.
    public var duration: CMTime

    /// Creates an invalid range.
    public init() {
        self.init(start: .invalid, duration: .invalid)
    }

    /// Creates a range from its start and duration.
    public init(start: CMTime, duration: CMTime) {
        self.start = start
        self.duration = duration
    }

    /// Creates the range between two times.
    public init(start: CMTime, end: CMTime) {
        self.init(start: start, duration: end - start)
    }

    /// An empty range at zero.
    public static let zero = CMTimeRange(start: .zero, duration: .zero)
    /// An invalid range.
    public static let invalid = CMTimeRange()

    /// The first time after the range.
    public var end: CMTime { start + duration }
    /// Whether both times are valid and the duration is not negative.
    public var isValid: Bool {
        start.isValid && duration.isValid && duration.epoch == 0 && !(duration.isNumeric && duration.value < 0)
            && !duration.isNegativeInfinity
    }
    /// Whether the range is valid, but its start or duration is not known yet.
    public var isIndefinite: Bool { isValid && (start.isIndefinite || duration.isIndefinite) }
    /// Whether the range is valid and empty.
    public var isEmpty: Bool { isValid && duration == .zero }

    /// Whether the time lies in the range.
    public func containsTime(_ time: CMTime) -> Bool {
        isValid && time.isValid && start <= time && time < end
    }

    /// Whether all times of the other range lie in this one. An empty range does so if it lies between start and end.
    public func containsTimeRange(_ timeRange: CMTimeRange) -> Bool {
        isValid && timeRange.isValid && start <= timeRange.start && timeRange.end <= end
    }

    /// Returns the smallest range that contains both; invalid if either of them is.
    public func union(_ otherRange: CMTimeRange) -> CMTimeRange {
        guard isValid, otherRange.isValid else { return .invalid }
        return CMTimeRange(
            start: CMTimeMinimum(start, otherRange.start), end: CMTimeMaximum(end, otherRange.end))
    }

    /// Returns the intersection; ``zero`` if it is empty, and invalid if either range is.
    public func intersection(_ otherRange: CMTimeRange) -> CMTimeRange {
        guard isValid, otherRange.isValid else { return .invalid }
        let (first, last) = (CMTimeMaximum(start, otherRange.start), CMTimeMinimum(end, otherRange.end))
        return first < last ? CMTimeRange(start: first, end: last) : .zero
    }
}

/// Returns a range from its start and duration.
public func CMTimeRangeMake(start: CMTime, duration: CMTime) -> CMTimeRange {
    CMTimeRange(start: start, duration: duration)
}
/// Returns the range between two times.
public func CMTimeRangeFromTimeToTime(start: CMTime, end: CMTime) -> CMTimeRange { CMTimeRange(start: start, end: end) }
/// Returns the first time after the range.
public func CMTimeRangeGetEnd(_ range: CMTimeRange) -> CMTime { range.end }
/// Whether both ranges have the same start and duration.
public func CMTimeRangeEqual(_ range1: CMTimeRange, _ range2: CMTimeRange) -> Bool { range1 == range2 }
/// Whether the time lies in the range.
public func CMTimeRangeContainsTime(_ range: CMTimeRange, time: CMTime) -> Bool { range.containsTime(time) }
/// Whether all times of the other range lie in the first one.
public func CMTimeRangeContainsTimeRange(_ range: CMTimeRange, otherRange: CMTimeRange) -> Bool {
    range.containsTimeRange(otherRange)
}
/// Returns the smallest range that contains both; invalid if either of them is.
public func CMTimeRangeGetUnion(_ range: CMTimeRange, otherRange: CMTimeRange) -> CMTimeRange {
    range.union(otherRange)
}
/// Returns the intersection; zero if it is empty, and invalid if either range is.
public func CMTimeRangeGetIntersection(_ range: CMTimeRange, otherRange: CMTimeRange) -> CMTimeRange {
    range.intersection(otherRange)
}
