// The operations of kernels. Profiles use the names below. To obtain the names of enumeration cases, the runtime would
// have to search for them, using more stack than small threads have.

/// The function that a kernel applies to a finished sum before storing it.
@frozen
package enum Activation: UInt8, Sendable {
    case none
    /// Clamps to `low ... high`.
    case clamp
    /// Multiplies negative values by the channel's slope.
    case prelu
}

/// The function of an elementwise kernel with one operand.
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

/// The operation of an elementwise kernel with two operands.
@frozen
package enum BinaryOperation: UInt8, Sendable, CaseIterable {
    case add, subtract, multiply, divide, maximum, minimum
    /// `a` if it is not negative, otherwise `a * b`.
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

/// The operation that reduces a window or an axis to one value.
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
