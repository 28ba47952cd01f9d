/// What a kernel does with a finished sum before it stores it.
@frozen
package enum Activation: UInt8, Sendable {
    case none
    /// Clamps to `low ... high`.
    case clamp
    /// Multiplies negative values by the channel's slope.
    case prelu
}
