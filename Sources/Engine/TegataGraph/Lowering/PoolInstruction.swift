import TegataKernelABI

/// Maximum or mean over a sliding window; taps outside the picture neither count nor contribute.
package struct PoolInstruction: Sendable {
    /// `.maximum` or `.mean`.
    package var reduction: Reduction
    package var input: Int
    package var output: Int
    package var inputPicture: Picture
    package var outputPicture: Picture
    package var window: Window
    package var activation: LoweredActivation

    package init(
        reduction: Reduction, input: Int, output: Int, inputPicture: Picture, outputPicture: Picture, window: Window,
        activation: LoweredActivation
    ) {
        self.reduction = reduction
        self.input = input
        self.output = output
        self.inputPicture = inputPicture
        self.outputPicture = outputPicture
        self.window = window
        self.activation = activation
    }
}
