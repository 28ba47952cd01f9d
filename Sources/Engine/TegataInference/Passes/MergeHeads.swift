import TegataGraph

/// Merges 1×1 convolutions of the same picture into one step, which reads it once and has fewer panels with columns
/// that nothing uses.
///
/// The step stands where the first of them stood: the others need nothing but the picture and constants.
func mergeHeads(_ graph: inout LoweredGraph) {
    let usage = Usage(graph)
    var steps = graph.steps.map { Optional($0) }
    for index in graph.steps.indices {
        guard case .convolution(let first)? = steps[index], first.canBeHead else { continue }
        var heads = [first]
        for reader in usage.readers[first.input] where reader > index {
            guard case .convolution(let other)? = steps[reader], other.canBeHead, other.input == first.input,
                other.inputPicture == first.inputPicture, other.activation == first.activation
            else { continue }
            heads.append(other)
            steps[reader] = nil
        }
        guard heads.count > 1 else { continue }
        // Widest first: most panels then belong to one head.
        heads.sort { $0.outputPicture.channels > $1.outputPicture.channels }
        steps[index] = .heads(HeadsStep(heads: heads))
    }
    graph.steps = steps.compactMap { $0 }
}

extension ConvolutionStep {
    fileprivate var canBeHead: Bool {
        isPixel && residual == nil && outputPicture.pixels > 0 && outputPicture.channels > 0
    }
}
