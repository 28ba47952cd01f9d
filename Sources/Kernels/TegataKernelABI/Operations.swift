// What kernels compute. Profiles call operations by the names here: asked for the names of cases, the runtime would look for
// them at the cost of more stack than small threads have.

/// What a kernel does with a finished sum before it stores it.
@frozen
package enum Activation: UInt8, Sendable {
    case none
    /// Clamps to `low ... high`.
    case clamp
    /// Multiplies negative values by the channel's slope.
    case prelu
}

/// What an elementwise kernel computes from one operand.
@frozen
package enum UnaryFunction: UInt8, Sendable, CaseIterable {
    case copy, relu, relu6, hardSwish, tanh, logistic

    package var name: String {
        switch self {
        case .copy: "copy"
        case .relu: "relu"
        case .relu6: "relu6"
        case .hardSwish: "hardSwish"
        case .tanh: "tanh"
        case .logistic: "logistic"
        }
    }
}

/// What an elementwise kernel computes from two operands.
@frozen
package enum BinaryOperation: UInt8, Sendable, CaseIterable {
    case add, subtract, multiply, divide, maximum, minimum
    /// `a` where it is not negative, otherwise `a * b`.
    case prelu

    package var name: String {
        switch self {
        case .add: "add"
        case .subtract: "subtract"
        case .multiply: "multiply"
        case .divide: "divide"
        case .maximum: "maximum"
        case .minimum: "minimum"
        case .prelu: "prelu"
        }
    }
}

/// How a window or an axis is reduced to one value.
@frozen
package enum Reduction: UInt8, Sendable, CaseIterable {
    case sum, mean, maximum, minimum

    package var name: String {
        switch self {
        case .sum: "sum"
        case .mean: "mean"
        case .maximum: "maximum"
        case .minimum: "minimum"
        }
    }
}
