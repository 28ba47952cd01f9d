import TegataBuffers
import TegataFormats

/// A network of 1×1 convolutions whose float16 weights are converted by DEQUANTIZE operators, as in the hand networks.
/// It has 6 × 5 pixels of 12, 24 and 10 channels.
package enum SmallNetwork {
    package static let name = "small.tflite"
    package static let inputCount = 6 * 5 * 12

    /// Returns the file. The type of its second input, if it has one, is int32.
    package static func bytes(hasIntegerInput: Bool = false) -> [UInt8] {
        var builder = TFLiteBuilder()
        var random = SplitMix64(seed: 5)
        func halves(_ count: Int) -> [UInt16] {
            // Numbers of either sign from 0.125 to 1.
            (0..<count).map { _ in
                UInt16(truncatingIfNeeded: 0x3000 + random.next() % 0xC00) | UInt16(random.next() % 2) << 15
            }
        }
        func widened(_ name: String, _ shape: [Int]) -> Int {
            let constant = builder.tensor(name + "_half", shape, halfBits: halves(shape.reduce(1, *)))
            let result = builder.tensor(name, shape)
            builder.operation(.dequantize, inputs: [constant], outputs: [result])
            return result
        }
        func convolve(_ input: Int, _ inner: Int, _ channels: Int, clamped: Bool, _ name: String) -> Int {
            let filter = widened(name + "_filter", [channels, 1, 1, inner])
            let bias = widened(name + "_bias", [channels])
            let output = builder.tensor(name, [1, 6, 5, channels])
            builder.operation(
                .conv2D, inputs: [input, filter, bias], outputs: [output],
                options: (1, [0: .int8(0), 1: .int32(1), 2: .int32(1), 3: .int8(clamped ? 3 : 0)]))
            return output
        }
        let input = builder.tensor("input", [1, 6, 5, 12])
        let wide = convolve(input, 12, 24, clamped: true, "wide")
        let narrow = convolve(wide, 24, 10, clamped: false, "narrow")
        builder.inputs = [input]
        if hasIntegerInput { builder.inputs.append(builder.tensor("integers", [3], type: .int32)) }
        builder.outputs = [narrow]
        builder.metadata = [("about", Array("kept".utf8))]
        return builder.bytes()
    }

    package static func file() throws -> NetworkFile { try NetworkFile(bytes: Bytes(bytes()), file: name) }

    /// Returns inputs whose channels depend on one another, so that some channels can compensate for the errors of
    /// others.
    package static func inputs(_ count: Int, seed: UInt64) -> [[Float]] {
        var random = SplitMix64(seed: seed)
        func number() -> Float { Float(random.next() >> 40) * 0x1p-24 - 0.5 }
        return (0..<count).map { _ in
            var input: [Float] = []
            for _ in 0..<30 {
                let common = number()
                for channel in 0..<12 { input.append(common * Float(channel % 4 + 1) + 0.3 * number()) }
            }
            return input
        }
    }
}
