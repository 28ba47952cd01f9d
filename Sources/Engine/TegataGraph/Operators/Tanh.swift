import CTegataShims
import TegataFormats
import TegataKernelABI

/// The hyperbolic tangent.
struct Tanh: UnaryOperator {
    static let builtin = BuiltinOperator.tanh
    static let versions = 1...3
    static let function = UnaryFunction.tanh

    let type: TensorType

    init(_ node: NodeReader) throws(GraphError) {
        type = try Self.operandType(node)
    }

    static func value(_ argument: Float) -> Float {
        Float(tegata_tanh(Double(argument)))
    }
}
