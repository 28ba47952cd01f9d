import TegataBuffers
import TegataFormats

/// Constant weights that the file stores as signed bytes: weight = scale · byte. They stay bytes until something reads
/// them as floats. The constant to which they belong must stay alive.
package struct ByteWeights {
    private let view: TensorView
    private let quantization: AffineQuantization
    /// The number of weights per output channel.
    private let depth: Int

    init(_ constant: Constant, _ shape: Shape, _ quantization: AffineQuantization) {
        view = constant.view(shape: shape)
        self.quantization = quantization
        depth = shape.count / max(shape.dimensions.first ?? 1, 1)
    }

    /// Whether all weights of an output channel have the same scale.
    package var hasChannelScales: Bool { quantization.hasOneScale(forEach: depth) }

    /// Whether kernels can multiply the bytes as they are: none is -128, with which the sum of two products could
    /// exceed 16 bits. The format does not allow that weight either.
    package var areFactors: Bool { hasChannelScales && !view.unsafeBytes.contains(0x80) }

    /// Returns the scale of an output channel.
    package func scale(ofChannel channel: Int) -> Float { quantization.value(of: 1, at: channel * depth) }

    /// Returns the bytes of an output channel.
    package func bytes(ofChannel channel: Int) -> UnsafeBufferPointer<Int8> {
        let bytes = view.unsafeBytes.bindMemory(to: Int8.self)
        return UnsafeBufferPointer(rebasing: bytes[channel * depth..<(channel + 1) * depth])
    }

    /// Returns the weights as float32.
    package func floats() -> AlignedBuffer {
        let buffer = AlignedBuffer(byteCount: view.count * MemoryLayout<Float>.stride)
        let floats = buffer.floats(at: 0, count: view.count)
        for index in 0..<view.count { floats[index] = quantization.value(of: view.integer(at: index), at: index) }
        return buffer
    }
}

/// Provides operators that multiply float32 inputs by bytes, which LiteRT calls hybrid, with weights of type float32
/// whose constants are bytes.
///
/// LiteRT uses one scale for each batch of a hybrid operator's inputs; Tegata uses one for each pixel, or a fixed scale
/// after a clamp, which loses less accuracy.
struct HybridWeights {
    /// The operators that may have such weights.
    private static let operators = [
        BuiltinOperator.conv2D, .depthwiseConv2D, .fullyConnected,
    ]

    /// The float32 value of each tensor of bytes.
    private var known: [Int: Int] = [:]

    /// Whether an operator multiplies float32 inputs by constant bytes.
    static func isHybrid(_ entry: TFLiteOperator, _ values: [Value]) -> Bool {
        guard operators.contains(entry.code.builtin), entry.inputs.count >= 2, let input = entry.inputs[0],
            let weights = entry.inputs[1]
        else { return false }
        return values[input].type.element == .float32 && values[weights].type.element == .int8
            && values[weights].constant != nil
    }

    /// Returns the float32 value for a hybrid operator's weights, whose tensor is `weights`. Adds the value if there is
    /// none yet.
    mutating func value(for weights: Int, of node: NodeReader, in values: inout [Value]) throws(GraphError) -> Int {
        if let value = known[weights] { return value }
        let source = values[weights]
        let quantization = try AffineQuantization(node, input: 1)
        // LiteRT writes 1 for channels without weights. Scales that are infinite or not positive mean that the file is
        // damaged.
        for scale in source.quantization?.scales ?? [] where !(scale > 0 && scale.isFinite) {
            throw node.invalid("scale of input 1", "zero, negative or not finite", expected: "a positive number")
        }
        for zeroPoint in source.quantization?.zeroPoints ?? [] where zeroPoint != 0 {
            throw node.unsupported("zero point of input 1", zeroPoint, supported: "0")
        }
        values.append(
            Value(
                name: source.name, type: TensorType(source.type.shape),
                constant: source.constant?.scaled(by: quantization)))
        known[weights] = values.count - 1
        return values.count - 1
    }
}
