import TegataBLAS
import TegataBuffers
import TegataGraph
import TegataKernelABI
import TegataKernelSelection

/// A convolution's operands that change from run to run.
struct ConvolutionOperands: Sendable {
    let outputChannels: Int
    /// The number of elements between adjacent pixels of the residual, which is also the number of columns that it
    /// covers.
    let residualColumns: Int
    private let input: Operand
    private let output: Operand
    private let residual: Operand?

    /// If `hasResidual` is false, the caller computes the residual during the run.
    init(_ builder: inout PlanBuilder, _ instruction: ConvolutionInstruction, hasResidual: Bool = true) {
        outputChannels = instruction.outputShape.channels
        residualColumns = builder.residualColumns(of: instruction)
        input = builder.operand(instruction.input)
        output = builder.operand(instruction.output)
        residual = hasResidual ? instruction.residual.map { builder.operand($0) } : nil
    }

    func bind(_ context: BindingContext) -> Bound {
        Bound(
            input: input.elements(in: context), output: output.elements(in: context),
            residual: residual.map { $0.elements(in: context) }, outputChannels: outputChannels,
            residualColumns: residualColumns)
    }

    /// The operands with their positions in the arena.
    struct Bound: Sendable {
        let input: Elements
        let output: Elements
        let residual: Elements?
        let outputChannels: Int
        let residualColumns: Int

        /// Returns the operands of the product for some output pixels, whose rows of A are dense.
        func product(
            a: Elements, inner: Int, firstPixel: Int, rows: Int, scratch: UnsafeMutableRawPointer? = nil
        ) -> MatrixProduct.Operands {
            MatrixProduct.Operands(
                a: a, aRowStride: inner, segmentLength: inner, output: output + firstPixel * outputChannels,
                outputRowStride: outputChannels, residual: residual.map { $0 + firstPixel * residualColumns },
                residualRowStride: residualColumns, rows: rows, scratch: scratch)
        }
    }
}

/// Gathers the input elements under output pixels' windows into rows of a matrix, for windows that are not contiguous
/// runs of the image.
struct Patches: Sendable {
    private let instruction: ConvolutionInstruction

    init(_ instruction: ConvolutionInstruction) {
        self.instruction = instruction
    }

    /// The output pixels, in pieces whose patches fit into a cache.
    var pieces: TaskSplit {
        TaskSplit(instruction.outputShape.pixels, size: max(8, CacheShare.middle / max(instruction.inner, 1)))
    }

    /// The number of elements in one piece's patches.
    var scratchElementCount: Int { min(pieces.size, pieces.count) * instruction.inner }

    func gather(_ input: Elements, group: Int, pixels: Range<Int>, to target: Elements) {
        let window = instruction.window
        let source = instruction.inputShape
        let output = instruction.outputShape
        let channels = source.channels / instruction.groups
        var destination = target
        for pixel in pixels {
            let column = pixel % output.width
            let row = pixel / output.width % output.height
            let batch = pixel / (output.width * output.height)
            for windowRow in 0..<window.height {
                let inputRow = row * window.strideHeight - window.padTop + windowRow * window.dilationHeight
                for windowColumn in 0..<window.width {
                    let inputColumn = column * window.strideWidth - window.padLeft + windowColumn * window.dilationWidth
                    if inputRow >= 0, inputRow < source.height, inputColumn >= 0, inputColumn < source.width {
                        let position = (batch * source.height + inputRow) * source.width + inputColumn
                        destination.copy(from: input + position * source.channels + group * channels, count: channels)
                    } else {
                        destination.clear(count: channels)
                    }
                    destination = destination + channels
                }
            }
        }
    }
}
