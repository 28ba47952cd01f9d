import TegataClassifiers

/// A layer of a network being trained.
package enum TrainableLayer: Sendable, Equatable {
    /// Multiplies each channel by its scale and adds its shift; both are constant.
    case affine(scale: [Float], shift: [Float])
    /// Multiplies each row by weights and adds a bias.
    case dense(outputs: Int)
    /// Multiplies groups of `kernel` consecutive rows, `stride` apart, by weights and adds a bias.
    case convolution(kernel: Int, stride: Int, outputs: Int)
    /// Normalises each channel to mean 0 and spread 1 over a batch, then applies a scale and a shift.
    case batchNormalization
    /// Replaces negative numbers with 0.
    case relu
    /// Multiplies each number by its logistic function.
    case silu
    /// Sets a fraction of the numbers to 0 during training, and scales up the others to compensate.
    case dropout(rate: Float)
    /// Computes each channel's mean over the rows, then each channel's maximum.
    case meanAndMaximum

    /// Returns the shape of the layer's output.
    package func shape(after input: LayerShape) -> LayerShape {
        switch self {
        case .affine, .batchNormalization, .relu, .silu, .dropout: input
        case .dense(let outputs): LayerShape(frames: input.frames, channels: outputs)
        case .convolution(let kernel, let stride, let outputs):
            LayerShape(frames: (input.frames - kernel) / stride + 1, channels: outputs)
        case .meanAndMaximum: LayerShape(frames: 1, channels: 2 * input.channels)
        }
    }

    /// Returns the number of the layer's trained parameters.
    package func parameterCount(_ input: LayerShape) -> Int {
        switch self {
        case .dense(let outputs): (input.channels + 1) * outputs
        case .convolution(let kernel, _, let outputs): (kernel * input.channels + 1) * outputs
        case .batchNormalization: 2 * input.channels
        default: 0
        }
    }
}
