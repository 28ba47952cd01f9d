import TegataKernelABI

/// What happens to a sum before it is stored.
package enum LoweredActivation: Equatable, Sendable {
    case none
    case clamp(low: Float, high: Float)
    /// Multiplies negative values by a slope per channel, a constant value.
    case prelu(slopes: Int)
}
