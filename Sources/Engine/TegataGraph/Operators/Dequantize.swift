import TegataFormats

/// Widens float16 to float32, or converts 8-bit integers to `scale · (integer − zero point)`. There is either a single
/// scale or one for each slice along an axis.
struct Dequantize: Operator {
    static let builtin = BuiltinOperator.dequantize
    static let versions = 1...9

    private let outputType: TensorType
    /// The quantisation of 8-bit integers; nil for float16.
    private let quantization: AffineQuantization?

    init(_ node: NodeReader) throws(GraphError) {
        try node.expectOperands(inputs: 1...1)
        let input = try node.input(0)
        outputType = TensorType(input.shape)
        switch input.element {
        case .float16: quantization = nil
        case .int8, .uint8: quantization = try AffineQuantization(node, input: 0)
        default:
            throw node.unsupported("element type of input 0", input.element, supported: "float16, int8 or uint8")
        }
    }

    var outputTypes: [TensorType] { [outputType] }

    func evaluate(_ operands: Operands) {
        let input = operands.input(0)
        let output = operands.output
        for index in 0..<output.count {
            output[index] =
                if let quantization { quantization.value(of: input.integer(at: index), at: index) } else {
                    input[index]
                }
        }
    }
}
