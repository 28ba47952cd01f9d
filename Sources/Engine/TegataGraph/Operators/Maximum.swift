import TegataFormats
import TegataKernelABI

/// The larger of `a` and `b`, broadcast.
struct Maximum: BinaryOperator {
    static let builtin = BuiltinOperator.maximum
    static let versions = 1...4
    static let operation = BinaryOperation.maximum

    let elements: BinaryElements

    init(_ node: NodeReader) throws(GraphError) {
        elements = try BinaryElements(node, hasActivation: false)
    }

    static func value(_ a: Float, _ b: Float) -> Float { a > b ? a : b }
}
