/// What an elementwise kernel computes from one operand.
@frozen
package enum UnaryFunction: UInt8, Sendable, CaseIterable {
    case copy, relu, relu6, hardSwish, tanh, logistic
}
