import TegataBuffers
import TegataFormats

/// Constant weights that the file stores as signed bytes: weight = scale · byte, with one scale per output channel.
package struct ByteWeights: Sendable {
    private let constant: Constant
    private let count: Int
    /// The scales, one for each output channel.
    package let scales: [Float]

    fileprivate init(_ constant: Constant, count: Int, scales: [Float]) {
        self.constant = constant
        self.count = count
        self.scales = scales
    }

    /// Returns a copy of the bytes, those of one output channel after those of another.
    package func bytes() -> [Int8] {
        // Constants were checked to have as many bytes as elements.
        guard let shape = Shape([count]) else { return [] }
        return constant.view(shape: shape).unsafeBytes.map { Int8(bitPattern: $0) }
    }
}

/// Converts the weights of operators that multiply float32 inputs by bytes, which LiteRT calls hybrid, to float32.
///
/// The bytes stay with the converted value, for kernels that multiply bytes. LiteRT gives each batch of a hybrid
/// operator's inputs one scale; Tegata gives each pixel its own, or a fixed scale after a clamp, which loses less.
struct HybridWeights {
    /// The operators that may have such weights.
    private static let operators = [
        BuiltinOperator.conv2D, .depthwiseConv2D, .fullyConnected,
    ]

    /// The converted value of each tensor.
    private var converted: [Int: Int] = [:]

    /// Whether an operator multiplies float32 inputs by constant bytes.
    static func isHybrid(_ entry: TFLiteOperator, _ values: [Value]) -> Bool {
        guard operators.contains(entry.code.builtin), entry.inputs.count >= 2, let input = entry.inputs[0],
            let weights = entry.inputs[1]
        else { return false }
        return values[input].type.element == .float32 && values[weights].type.element == .int8
            && values[weights].constant != nil
    }

    /// Returns the value with the converted weights of a hybrid operator, whose tensor is `weights`. Adds the value if
    /// there is none yet.
    mutating func value(
        for weights: Int, of node: NodeReader, in values: inout [Value], _ folding: inout ConstantFolding
    ) throws(GraphError) -> Int {
        if let value = converted[weights] { return value }
        let source = values[weights]
        let quantization = try AffineQuantization(node, input: 1)
        let scales = source.quantization?.scales ?? []
        // LiteRT writes 1 for channels without weights. Infinite weights, and weights without a sign, are damage.
        for scale in scales where !(scale > 0 && scale.isFinite) {
            throw node.invalid("scale of input 1", "zero, negative or not finite", expected: "a positive number")
        }
        for zeroPoint in source.quantization?.zeroPoints ?? [] where zeroPoint != 0 {
            throw node.unsupported("zero point of input 1", zeroPoint, supported: "0")
        }
        let type = TensorType(source.type.shape)
        guard folding.take(byteCount: type.byteCount), let view = source.constantView, let constant = source.constant
        else {
            throw node.unsupported(
                "8-bit weights", "too many tensors that share data", supported: "one tensor for each buffer")
        }
        let buffer = AlignedBuffer(byteCount: type.byteCount)
        let floats = TensorView(type, base: buffer.base)
        for index in 0..<floats.count { floats[index] = quantization.value(of: view.integer(at: index), at: index) }
        var value = Value(name: source.name, type: type, constant: Constant(buffer, element: .float32))
        let channels = type.shape.dimensions.first ?? 0
        if scales.count == 1 || source.quantization?.dimension == 0 {
            value.byteWeights = ByteWeights(
                constant, count: type.shape.count,
                scales: scales.count == 1 ? [Float](repeating: scales[0], count: channels) : scales)
        }
        values.append(value)
        converted[weights] = values.count - 1
        return values.count - 1
    }
}
