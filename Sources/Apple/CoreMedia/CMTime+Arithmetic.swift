// Sums and products are exact if a common time scale can represent them. Otherwise they are rounded to the nearest tick
// and marked as rounded. If there are too many ticks, the time scale is halved; if even the whole seconds do not fit,
// the result is infinite.
//
// Invalid operands take precedence, then infinite and then indefinite ones.

extension CMTime {
    /// Returns the sum; invalid for infinities with opposite signs or times in different epochs.
    public static func + (left: CMTime, right: CMTime) -> CMTime {
        guard left.isValid, right.isValid else { return .invalid }
        let infinities = [left, right].filter { $0.isPositiveInfinity || $0.isNegativeInfinity }
        if let first = infinities.first {
            return infinities.allSatisfy { $0.flags == first.flags } ? first : .invalid
        }
        guard !left.isIndefinite, !right.isIndefinite else { return .indefinite }
        guard left.epoch == right.epoch || left.epoch == 0 || right.epoch == 0 else { return .invalid }
        guard let leftScale = left.positiveTimescale, let rightScale = right.positiveTimescale else { return .invalid }
        // In ticks of the least common multiple, which 31-bit time scales cannot overflow.
        let multiple = leftScale / greatestCommonDivisor(leftScale, rightScale) * rightScale
        let sum = Int128(left.value) * (multiple / leftScale) + Int128(right.value) * (multiple / rightScale)
        return CMTime(
            sum, over: multiple, timescale: min(multiple, Int128(kCMTimeMaxTimescale)),
            wasRounded: left.hasBeenRounded || right.hasBeenRounded,
            epoch: left.epoch == right.epoch ? 0 : left.epoch + right.epoch)
    }

    /// Returns the difference; invalid for equal infinities or times in different epochs.
    public static func - (left: CMTime, right: CMTime) -> CMTime {
        if right.isPositiveInfinity { return left + .negativeInfinity }
        if right.isNegativeInfinity { return left + .positiveInfinity }
        guard right.isNumeric else { return left + right }
        guard right.value == .min else {
            var negative = right
            negative.value = -right.value
            return left + negative
        }
        // This is the only number of ticks that cannot be negated.
        var nearly = right
        nearly.value = .max
        return left + nearly + CMTimeMakeWithEpoch(value: 1, timescale: right.timescale, epoch: 0)
    }

    /// Returns the time in ticks of another time scale.
    ///
    /// The result is infinite if there are too many ticks, and invalid if the time scale is not positive.
    public func convertScale(_ newTimescale: Int32, method: CMTimeRoundingMethod) -> CMTime {
        guard newTimescale > 0 else { return .invalid }
        guard isNumeric else { return self }
        guard let scale = positiveTimescale else { return .invalid }
        let (ticks, isExact) = divide(
            Int128(value) * Int128(newTimescale), by: scale, method, isCoarser: newTimescale < timescale)
        guard let value = Int64(exactly: ticks) else { return ticks < 0 ? .negativeInfinity : .positiveInfinity }
        return CMTime(
            value: value, timescale: newTimescale,
            flags: isExact && !hasBeenRounded ? .valid : [.valid, .hasBeenRounded], epoch: epoch)
    }

    /// Creates a time of `ticks / scale` seconds in ticks of `timescale`, which is halved until the ticks fit.
    ///
    /// Ticks have at most 95 bits and time scales at most 31, so their product fits.
    fileprivate init(_ ticks: Int128, over scale: Int128, timescale: Int128, wasRounded: Bool, epoch: CMTimeEpoch) {
        var timescale = timescale
        while timescale > 0 {
            let (quotient, isExact) = divide(ticks * timescale, by: scale, .default, isCoarser: false)
            if let value = Int64(exactly: quotient), let timescale = Int32(exactly: timescale) {
                self.init(
                    value: value, timescale: timescale,
                    flags: isExact && !wasRounded ? .valid : [.valid, .hasBeenRounded], epoch: epoch)
                return
            }
            timescale /= 2
        }
        self = ticks < 0 ? .negativeInfinity : .positiveInfinity
    }

    /// Returns `self` times `numerator / denominator`.
    fileprivate func multiplied(by numerator: Int32, over denominator: Int32) -> CMTime {
        guard isValid, denominator != 0 else { return .invalid }
        let isNegative = (numerator < 0) != (denominator < 0)
        if isPositiveInfinity || isNegativeInfinity {
            if numerator == 0 { return .invalid }
            return isPositiveInfinity != isNegative ? .positiveInfinity : .negativeInfinity
        }
        guard !isIndefinite else { return .indefinite }
        guard let scale = positiveTimescale else { return .invalid }
        let ticks = Int128(value) * Int128(numerator) * Int128(denominator.signum())
        let divisor = Int128(denominator.magnitude)
        // The smallest number of ticks per second that keeps the value exact.
        let exactScale = scale * (divisor / greatestCommonDivisor(divisor, Int128(ticks.magnitude)))
        return CMTime(
            ticks, over: scale * divisor, timescale: min(exactScale, Int128(kCMTimeMaxTimescale)),
            wasRounded: hasBeenRounded, epoch: epoch)
    }

    private var positiveTimescale: Int128? { timescale > 0 ? Int128(timescale) : nil }
}

func greatestCommonDivisor(_ first: Int128, _ second: Int128) -> Int128 {
    var (large, small) = (first, second)
    while small > 0 { (large, small) = (small, large % small) }
    return large
}

/// Returns the rounded quotient, and whether it is exact.
private func divide(
    _ dividend: Int128, by divisor: Int128, _ method: CMTimeRoundingMethod, isCoarser: Bool
) -> (quotient: Int128, isExact: Bool) {
    let (quotient, remainder) = dividend.quotientAndRemainder(dividingBy: divisor)
    guard remainder != 0 else { return (quotient, true) }
    let away = quotient + (dividend < 0 ? -1 : 1)
    let isAway =
        switch method {
        case .roundHalfAwayFromZero: 2 * remainder.magnitude >= divisor.magnitude
        case .roundTowardZero: false
        case .roundAwayFromZero: true
        case .quickTime: !isCoarser || dividend < 0 && quotient == 0
        case .roundTowardPositiveInfinity: dividend > 0
        case .roundTowardNegativeInfinity: dividend < 0
        }
    return (isAway ? away : quotient, false)
}

/// Returns the sum; invalid for infinities with opposite signs or times in different epochs.
public func CMTimeAdd(_ lhs: CMTime, _ rhs: CMTime) -> CMTime { lhs + rhs }
/// Returns the difference; invalid for equal infinities or times in different epochs.
public func CMTimeSubtract(_ lhs: CMTime, _ rhs: CMTime) -> CMTime { lhs - rhs }
/// Returns the time in ticks of another time scale; invalid if the time scale is not positive.
public func CMTimeConvertScale(_ time: CMTime, timescale newTimescale: Int32, method: CMTimeRoundingMethod) -> CMTime {
    time.convertScale(newTimescale, method: method)
}
/// Returns the product with an integer; invalid for an infinity times zero.
public func CMTimeMultiply(_ time: CMTime, multiplier: Int32) -> CMTime { time.multiplied(by: multiplier, over: 1) }
/// Returns the product with a ratio of integers; invalid if the divisor is zero.
public func CMTimeMultiplyByRatio(_ time: CMTime, multiplier: Int32, divisor: Int32) -> CMTime {
    time.multiplied(by: multiplier, over: divisor)
}
/// Returns the product with a floating-point number. The result keeps the time scale if it is at least 65536; otherwise
/// the time scale is doubled until it is. It is halved if there are too many ticks. The precision is that of a `Double`
/// in seconds.
public func CMTimeMultiplyByFloat64(_ time: CMTime, multiplier: Double) -> CMTime {
    guard time.isNumeric else {
        return multiplier.isNaN ? .invalid : time.multiplied(by: multiplier == 0 ? 0 : multiplier < 0 ? -1 : 1, over: 1)
    }
    guard time.timescale > 0 else { return .invalid }
    var scale = time.timescale
    while scale < 65536 { scale *= 2 }
    var product = CMTime(seconds: time.seconds * multiplier, preferredTimescale: scale)
    if product.isNumeric {
        product.epoch = time.epoch
        if time.hasBeenRounded { product.flags.insert(.hasBeenRounded) }
    }
    return product
}
/// Returns the absolute value of the time.
public func CMTimeAbsoluteValue(_ time: CMTime) -> CMTime {
    if time.isNegativeInfinity { return .positiveInfinity }
    return time.isNumeric && time.value < 0 ? time.multiplied(by: -1, over: 1) : time
}

/// A way of rounding a time that lies between two ticks of a time scale.
public enum CMTimeRoundingMethod: UInt32, Sendable {
    /// The nearest tick; halfway cases round away from zero. Arithmetic uses this.
    case roundHalfAwayFromZero = 1
    /// The next tick towards zero.
    case roundTowardZero = 2
    /// The next tick away from zero.
    case roundAwayFromZero = 3
    /// Towards zero if the time scale becomes coarser, away from zero if it becomes finer. Negative times stay
    /// negative.
    case quickTime = 4
    /// The next tick that is later.
    case roundTowardPositiveInfinity = 5
    /// The next tick that is earlier.
    case roundTowardNegativeInfinity = 6

    /// The nearest tick; halfway cases round away from zero.
    public static let `default` = CMTimeRoundingMethod.roundHalfAwayFromZero
}

/// Times are ordered by their epochs and then by their seconds. Negative infinity comes before all others; indefinite
/// times, positive infinity and invalid times come after them, in this order.
extension CMTime: Comparable, Hashable {
    /// Whether ``CMTimeCompare(_:_:)`` finds no difference: 1/2 and 2/4 are equal.
    public static func == (left: CMTime, right: CMTime) -> Bool { CMTimeCompare(left, right) == 0 }
    /// Whether the left time is before the right one in the order of ``CMTimeCompare(_:_:)``.
    public static func < (left: CMTime, right: CMTime) -> Bool { CMTimeCompare(left, right) < 0 }

    /// Hashes what ``==(_:_:)`` compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(rank)
        guard rank == numericRank else { return }
        // Equal times reduce to the same fraction.
        let divisor = greatestCommonDivisor(Int128(timescale), Int128(value.magnitude))
        hasher.combine(epoch)
        hasher.combine(Int128(value) / divisor)
        hasher.combine(Int128(timescale) / divisor)
    }

    /// The rank of non-numeric times relative to all others.
    fileprivate var rank: Int32 {
        if !isValid { return 4 }
        if isPositiveInfinity { return 3 }
        if isIndefinite { return 2 }
        if isNegativeInfinity { return 0 }
        return timescale > 0 ? numericRank : 4
    }
}

private let numericRank: Int32 = 1

/// Returns -1 if the first time is less than the second, 1 if it is greater and 0 if they are equal.
public func CMTimeCompare(_ time1: CMTime, _ time2: CMTime) -> Int32 {
    guard time1.rank == time2.rank else { return time1.rank < time2.rank ? -1 : 1 }
    guard time1.rank == numericRank else { return 0 }
    guard time1.epoch == time2.epoch else { return time1.epoch < time2.epoch ? -1 : 1 }
    let left = Int128(time1.value) * Int128(time2.timescale)
    let right = Int128(time2.value) * Int128(time1.timescale)
    return left < right ? -1 : left == right ? 0 : 1
}

/// Returns the smaller of two times.
public func CMTimeMinimum(_ time1: CMTime, _ time2: CMTime) -> CMTime { time2 < time1 ? time2 : time1 }
/// Returns the larger of two times.
public func CMTimeMaximum(_ time1: CMTime, _ time2: CMTime) -> CMTime { time1 < time2 ? time2 : time1 }
