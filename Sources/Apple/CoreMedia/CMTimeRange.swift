/// A stand-in for Core Media's ranges of times: from a time on, for so long. The end does not belong to it.
public struct CMTimeRange: Sendable, Hashable {
    public var start: CMTime
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
    public static let invalid = CMTimeRange()

    /// The first time behind the range.
    public var end: CMTime { start + duration }
    /// Whether both times are valid and the duration is not below zero.
    public var isValid: Bool {
        start.isValid && duration.isValid && duration.epoch == 0 && !(duration.isNumeric && duration.value < 0)
            && !duration.isNegativeInfinity
    }
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

public func CMTimeRangeMake(start: CMTime, duration: CMTime) -> CMTimeRange {
    CMTimeRange(start: start, duration: duration)
}
public func CMTimeRangeFromTimeToTime(start: CMTime, end: CMTime) -> CMTimeRange { CMTimeRange(start: start, end: end) }
public func CMTimeRangeGetEnd(_ range: CMTimeRange) -> CMTime { range.end }
public func CMTimeRangeEqual(_ range1: CMTimeRange, _ range2: CMTimeRange) -> Bool { range1 == range2 }
public func CMTimeRangeContainsTime(_ range: CMTimeRange, time: CMTime) -> Bool { range.containsTime(time) }
public func CMTimeRangeContainsTimeRange(_ range: CMTimeRange, otherRange: CMTimeRange) -> Bool {
    range.containsTimeRange(otherRange)
}
public func CMTimeRangeGetUnion(_ range: CMTimeRange, otherRange: CMTimeRange) -> CMTimeRange {
    range.union(otherRange)
}
public func CMTimeRangeGetIntersection(_ range: CMTimeRange, otherRange: CMTimeRange) -> CMTimeRange {
    range.intersection(otherRange)
}
