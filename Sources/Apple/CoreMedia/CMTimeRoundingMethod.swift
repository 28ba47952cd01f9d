/// What becomes of a time that lies between two ticks of a time scale.
public enum CMTimeRoundingMethod: UInt32, Sendable {
    /// The nearest tick; of two, the one farther from zero. Arithmetic rounds that way.
    case roundHalfAwayFromZero = 1
    case roundTowardZero = 2
    case roundAwayFromZero = 3
    /// Towards zero where the time scale becomes coarser, away from it where it becomes finer. What is below zero stays
    /// below zero.
    case quickTime = 4
    case roundTowardPositiveInfinity = 5
    case roundTowardNegativeInfinity = 6

    /// The nearest tick; of two, the one farther from zero.
    public static let `default` = CMTimeRoundingMethod.roundHalfAwayFromZero
}
