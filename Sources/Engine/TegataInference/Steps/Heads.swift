import TegataBuffers
import TegataGraph
import TegataKernelABI

extension HeadsInstruction: PlanInstruction {
    /// The values that all heads read; they share one input.
    var readValues: [Int] { heads.prefix(1).map { $0.input } + heads.flatMap { $0.readValues.dropFirst() } }

    var writtenValues: [Int] { heads.map { $0.output } }

    mutating func replaceInputs(_ value: (Int) -> Int) {
        for index in heads.indices { heads[index].input = value(heads[index].input) }
    }

    func step(_ builder: inout PlanBuilder) -> PlanStep { builder.bind(self) }
}

extension PlanBuilder {
    /// Binds all heads to one matrix product with their columns side by side. Panels with columns from several heads
    /// are computed into scratch memory, and their columns are then copied to each head. If other values are float16,
    /// weights that the file stores as float16 stay float16 in memory.
    mutating func bind(_ instruction: HeadsInstruction) -> PlanStep {
        let first = instruction.heads[0]
        let channelCounts = instruction.heads.map { $0.outputShape.channels }
        let columns = channelCounts.reduce(0, +)
        let pixels = first.outputShape.pixels
        let parts = instruction.heads.map { FilterColumns(instruction: $0, channels: 0..<$0.outputShape.channels) }
        let areFloat16 = instruction.heads.allSatisfy { graph.values[$0.filter].constantView?.type.element == .float16 }
        let keeper = areFloat16 && kernels(for: first.input).elements.weight == .float32 ? float16Kernels : nil
        var panels = keeper.map { packPanels(parts, asFloat16Of: $0) } ?? packPanels(parts)
        let shares = PanelShare.shares(
            ofPanels: panels.map { $0.firstColumn..<$0.firstColumn + $0.columns }, partWidths: channelCounts)
        for index in panels.indices where shares[index].count > 1 { panels[index].columns = panels[index].kernel.width }
        let (activation, low, high) = first.activation.kernelForm
        let product = MatrixProduct(
            panels: panels, elements: kernels(for: first.input).elements, inner: first.inner, activation: activation,
            low: low, high: high, residualColumns: 0, widen: keeper == nil ? nil : kernels.widen)
        // The pieces for a single thread are the largest.
        let mostRows = ProductSplit(product, rows: pixels, columns: columns, threadCount: 1).mostRows
        let scratchWidth = panels.indices.reduce(0) { shares[$1].count > 1 ? max($0, panels[$1].columns) : $0 }
        var layout = ScratchLayout()
        let sharedPart = layout.add(elementCount: mostRows * scratchWidth, ElementType(product.elements.input))
        let widenedPart = layout.add(byteCount: product.widenedByteCount)
        let input = operand(instruction.heads[0].input)
        let outputs = instruction.heads.map { operand($0.output) }
        let outputNames = instruction.heads.reduce("") { "\($0)\($0.isEmpty ? "" : " + ")\(description($1.output))" }
        return PlanStep(
            name: "\(instruction.heads.count) convolutions 1×1/1",
            shape: "\(description(first.input)) → \(outputNames)",
            kernel: product.kernelNames, multiplyAccumulates: (pixels * columns).clampedProduct(with: product.inner),
            bytesMoved: byteCount([first.input] + instruction.heads.flatMap { [$0.output, $0.filter] }),
            scratchByteCount: layout.byteCount,
            bind: { context in
                let pieces = ProductSplit(product, rows: pixels, columns: columns, threadCount: context.threadCount)
                let source = input.elements(in: context)
                let targets = outputs.map { $0.elements(in: context) }
                return BoundStep(taskCount: pieces.count) { task, scratch in
                    let rows = pieces.rows(task)
                    for index in pieces.panels(task) {
                        let panel = product.panels[index]
                        let shares = shares[index]
                        let isShared = shares.count > 1
                        let stride = isShared ? panel.columns : channelCounts[shares[0].part]
                        let target =
                            isShared
                            ? sharedPart.elements(in: scratch)
                            : targets[shares[0].part] + rows.lowerBound * stride + shares[0].partColumn
                        product.run(
                            panels: index..<index + 1,
                            weights: product.weights(of: index, in: widenedPart.pointer(in: scratch)),
                            MatrixProduct.Operands(
                                a: source + rows.lowerBound * product.inner, aRowStride: product.inner,
                                segmentLength: product.inner, output: target - panel.firstColumn,
                                outputRowStride: stride,
                                rows: rows.count))
                        guard isShared else { continue }
                        for share in shares {
                            share.copy(
                                rows: rows, from: target, rowStride: stride, to: targets[share.part],
                                channelCount: channelCounts[share.part])
                        }
                    }
                }
            })
    }
}

extension PanelShare {
    /// Copies rows of the columns from a panel to the head to which they belong.
    @inline(__always)
    fileprivate func copy(
        rows: Range<Int>, from panel: Elements, rowStride: Int, to output: Elements, channelCount: Int
    ) {
        var source = panel + column
        var target = output + rows.lowerBound * channelCount + partColumn
        for _ in rows {
            target.copy(from: source, count: count)
            source = source + rowStride
            target = target + channelCount
        }
    }
}
