import TegataKernelABI

/// A convolution with constant weights; a fully connected layer is one over pixels of a single row.
package struct ConvolutionInstruction: Sendable {
    package var input: Int
    /// Constant, `[output channels][height][width][input channels / groups]`.
    package var filter: Int
    /// Constant, one per output channel.
    package var bias: Int?
    /// Added before the activation; same shape as the output.
    package var residual: Int?
    package var output: Int
    package var inputPicture: Picture
    package var outputPicture: Picture
    package var window: Window
    package var groups: Int
    package var activation: LoweredActivation

    package init(
        input: Int, filter: Int, bias: Int?, residual: Int? = nil, output: Int, inputPicture: Picture,
        outputPicture: Picture,
        window: Window, groups: Int = 1, activation: LoweredActivation
    ) {
        self.input = input
        self.filter = filter
        self.bias = bias
        self.residual = residual
        self.output = output
        self.inputPicture = inputPicture
        self.outputPicture = outputPicture
        self.window = window
        self.groups = groups
        self.activation = activation
    }
}
