import TegataFormats
import TegataKernelABI

/// `a + b`, broadcast.
struct Add: BinaryOperator {
    static let builtin = BuiltinOperator.add
    static let versions = 1...6
    static let optionsType: UInt8? = 11
    static let operation = BinaryOperation.add

    let elements: BinaryElements

    init(_ node: NodeReader) throws(GraphError) {
        elements = try BinaryElements(node, hasActivation: true)
    }

    static func value(_ a: Float, _ b: Float) -> Float { a + b }
}
