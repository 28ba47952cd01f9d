/// A layer of a classifier's network, with its weights.
///
/// A value is a sequence of `frames` rows of `channels` numbers; poses have one row.
package enum ClassifierLayer: Sendable, Equatable {
    /// Multiplies each channel by its scale and adds its shift; after training, batch normalisation turns into this.
    case affine(scale: [Float], shift: [Float])
    /// Multiplies each row by the weights, `[inputs × outputs]`, and adds the bias.
    case dense(weights: [Float], bias: [Float])
    /// Multiplies groups of `kernel` consecutive rows, `stride` apart, by the weights, `[kernel · inputs × outputs]`,
    /// and adds the bias. The ends are not padded.
    case convolution(kernel: Int, stride: Int, weights: [Float], bias: [Float])
    /// Replaces negative numbers with 0.
    case relu
    /// Multiplies each number by its logistic function.
    case silu
    /// Computes each channel's mean over the rows, then each channel's maximum.
    case meanAndMaximum

    /// Returns the shape of the layer's output; nil if the input does not fit its weights.
    package func shape(after input: LayerShape) -> LayerShape? {
        switch self {
        case .affine(let scale, let shift):
            return scale.count == input.channels && shift.count == input.channels ? input : nil
        case .dense(let weights, let bias):
            guard !bias.isEmpty, weights.count == input.channels * bias.count else { return nil }
            return LayerShape(frames: input.frames, channels: bias.count)
        case .convolution(let kernel, let stride, let weights, let bias):
            guard kernel > 0, kernel <= input.frames, stride > 0, !bias.isEmpty,
                weights.count == kernel * input.channels * bias.count
            else { return nil }
            return LayerShape(frames: (input.frames - kernel) / stride + 1, channels: bias.count)
        case .relu, .silu:
            return input
        case .meanAndMaximum:
            return LayerShape(frames: 1, channels: 2 * input.channels)
        }
    }

    /// Whether all weights are finite, as files require.
    var isFinite: Bool {
        switch self {
        case .affine(let first, let second), .dense(let first, let second), .convolution(_, _, let first, let second):
            first.allSatisfy { $0.isFinite } && second.allSatisfy { $0.isFinite }
        case .relu, .silu, .meanAndMaximum: true
        }
    }

    /// Computes one value; both pointers have room for the layer's shapes and must not overlap.
    func apply(_ input: UnsafePointer<Float>, _ shape: LayerShape, to output: UnsafeMutablePointer<Float>) {
        switch self {
        case .affine(let scale, let shift):
            for row in 0..<shape.frames {
                for channel in 0..<shape.channels {
                    let index = row * shape.channels + channel
                    output[index] = input[index] * scale[channel] + shift[channel]
                }
            }
        case .dense(let weights, let bias):
            Self.multiply(
                rows: shape.frames, inputs: shape.channels, stride: shape.channels, input, weights, bias, to: output)
        case .convolution(let kernel, let stride, let weights, let bias):
            Self.multiply(
                rows: (shape.frames - kernel) / stride + 1, inputs: kernel * shape.channels,
                stride: stride * shape.channels, input, weights, bias, to: output)
        case .relu:
            for index in 0..<shape.count { output[index] = max(input[index], 0) }
        case .silu:
            for index in 0..<shape.count { output[index] = input[index] * logistic(input[index]) }
        case .meanAndMaximum:
            poolMeanAndMaximum(input, shape, to: output)
        }
    }

    private static func multiply(
        rows: Int, inputs: Int, stride: Int, _ input: UnsafePointer<Float>, _ weights: [Float], _ bias: [Float],
        to output: UnsafeMutablePointer<Float>
    ) {
        for row in 0..<rows {
            for index in 0..<bias.count { output[row * bias.count + index] = bias[index] }
        }
        weights.withUnsafeBufferPointer { weights in
            guard let weights = weights.baseAddress else { return }
            addDenseProduct(
                rows: rows, inputs: inputs, outputs: bias.count, input: input, inputStride: stride, weights: weights,
                output: output)
        }
    }
}

/// Returns the logistic function of `x`, 1 / (1 + e to the −x).
package func logistic(_ x: Float) -> Float { Float(1 / (1 + exponential(-Double(x)))) }

/// Writes each channel's mean over the rows, then each channel's maximum.
package func poolMeanAndMaximum(
    _ input: UnsafePointer<Float>, _ shape: LayerShape, to output: UnsafeMutablePointer<Float>
) {
    let channels = shape.channels
    for channel in 0..<channels {
        var (sum, largest) = (input[channel], input[channel])
        for row in 1..<max(shape.frames, 1) {
            let value = input[row * channels + channel]
            sum += value
            largest = max(largest, value)
        }
        output[channel] = sum / Float(shape.frames)
        output[channels + channel] = largest
    }
}
