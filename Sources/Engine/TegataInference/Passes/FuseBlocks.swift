import TegataGraph

/// Joins a depthwise convolution with the convolutions around it, so that the images between them never leave the
/// cache. They stay separate if a matrix product reads the same elements as an image of another shape.
func fuseBlocks(_ graph: inout LoweredGraph) {
    let usage = Usage(graph)
    var instructions = EditedInstructions(graph)
    for (index, instruction) in graph.instructions.enumerated() {
        guard case .depthwise(let depthwise) = instruction, depthwise.multiplier == 1,
            depthwise.window.dilationHeight == 1,
            depthwise.window.dilationWidth == 1, depthwise.outputShape.pixels > 0
        else { continue }
        var expansion: ConvolutionInstruction?
        var expansionIndex: Int?
        if let writer = usage.soleWriter(of: depthwise.input), case .convolution(let before)? = instructions[writer],
            before.hasRuns, before.residual == nil, before.outputShape == depthwise.inputShape,
            graph.root(of: depthwise.input) == depthwise.input
        {
            expansion = before
            expansionIndex = writer
        }
        let isSmall = depthwise.inputShape.width <= BlockInstruction.smallWidth
        if let before = expansion, let expansionIndex, before.isPixel, isSmall, before.outputShape.batches == 1,
            depthwise.window.height * depthwise.window.width > 1
        {
            instructions[expansionIndex] = nil
            instructions[index] = .block(
                BlockInstruction(cut: .channels, expansion: before, depthwise: depthwise, projection: nil))
            continue
        }
        guard !isSmall, usage.soleWriter(of: depthwise.output) == index,
            graph.root(of: depthwise.output) == depthwise.output,
            let reader = usage.readers[depthwise.output].first, case .convolution(let after)? = instructions[reader],
            after.isPixel, after.input == depthwise.output, after.inputShape == depthwise.outputShape
        else { continue }
        if let expansionIndex { instructions[expansionIndex] = nil }
        instructions[index] = nil
        instructions[reader] = .block(
            BlockInstruction(cut: .rows, expansion: expansion, depthwise: depthwise, projection: after))
    }
    graph.instructions = instructions.kept
}

/// Lets a block compute its own residual if that is its input image after pooling.
func fusePooling(_ graph: inout LoweredGraph) {
    let usage = Usage(graph)
    var instructions = EditedInstructions(graph)
    for (index, instruction) in graph.instructions.enumerated() {
        guard case .block(var block) = instruction, block.cut == .rows, block.expansion == nil,
            let residual = block.projection?.residual,
            let writer = usage.soleWriter(of: residual), case .pool(let pool) = graph.instructions[writer],
            pool.input == block.input,
            graph.root(of: residual) == residual
        else { continue }
        block.pooling = pool
        instructions[writer] = nil
        instructions[index] = .block(block)
    }
    graph.instructions = instructions.kept
}

extension BlockInstruction {
    /// Images up to this width are divided by channels, because a few of their rows would make up most of the image.
    static let smallWidth = 28
}
