import CTegataShims
import TegataFormats
import TegataKernelABI

/// `1 / (1 + exp(-x))`.
struct Logistic: UnaryOperator {
    static let builtin = BuiltinOperator.logistic
    static let versions = 1...3
    static let function = UnaryFunction.logistic

    let type: TensorType

    init(_ node: NodeReader) throws(GraphError) {
        type = try Self.operandType(node)
    }

    static func value(_ argument: Float) -> Float {
        Float(1 / (1 + tegata_exp(-Double(argument))))
    }
}
