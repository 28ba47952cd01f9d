import TegataFormats
import TegataKernelABI

/// `a / b`, broadcast.
struct Divide: BinaryOperator {
    static let builtin = BuiltinOperator.div
    static let versions = 1...2
    static let optionsType: UInt8? = 29
    static let operation = BinaryOperation.divide

    let elements: BinaryElements

    init(_ node: NodeReader) throws(GraphError) {
        elements = try BinaryElements(node, hasActivation: true)
    }

    static func value(_ a: Float, _ b: Float) -> Float { a / b }
}
