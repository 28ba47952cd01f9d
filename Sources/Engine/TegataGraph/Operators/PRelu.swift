import TegataFormats
import TegataKernelABI

/// The input where it is not negative, otherwise multiplied by a slope; the slopes are broadcast to the input, never
/// the other way round.
struct PRelu: BinaryOperator {
    static let builtin = BuiltinOperator.prelu
    static let versions = 1...1
    static let operation = BinaryOperation.prelu

    let elements: BinaryElements

    init(_ node: NodeReader) throws(GraphError) {
        elements = try BinaryElements(node, hasActivation: false)
        let input = try node.input(0)
        guard elements.outputType == input else {
            throw node.invalid(
                "slope shape", try node.input(1).shape, expected: "extents of the input's \(input.shape) or 1")
        }
    }

    static func value(_ a: Float, _ b: Float) -> Float { a >= 0 ? a : a * b }
}
