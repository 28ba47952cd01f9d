import TegataFormats
import TegataKernelABI

/// Clamps to 0 ... 6.
struct Relu6: UnaryOperator {
    static let builtin = BuiltinOperator.relu6
    static let versions = 1...3
    static let function = UnaryFunction.relu6

    let type: TensorType

    init(_ node: NodeReader) throws(GraphError) {
        type = try Self.operandType(node)
    }

    static func value(_ argument: Float) -> Float {
        argument < 0 ? 0 : argument > 6 ? 6 : argument
    }
}
