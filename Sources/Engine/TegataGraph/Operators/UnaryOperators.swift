import CTegataShims
import TegataFormats
import TegataKernelABI

/// An operator that maps each element of a float32 tensor separately.
protocol UnaryOperator: Operator {
    static var function: UnaryFunction { get }
    static func value(_ argument: Float) -> Float
    /// The type of both the input and the output.
    var type: TensorType { get }

    init(type: TensorType)
}

/// The operators in this file. Tests and random networks use them all.
package let unaryOperators = [
    OperatorFactory(Relu.self), OperatorFactory(Relu6.self), OperatorFactory(Logistic.self),
    OperatorFactory(Tanh.self), OperatorFactory(HardSwish.self),
]

extension UnaryOperator {
    init(_ node: NodeReader) throws(GraphError) {
        try node.expectOperands(inputs: 1...1)
        self.init(type: try node.floatInput(0))
    }

    var outputTypes: [TensorType] { [type] }

    func evaluate(_ operands: Operands) {
        let input = operands.input(0)
        let output = operands.output
        for index in 0..<output.count {
            output[index] = Self.value(input[index])
        }
    }

    func lower(_ lowering: inout Lowering) {
        lowering.emit(
            .unary(UnaryInstruction(function: Self.function, input: lowering.input(0), output: lowering.output())))
    }
}

/// Negative values become 0.
struct Relu: UnaryOperator {
    static let builtin = BuiltinOperator.relu
    static let versions = 1...3
    static let function = UnaryFunction.relu

    let type: TensorType

    static func value(_ argument: Float) -> Float {
        argument < 0 ? 0 : argument
    }
}

/// Clamps to 0 ... 6.
struct Relu6: UnaryOperator {
    static let builtin = BuiltinOperator.relu6
    static let versions = 1...3
    static let function = UnaryFunction.relu6

    let type: TensorType

    static func value(_ argument: Float) -> Float {
        argument < 0 ? 0 : argument > 6 ? 6 : argument
    }
}

/// `x · clamp(x + 3, 0 ... 6) / 6`.
struct HardSwish: UnaryOperator {
    static let builtin = BuiltinOperator.hardSwish
    static let versions = 1...1
    static let function = UnaryFunction.hardSwish

    let type: TensorType

    static func value(_ argument: Float) -> Float {
        argument * min(6, max(0, argument + 3)) / 6
    }
}

/// `1 / (1 + exp(-x))`.
struct Logistic: UnaryOperator {
    static let builtin = BuiltinOperator.logistic
    static let versions = 1...3
    static let function = UnaryFunction.logistic

    let type: TensorType

    static func value(_ argument: Float) -> Float {
        Float(1 / (1 + tegata_exp(-Double(argument))))
    }
}

/// The hyperbolic tangent.
struct Tanh: UnaryOperator {
    static let builtin = BuiltinOperator.tanh
    static let versions = 1...3
    static let function = UnaryFunction.tanh

    let type: TensorType

    static func value(_ argument: Float) -> Float {
        Float(tegata_tanh(Double(argument)))
    }
}
