/// What an elementwise kernel computes from two operands.
@frozen
package enum BinaryOperation: UInt8, Sendable, CaseIterable {
    case add, subtract, multiply, divide, maximum, minimum
    /// `a` where it is not negative, otherwise `a * b`.
    case prelu
}
