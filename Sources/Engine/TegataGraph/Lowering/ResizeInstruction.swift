import TegataKernelABI

/// Bilinear interpolation; the activation comes first, then the residual is added.
package struct ResizeInstruction: Sendable {
    package var input: Int
    package var residual: Int?
    package var output: Int
    package var inputPicture: Picture
    package var outputPicture: Picture
    package var alignCorners: Bool
    package var halfPixelCenters: Bool
    package var activation: LoweredActivation

    package init(
        input: Int, residual: Int? = nil, output: Int, inputPicture: Picture, outputPicture: Picture,
        alignCorners: Bool,
        halfPixelCenters: Bool, activation: LoweredActivation = .none
    ) {
        self.input = input
        self.residual = residual
        self.output = output
        self.inputPicture = inputPicture
        self.outputPicture = outputPicture
        self.alignCorners = alignCorners
        self.halfPixelCenters = halfPixelCenters
        self.activation = activation
    }
}
