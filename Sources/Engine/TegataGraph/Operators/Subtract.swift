import TegataFormats
import TegataKernelABI

/// `a - b`, broadcast.
struct Subtract: BinaryOperator {
    static let builtin = BuiltinOperator.sub
    static let versions = 1...5
    static let optionsType: UInt8? = 28
    static let operation = BinaryOperation.subtract

    let elements: BinaryElements

    init(_ node: NodeReader) throws(GraphError) {
        elements = try BinaryElements(node, hasActivation: true)
    }

    static func value(_ a: Float, _ b: Float) -> Float { a - b }
}
