import TegataFormats
import TegataKernelABI

/// Negative values become 0.
struct Relu: UnaryOperator {
    static let builtin = BuiltinOperator.relu
    static let versions = 1...3
    static let function = UnaryFunction.relu

    let type: TensorType

    init(_ node: NodeReader) throws(GraphError) {
        type = try Self.operandType(node)
    }

    static func value(_ argument: Float) -> Float {
        argument < 0 ? 0 : argument
    }
}
