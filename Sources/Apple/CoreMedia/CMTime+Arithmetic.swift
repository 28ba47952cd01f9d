// Sums and products are exact where ticks of a common time scale can hold them, and otherwise rounded to the nearest
// tick and marked so. Where the ticks become too many the time scale is halved; where whole seconds are too many, too,
// the result is infinite.
//
// What is not valid makes everything not valid; then infinities count, and then what is indefinite.

extension CMTime {
    /// The sum; infinities of both signs and times of two epochs have none, and the result is not valid.
    public static func + (left: CMTime, right: CMTime) -> CMTime {
        guard left.isValid, right.isValid else { return .invalid }
        let infinities = [left, right].filter { $0.isPositiveInfinity || $0.isNegativeInfinity }
        if let first = infinities.first {
            return infinities.allSatisfy { $0.flags == first.flags } ? first : .invalid
        }
        guard !left.isIndefinite, !right.isIndefinite else { return .indefinite }
        guard left.epoch == right.epoch || left.epoch == 0 || right.epoch == 0 else { return .invalid }
        guard let leftScale = left.positiveTimescale, let rightScale = right.positiveTimescale else { return .invalid }
        // In ticks of the least common multiple, which two time scales of 31 bits cannot overflow.
        let multiple = leftScale / greatestCommonDivisor(leftScale, rightScale) * rightScale
        let sum = Int128(left.value) * (multiple / leftScale) + Int128(right.value) * (multiple / rightScale)
        return CMTime(
            sum, over: multiple, timescale: min(multiple, Int128(kCMTimeMaxTimescale)),
            wasRounded: left.hasBeenRounded || right.hasBeenRounded,
            epoch: left.epoch == right.epoch ? 0 : left.epoch + right.epoch)
    }

    /// The difference; equal infinities and times of two epochs have none, and the result is not valid.
    public static func - (left: CMTime, right: CMTime) -> CMTime {
        if right.isPositiveInfinity { return left + .negativeInfinity }
        if right.isNegativeInfinity { return left + .positiveInfinity }
        guard right.isNumeric else { return left + right }
        guard right.value == .min else {
            var negative = right
            negative.value = -right.value
            return left + negative
        }
        // The only number of ticks whose opposite there is not.
        var nearly = right
        nearly.value = .max
        return left + nearly + CMTimeMakeWithEpoch(value: 1, timescale: right.timescale, epoch: 0)
    }

    /// The time in ticks of another time scale.
    ///
    /// Ticks that are too many for their number make the result infinite; a time scale that is not above zero makes it
    /// not valid.
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

    /// `ticks / scale` seconds in ticks of `timescale`, or of a half of it and so on where they are too many.
    ///
    /// Ticks have at most 95 bits here and time scales 31, so that their product fits.
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

    /// `self` times `numerator / denominator`.
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
        // As many ticks to a second as keep the value exact.
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

/// The rounded quotient, and whether nothing had to be rounded.
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

/// The sum; not valid for infinities of both signs and times of two epochs.
public func CMTimeAdd(_ lhs: CMTime, _ rhs: CMTime) -> CMTime { lhs + rhs }
/// The difference; not valid for equal infinities and times of two epochs.
public func CMTimeSubtract(_ lhs: CMTime, _ rhs: CMTime) -> CMTime { lhs - rhs }
/// The time in ticks of another time scale; not valid where that is not above zero.
public func CMTimeConvertScale(_ time: CMTime, timescale newTimescale: Int32, method: CMTimeRoundingMethod) -> CMTime {
    time.convertScale(newTimescale, method: method)
}
/// The product with a whole number; not valid for an infinity times zero.
public func CMTimeMultiply(_ time: CMTime, multiplier: Int32) -> CMTime { time.multiplied(by: multiplier, over: 1) }
/// The product with a ratio of whole numbers; not valid where the divisor is zero.
public func CMTimeMultiplyByRatio(_ time: CMTime, multiplier: Int32, divisor: Int32) -> CMTime {
    time.multiplied(by: multiplier, over: divisor)
}
/// The product with a floating-point number, in the time's own time scale where that is at least 65536, otherwise in
/// the first of its doubles that is, and in halves of that where it would have too many ticks. It has the precision of
/// seconds in a `Double`.
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
/// The time's distance from zero.
public func CMTimeAbsoluteValue(_ time: CMTime) -> CMTime {
    if time.isNegativeInfinity { return .positiveInfinity }
    return time.isNumeric && time.value < 0 ? time.multiplied(by: -1, over: 1) : time
}

/// What becomes of a time that lies between two ticks of a time scale.
public enum CMTimeRoundingMethod: UInt32, Sendable {
    /// The nearest tick; of two, the one farther from zero. Arithmetic rounds that way.
    case roundHalfAwayFromZero = 1
    /// The next tick towards zero.
    case roundTowardZero = 2
    /// The next tick away from zero.
    case roundAwayFromZero = 3
    /// Towards zero where the time scale becomes coarser, away from it where it becomes finer. What is below zero stays
    /// below zero.
    case quickTime = 4
    /// The next tick that is later.
    case roundTowardPositiveInfinity = 5
    /// The next tick that is earlier.
    case roundTowardNegativeInfinity = 6

    /// The nearest tick; of two, the one farther from zero.
    public static let `default` = CMTimeRoundingMethod.roundHalfAwayFromZero
}

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
