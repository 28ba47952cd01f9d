import TegataFormats
import TegataKernelABI

/// The smaller of `a` and `b`, broadcast.
struct Minimum: BinaryOperator {
    static let builtin = BuiltinOperator.minimum
    static let versions = 1...4
    static let operation = BinaryOperation.minimum

    let elements: BinaryElements

    init(_ node: NodeReader) throws(GraphError) {
        elements = try BinaryElements(node, hasActivation: false)
    }

    static func value(_ a: Float, _ b: Float) -> Float { a < b ? a : b }
}
