/// Times are in the order of their epochs and then of their seconds. Negative infinity is before all others, and
/// indefinite times, positive infinity and what is not valid come behind them in this order.
extension CMTime: Comparable, Hashable {
    /// Whether ``CMTimeCompare(_:_:)`` finds no difference: 1/2 and 2/4 are equal.
    public static func == (left: CMTime, right: CMTime) -> Bool { CMTimeCompare(left, right) == 0 }
    /// Whether the left time is before the right one in the order of ``CMTimeCompare(_:_:)``.
    public static func < (left: CMTime, right: CMTime) -> Bool { CMTimeCompare(left, right) < 0 }

    /// Adds what ``==(_:_:)`` compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(rank)
        guard rank == numericRank else { return }
        // Equal times are the same fraction when it is reduced.
        let divisor = greatestCommonDivisor(Int128(timescale), Int128(value.magnitude))
        hasher.combine(epoch)
        hasher.combine(Int128(value) / divisor)
        hasher.combine(Int128(timescale) / divisor)
    }

    /// Where times that are no numbers stand among the others.
    fileprivate var rank: Int32 {
        if !isValid { return 4 }
        if isPositiveInfinity { return 3 }
        if isIndefinite { return 2 }
        if isNegativeInfinity { return 0 }
        return timescale > 0 ? numericRank : 4
    }
}

private let numericRank: Int32 = 1

/// -1 where the first time is less than the second, 1 where it is greater and 0 where they are equal.
public func CMTimeCompare(_ time1: CMTime, _ time2: CMTime) -> Int32 {
    guard time1.rank == time2.rank else { return time1.rank < time2.rank ? -1 : 1 }
    guard time1.rank == numericRank else { return 0 }
    guard time1.epoch == time2.epoch else { return time1.epoch < time2.epoch ? -1 : 1 }
    let left = Int128(time1.value) * Int128(time2.timescale)
    let right = Int128(time2.value) * Int128(time1.timescale)
    return left < right ? -1 : left == right ? 0 : 1
}

/// The lesser of two times.
public func CMTimeMinimum(_ time1: CMTime, _ time2: CMTime) -> CMTime { time2 < time1 ? time2 : time1 }
/// The greater of two times.
public func CMTimeMaximum(_ time1: CMTime, _ time2: CMTime) -> CMTime { time1 < time2 ? time2 : time1 }
