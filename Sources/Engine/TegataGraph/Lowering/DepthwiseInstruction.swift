import TegataBuffers
import TegataKernelABI

/// A depthwise convolution with constant weights.
package struct DepthwiseInstruction: Sendable {
    package var input: Int
    /// Constant, `[1][height][width][output channels]`.
    package var filter: Int
    package var bias: Int?
    package var output: Int
    package var inputPicture: Picture
    package var outputPicture: Picture
    package var window: Window
    package var activation: LoweredActivation

    /// Output channels per input channel.
    package var multiplier: Int { outputPicture.channels / max(inputPicture.channels, 1) }

    package var products: Int {
        (outputPicture.pixels * outputPicture.channels).clampedProduct(with: window.height * window.width)
    }

    package init(
        input: Int, filter: Int, bias: Int?, output: Int, inputPicture: Picture, outputPicture: Picture, window: Window,
        activation: LoweredActivation
    ) {
        self.input = input
        self.filter = filter
        self.bias = bias
        self.output = output
        self.inputPicture = inputPicture
        self.outputPicture = outputPicture
        self.window = window
        self.activation = activation
    }
}
