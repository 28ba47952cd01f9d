import TegataBLAS
import TegataBuffers
import TegataGraph
import TegataKernelABI
import TegataKernelSelection

/// The operands of a convolution that change from run to run.
struct ConvolutionOperands: Sendable {
    let outputChannels: Int
    /// Elements between two pixels of the residual, which is also how many columns it reaches over.
    let residualColumns: Int
    private let input: Operand
    private let output: Operand
    private let residual: Operand?

    /// Without `hasResidual` the caller makes the residual while it runs.
    init(_ builder: inout PlanBuilder, _ instruction: ConvolutionInstruction, hasResidual: Bool = true) {
        outputChannels = instruction.outputPicture.channels
        residualColumns = instruction.residual.map { builder.graph.values[$0].type.shape.dimensions.last ?? 0 } ?? 0
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

    /// The operands, with their places in the arena.
    struct Bound: Sendable {
        let input: Elements
        let output: Elements
        let residual: Elements?
        let outputChannels: Int
        let residualColumns: Int

        /// Operands of the product for some pixels of the output, whose rows of A are dense.
        func product(a: Elements, inner: Int, firstPixel: Int, rows: Int) -> MatrixProduct.Operands {
            MatrixProduct.Operands(
                a: a, aRowStride: inner, segmentLength: inner, output: output + firstPixel * outputChannels,
                outputRowStride: outputChannels, residual: residual.map { $0 + firstPixel * residualColumns },
                residualRowStride: residualColumns, rows: rows)
        }
    }
}
