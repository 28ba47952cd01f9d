import TegataKernelABI

/// One piece of work of a lowered graph. Numbers named after operands are indices into ``LoweredGraph/values``.
///
/// Operators lower to these few kinds; passes fuse and rewrite them; the inference module binds them to kernels.
package enum Instruction: Sendable {
    case convolution(ConvolutionInstruction)
    case depthwise(DepthwiseInstruction)
    case binary(BinaryInstruction)
    case unary(UnaryInstruction)
    case pool(PoolInstruction)
    case reduce(ReduceInstruction)
    case resize(ResizeInstruction)
    case softmax(SoftmaxInstruction)
    case copy(CopyInstruction)
    case fill(FillInstruction)
    case convert(ConvertInstruction)
    case block(BlockInstruction)
    case heads(HeadsInstruction)
    case evaluate(EvaluateInstruction)
}
