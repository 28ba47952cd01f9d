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
