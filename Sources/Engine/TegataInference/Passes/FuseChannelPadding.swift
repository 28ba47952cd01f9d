import TegataGraph

/// Lets a convolution take a residual with fewer channels than its output, instead of one that was filled up with zeros
/// first.
func fuseChannelPadding(_ graph: inout LoweredGraph) {
    let usage = Usage(graph)
    var instructions = graph.instructions.map { Optional($0) }
    for (index, instruction) in graph.instructions.enumerated() {
        guard case .convolution(var convolution) = instruction, convolution.groups == 1,
            let residual = convolution.residual,
            !usage.isBoundary[residual], usage.readers[residual].count == 1, usage.writers[residual].count == 2,
            case .fill(let fill) = graph.instructions[usage.writers[residual][0]], fill.value == 0,
            case .copy(let copy) = graph.instructions[usage.writers[residual][1]], copy.readsInOrder,
            copy.inputOffset == 0,
            copy.outputOffset == 0, graph.values[copy.input].constant == nil,
            let narrow = graph.values[copy.input].type.shape.dimensions.last, narrow > 0,
            let wide = graph.values[residual].type.shape.dimensions.last,
            graph.values[copy.input].type.shape.dimensions.dropLast()
                == graph.values[residual].type.shape.dimensions.dropLast(),
            copy.covers(
                extents: [graph.values[copy.input].type.shape.count / narrow, narrow], outputStrides: [wide, 1])
        else { continue }
        convolution.residual = copy.input
        instructions[usage.writers[residual][0]] = nil
        instructions[usage.writers[residual][1]] = nil
        instructions[index] = .convolution(convolution)
    }
    graph.instructions = instructions.compactMap { $0 }
}
