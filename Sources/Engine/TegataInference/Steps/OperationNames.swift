import TegataKernelABI

// How operations are called in the names of steps. Asked for the names of cases, the runtime would look for them at the
// cost of more stack than small threads have.

extension UnaryFunction {
    var name: String {
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

extension BinaryOperation {
    var name: String {
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

extension Reduction {
    var name: String {
        switch self {
        case .sum: "sum"
        case .mean: "mean"
        case .maximum: "maximum"
        case .minimum: "minimum"
        }
    }
}
