import TegataGraph

/// Joins a depthwise convolution with the convolutions around it, so that the pictures between them never leave the
/// cache.
func fuseBlocks(_ graph: inout LoweredGraph) {
    let usage = Usage(graph)
    var steps = graph.steps.map { Optional($0) }
    for (index, step) in graph.steps.enumerated() {
        guard case .depthwise(let depthwise) = step, depthwise.multiplier == 1, depthwise.window.dilationHeight == 1,
            depthwise.window.dilationWidth == 1, depthwise.outputPicture.pixels > 0
        else { continue }
        var expansion: ConvolutionStep?
        var expansionIndex: Int?
        if let writer = usage.soleWriter(of: depthwise.input), case .convolution(let before)? = steps[writer],
            before.hasRuns, before.residual == nil, graph.root(of: depthwise.input) == depthwise.input
        {
            expansion = before
            expansionIndex = writer
        }
        let isSmall = depthwise.inputPicture.width <= BlockStep.smallWidth
        if let before = expansion, let expansionIndex, before.isPixel, isSmall, before.outputPicture.batches == 1,
            depthwise.window.height * depthwise.window.width > 1
        {
            steps[expansionIndex] = nil
            steps[index] = .block(BlockStep(cut: .channels, expansion: before, depthwise: depthwise, projection: nil))
            continue
        }
        guard !isSmall, usage.soleWriter(of: depthwise.output) == index,
            graph.root(of: depthwise.output) == depthwise.output,
            let reader = usage.readers[depthwise.output].first, case .convolution(let after)? = steps[reader],
            after.isPixel,
            after.input == depthwise.output
        else { continue }
        if let expansionIndex { steps[expansionIndex] = nil }
        steps[index] = nil
        steps[reader] = .block(BlockStep(cut: .rows, expansion: expansion, depthwise: depthwise, projection: after))
    }
    graph.steps = steps.compactMap { $0 }
}

/// Lets a block pool its own residual, where the residual is the pooled picture that the block starts from.
func fusePooling(_ graph: inout LoweredGraph) {
    let usage = Usage(graph)
    var steps = graph.steps.map { Optional($0) }
    for (index, step) in graph.steps.enumerated() {
        guard case .block(var block) = step, block.cut == .rows, block.expansion == nil,
            let residual = block.projection?.residual,
            let writer = usage.soleWriter(of: residual), case .pool(let pool) = graph.steps[writer],
            pool.input == block.input,
            graph.root(of: residual) == residual
        else { continue }
        block.pooling = pool
        steps[writer] = nil
        steps[index] = .block(block)
    }
    graph.steps = steps.compactMap { $0 }
}

extension BlockStep {
    /// Pictures up to this width are cut by channels: a few rows of them would be most of the picture.
    static let smallWidth = 28
}
