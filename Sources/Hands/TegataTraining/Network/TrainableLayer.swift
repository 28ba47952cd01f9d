import TegataClassifiers

/// A step of a network that is trained.
package enum TrainableLayer: Sendable, Equatable {
    /// Every channel times its scale plus its shift, which stay as they are.
    case affine(scale: [Float], shift: [Float])
    /// Every row times weights plus a bias.
    case dense(outputs: Int)
    /// Every `kernel` rows that follow each other, `stride` apart, times weights plus a bias.
    case convolution(kernel: Int, stride: Int, outputs: Int)
    /// Every channel gets the mean 0 and the spread 1 over a batch, then a scale and a shift.
    case batchNormalization
    /// What is negative becomes 0.
    case relu
    /// x times its logistic function.
    case silu
    /// A part of the numbers becomes 0 while training, and the others grow to make up for it.
    case dropout(rate: Float)
    /// The mean over all rows, then the largest over all rows.
    case meanAndMaximum

    /// What comes out of the layer.
    package func shape(after input: LayerShape) -> LayerShape {
        switch self {
        case .affine, .batchNormalization, .relu, .silu, .dropout: input
        case .dense(let outputs): LayerShape(frames: input.frames, channels: outputs)
        case .convolution(let kernel, let stride, let outputs):
            LayerShape(frames: (input.frames - kernel) / stride + 1, channels: outputs)
        case .meanAndMaximum: LayerShape(frames: 1, channels: 2 * input.channels)
        }
    }

    /// How many numbers of the layer are trained.
    package func parameterCount(_ input: LayerShape) -> Int {
        switch self {
        case .dense(let outputs): (input.channels + 1) * outputs
        case .convolution(let kernel, _, let outputs): (kernel * input.channels + 1) * outputs
        case .batchNormalization: 2 * input.channels
        default: 0
        }
    }
}
