import TegataBLAS
import TegataBuffers
import TegataGraph
import TegataKernelABI
import TegataKernelSelection

/// The operands of a convolution that change from run to run.
struct ConvolutionOperands: Sendable {
    let outputChannels: Int
    /// Floats between two pixels of the residual, which is also how many columns it reaches over.
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
            input: input.floats(in: context), output: output.floats(in: context),
            residual: residual.map { UnsafePointer($0.floats(in: context)) }, outputChannels: outputChannels,
            residualColumns: residualColumns)
    }

    /// Addresses inside the arena, which outlives the closures that hold them.
    struct Bound: @unchecked Sendable {
        let input: UnsafePointer<Float>
        let output: UnsafeMutablePointer<Float>
        let residual: UnsafePointer<Float>?
        let outputChannels: Int
        let residualColumns: Int

        /// Operands of the product for some pixels of the output, whose rows of A are dense.
        func product(a: UnsafePointer<Float>, inner: Int, firstPixel: Int, rows: Int) -> MatrixProduct.Operands {
            MatrixProduct.Operands(
                a: a, aRowStride: inner, segmentLength: inner, output: output + firstPixel * outputChannels,
                outputRowStride: outputChannels, residual: residual.map { $0 + firstPixel * residualColumns },
                residualRowStride: residualColumns, rows: rows)
        }
    }
}
