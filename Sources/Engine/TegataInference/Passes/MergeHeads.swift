import TegataGraph

/// Merges 1×1 convolutions of the same picture into one instruction, which reads it once and has fewer panels with
/// columns that nothing uses.
///
/// The instruction stands where the first of them stood: the others need nothing but the picture and constants.
func mergeHeads(_ graph: inout LoweredGraph) {
    let usage = Usage(graph)
    var instructions = graph.instructions.map { Optional($0) }
    for index in graph.instructions.indices {
        guard case .convolution(let first)? = instructions[index], first.canBeHead else { continue }
        var heads = [first]
        for reader in usage.readers[first.input] where reader > index {
            guard case .convolution(let other)? = instructions[reader], other.canBeHead, other.input == first.input,
                other.inputPicture == first.inputPicture, other.activation == first.activation
            else { continue }
            heads.append(other)
            instructions[reader] = nil
        }
        guard heads.count > 1 else { continue }
        // Widest first: most panels then belong to one head.
        heads.sort { $0.outputPicture.channels > $1.outputPicture.channels }
        instructions[index] = .heads(HeadsInstruction(heads: heads))
    }
    graph.instructions = instructions.compactMap { $0 }
}

extension ConvolutionInstruction {
    fileprivate var canBeHead: Bool {
        isPixel && residual == nil && outputPicture.pixels > 0 && outputPicture.channels > 0
    }
}
