import TegataKernelABI

/// Several 1×1 convolutions of the same picture, with the same activation and without residuals.
package struct HeadsInstruction: Sendable {
    package var heads: [ConvolutionInstruction]

    package init(heads: [ConvolutionInstruction]) {
        self.heads = heads
    }
}
