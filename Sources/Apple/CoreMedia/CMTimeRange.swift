/// A stand-in for Core Media's ranges of times: from a time on, for so long. The end does not belong to it.
public struct CMTimeRange: Sendable, Hashable {
    /// The first time of the range.
    public var start: CMTime
    /// How long the range lasts.
    public var duration: CMTime

    /// A range that is not valid.
    public init() {
        self.init(start: .invalid, duration: .invalid)
    }

    /// The range from `start` on that lasts `duration`.
    public init(start: CMTime, duration: CMTime) {
        self.start = start
        self.duration = duration
    }

    /// The range between two times.
    public init(start: CMTime, end: CMTime) {
        self.init(start: start, duration: end - start)
    }

    /// A range at zero without length.
    public static let zero = CMTimeRange(start: .zero, duration: .zero)
    /// A range that is not valid.
    public static let invalid = CMTimeRange()

    /// The first time behind the range.
    public var end: CMTime { start + duration }
    /// Whether both times are valid and the duration is not below zero.
    public var isValid: Bool {
        start.isValid && duration.isValid && duration.epoch == 0 && !(duration.isNumeric && duration.value < 0)
            && !duration.isNegativeInfinity
    }
    /// Whether the range is valid, but its start or duration is not known yet.
    public var isIndefinite: Bool { isValid && (start.isIndefinite || duration.isIndefinite) }
    /// Whether the range is valid and without length.
    public var isEmpty: Bool { isValid && duration == .zero }

    /// Whether the time lies in the range.
    public func containsTime(_ time: CMTime) -> Bool {
        isValid && time.isValid && start <= time && time < end
    }

    /// Whether all times of the other range lie in this one; those of an empty range do where it is between start and
    /// end.
    public func containsTimeRange(_ timeRange: CMTimeRange) -> Bool {
        isValid && timeRange.isValid && start <= timeRange.start && timeRange.end <= end
    }

    /// The smallest range with both; not valid where one of them is not.
    public func union(_ otherRange: CMTimeRange) -> CMTimeRange {
        guard isValid, otherRange.isValid else { return .invalid }
        return CMTimeRange(
            start: CMTimeMinimum(start, otherRange.start), end: CMTimeMaximum(end, otherRange.end))
    }

    /// What belongs to both; ``zero`` where there is nothing, and not valid where one of them is not.
    public func intersection(_ otherRange: CMTimeRange) -> CMTimeRange {
        guard isValid, otherRange.isValid else { return .invalid }
        let (first, last) = (CMTimeMaximum(start, otherRange.start), CMTimeMinimum(end, otherRange.end))
        return first < last ? CMTimeRange(start: first, end: last) : .zero
    }
}

/// The range from `start` on that lasts `duration`.
public func CMTimeRangeMake(start: CMTime, duration: CMTime) -> CMTimeRange {
    CMTimeRange(start: start, duration: duration)
}
/// The range between two times.
public func CMTimeRangeFromTimeToTime(start: CMTime, end: CMTime) -> CMTimeRange { CMTimeRange(start: start, end: end) }
/// The first time behind the range.
public func CMTimeRangeGetEnd(_ range: CMTimeRange) -> CMTime { range.end }
/// Whether start and duration of both are equal.
public func CMTimeRangeEqual(_ range1: CMTimeRange, _ range2: CMTimeRange) -> Bool { range1 == range2 }
/// Whether the time lies in the range.
public func CMTimeRangeContainsTime(_ range: CMTimeRange, time: CMTime) -> Bool { range.containsTime(time) }
/// Whether all times of the other range lie in the first one.
public func CMTimeRangeContainsTimeRange(_ range: CMTimeRange, otherRange: CMTimeRange) -> Bool {
    range.containsTimeRange(otherRange)
}
/// The smallest range with both; not valid where one of them is not.
public func CMTimeRangeGetUnion(_ range: CMTimeRange, otherRange: CMTimeRange) -> CMTimeRange {
    range.union(otherRange)
}
/// What belongs to both; zero where there is nothing, and not valid where one of them is not.
public func CMTimeRangeGetIntersection(_ range: CMTimeRange, otherRange: CMTimeRange) -> CMTimeRange {
    range.intersection(otherRange)
}
