import TegataFormats
import TegataKernelABI

/// `a · b`, broadcast.
struct Multiply: BinaryOperator {
    static let builtin = BuiltinOperator.mul
    static let versions = 1...8
    static let optionsType: UInt8? = 21
    static let operation = BinaryOperation.multiply

    let elements: BinaryElements

    init(_ node: NodeReader) throws(GraphError) {
        elements = try BinaryElements(node, hasActivation: true)
    }

    static func value(_ a: Float, _ b: Float) -> Float { a * b }
}
