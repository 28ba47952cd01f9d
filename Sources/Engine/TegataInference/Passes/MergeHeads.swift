import TegataGraph

/// Merges 1×1 convolutions of the same image into one instruction, which reads the image once and has fewer panels with
/// unused columns.
///
/// The instruction takes the position of the first one, because the others need only the image and constants.
func mergeHeads(_ graph: inout LoweredGraph) {
    let usage = Usage(graph)
    var instructions = EditedInstructions(graph)
    for index in graph.instructions.indices {
        guard case .convolution(let first)? = instructions[index], first.canBeHead else { continue }
        var heads = [first]
        for reader in usage.readers[first.input] where reader > index {
            guard case .convolution(let other)? = instructions[reader], other.canBeHead, other.input == first.input,
                other.inputShape == first.inputShape, other.activation == first.activation
            else { continue }
            heads.append(other)
            instructions[reader] = nil
        }
        guard heads.count > 1 else { continue }
        // Sort the widest first, so that most panels belong to a single head.
        heads.sort { $0.outputShape.channels > $1.outputShape.channels }
        instructions[index] = .heads(HeadsInstruction(heads: heads))
    }
    graph.instructions = instructions.kept
}

extension ConvolutionInstruction {
    fileprivate var canBeHead: Bool {
        isPixel && residual == nil && outputShape.pixels > 0 && outputShape.channels > 0
    }
}
