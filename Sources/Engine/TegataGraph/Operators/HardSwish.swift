import TegataFormats
import TegataKernelABI

/// `x · clamp(x + 3, 0 ... 6) / 6`.
struct HardSwish: UnaryOperator {
    static let builtin = BuiltinOperator.hardSwish
    static let versions = 1...1
    static let function = UnaryFunction.hardSwish

    let type: TensorType

    init(_ node: NodeReader) throws(GraphError) {
        type = try Self.operandType(node)
    }

    static func value(_ argument: Float) -> Float {
        argument * min(6, max(0, argument + 3)) / 6
    }
}
