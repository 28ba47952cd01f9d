import TegataBuffers
import TegataGraph
import TegataKernelABI

extension PlanBuilder {
    mutating func bind(_ step: BlockStep) -> PlanStep {
        switch step.cut {
        case .rows: return bindRows(step)
        case .channels: return bindChannels(step)
        }
    }

    private func blockName(_ step: BlockStep) -> String {
        let window = step.depthwise.window
        var name = ""
        if let expansion = step.expansion { name += "\(expansion.window.height)×\(expansion.window.width) → " }
        name += "depthwise \(window.height)×\(window.width)/\(window.strideHeight)"
        if step.projection != nil { name += " → 1×1" }
        return name
    }

    private func blockProducts(_ step: BlockStep) -> Int {
        func products(_ step: ConvolutionStep?) -> Int {
            step.map { $0.outputPicture.pixels * $0.outputPicture.channels * $0.inner } ?? 0
        }
        let depthwise = step.depthwise
        return products(step.expansion) + products(step.projection)
            + depthwise.outputPicture.pixels * depthwise.outputPicture.channels * depthwise.window.height * depthwise.window.width
    }

    /// By rows: the rows under one window live in a ring, the depthwise rows of a few output rows behind it.
    private mutating func bindRows(_ step: BlockStep) -> PlanStep {
        guard let projection = step.projection else { preconditionFailure("blocks by rows end with a projection") }
        let source = step.depthwise.inputPicture
        let middle = step.depthwise.outputPicture
        let depthwise = DepthwiseRows(&self, step.depthwise)
        let window = step.depthwise.window
        let projected = pack(projection)
        let operands = ConvolutionOperands(&self, projection)
        let input = operand(step.input)
        var expansion: RowProducer?
        if let before = step.expansion { expansion = RowProducer(before, pack(before)) }
        let producer = expansion

        // Enough output rows at a time for whole tiles, few enough for the cache.
        let rowsAtOnce = max(1, min(middle.height, 8192 / max(middle.width * middle.channels, 1)))
        let ringRows = window.height + (rowsAtOnce - 1) * window.strideHeight
        let ringRowLength = source.width * source.channels
        let ringOffset = aligned(depthwise.pointerByteCount)
        let rowsOffset = ringOffset + (producer == nil ? 0 : aligned(ringRows * ringRowLength * 4))
        let producerOffset = rowsOffset + aligned(rowsAtOnce * middle.width * middle.channels * 4)
        let sourceLength = step.expansion.map { $0.inputPicture } ?? source
        let pictureLength = sourceLength.height * sourceLength.width * sourceLength.channels
        return PlanStep(
            name: blockName(step), shape: "\(description(step.input)) → \(description(step.output))",
            kernel: "\(producer.map { $0.product.kernelNames + " → " } ?? "")\(depthwise.kernel.name) → \(projected.kernelNames)",
            multiplyAccumulates: blockProducts(step),
            bytesMoved: byteCount(Step.block(step).inputs + [step.output]),
            scratchByteCount: producerOffset + (producer?.scratchByteCount ?? 0),
            bind: { context in
                let bound = operands.bind(context)
                let picture = Address(UnsafeMutableRawPointer(input.floats(in: context)))
                // Each further piece computes the rows under its first window again, so there is one per thread.
                let most = producer == nil ? 4 * context.threadCount : context.threadCount
                let pieces = Pieces(middle.height, least: rowsAtOnce, most: most)
                return BoundStep(taskCount: middle.batches * pieces.pieceCount) { task, scratch in
                    let batch = task / pieces.pieceCount
                    let pointers = scratch.assumingMemoryBound(to: UnsafePointer<Float>.self)
                    let ring = (scratch + ringOffset).assumingMemoryBound(to: Float.self)
                    let depthwiseRows = (scratch + rowsOffset).assumingMemoryBound(to: Float.self)
                    let start = UnsafePointer(picture.floats) + batch * pictureLength
                    var expanded = 0
                    var row = pieces.range(task % pieces.pieceCount).lowerBound
                    let end = pieces.range(task % pieces.pieceCount).upperBound
                    while row < end {
                        let count = min(rowsAtOnce, end - row)
                        for offset in 0..<count {
                            let valid = depthwise.rows.valid(outputRow: row + offset)
                            for (position, windowRow) in valid.enumerated() {
                                let inputRow = depthwise.rows.inputRow(outputRow: row + offset, windowRow: windowRow)
                                guard let producer else {
                                    pointers[position] = start + inputRow * ringRowLength
                                    continue
                                }
                                let place = ring + inputRow % ringRows * ringRowLength
                                if inputRow >= expanded {
                                    producer.run(row: inputRow, picture: start, output: place, scratch: scratch + producerOffset)
                                    expanded = inputRow + 1
                                }
                                pointers[position] = UnsafePointer(place)
                            }
                            depthwise.run(
                                inputRows: pointers, valid: valid, inputPixelStride: source.channels,
                                output: depthwiseRows + offset * middle.width * middle.channels,
                                outputPixelStride: middle.channels, firstChannel: 0, channels: middle.channels)
                        }
                        projected.run(
                            bound.product(
                                a: UnsafePointer(depthwiseRows), inner: middle.channels,
                                firstPixel: (batch * middle.height + row) * middle.width, rows: count * middle.width))
                        row += count
                    }
                }
            })
    }

    /// By channels: each panel of the expansion is computed for the whole picture and convolved at once.
    private mutating func bindChannels(_ step: BlockStep) -> PlanStep {
        guard let before = step.expansion else { preconditionFailure("blocks by channels start with an expansion") }
        let source = step.depthwise.inputPicture
        let middle = step.depthwise.outputPicture
        let depthwise = DepthwiseRows(&self, step.depthwise)
        let expansion = pack(before)
        let input = operand(step.input)
        let output = operand(step.output)
        let width = expansion.panels.reduce(0) { max($0, $1.columns) }
        let pictureOffset = aligned(depthwise.pointerByteCount)
        return PlanStep(
            name: blockName(step), shape: "\(description(step.input)) → \(description(step.output))",
            kernel: "\(expansion.kernelNames) → \(depthwise.kernel.name)", multiplyAccumulates: blockProducts(step),
            bytesMoved: byteCount(Step.block(step).inputs + [step.output]),
            scratchByteCount: pictureOffset + source.pixels * width * 4,
            bind: { context in
                Pointers(input.floats(in: context), output.floats(in: context)).step(taskCount: expansion.panels.count) {
                    pointers, task, scratch in
                    let rowPointers = scratch.assumingMemoryBound(to: UnsafePointer<Float>.self)
                    let picture = (scratch + pictureOffset).assumingMemoryBound(to: Float.self)
                    let panel = expansion.panels[task]
                    expansion.run(
                        panels: task..<task + 1,
                        MatrixProduct.Operands(
                            a: pointers.a, aRowStride: expansion.inner, segmentLength: expansion.inner,
                            output: picture - panel.firstColumn, outputRowStride: panel.columns, rows: source.pixels))
                    for row in 0..<middle.height {
                        let valid = depthwise.rows.valid(outputRow: row)
                        for (position, windowRow) in valid.enumerated() {
                            let inputRow = depthwise.rows.inputRow(outputRow: row, windowRow: windowRow)
                            rowPointers[position] = UnsafePointer(picture) + inputRow * source.width * panel.columns
                        }
                        depthwise.run(
                            inputRows: rowPointers, valid: valid, inputPixelStride: panel.columns,
                            output: pointers.output + row * middle.width * middle.channels + panel.firstColumn,
                            outputPixelStride: middle.channels, firstChannel: panel.firstColumn, channels: panel.columns)
                    }
                }
            })
    }
}

/// A convolution that computes one row of its output at a time, into a place of its own.
private struct RowProducer: Sendable {
    let product: MatrixProduct
    private let runs: RunConvolution
    private let isPixel: Bool
    private let width: Int
    private let channels: Int

    init(_ step: ConvolutionStep, _ product: MatrixProduct) {
        self.product = product
        runs = RunConvolution(step, product: product)
        isPixel = step.isPixel
        width = step.outputPicture.width
        channels = step.outputPicture.channels
    }

    var scratchByteCount: Int { isPixel ? 0 : runs.scratchByteCount(rows: 1) }

    func run(
        row: Int, picture: UnsafePointer<Float>, output: UnsafeMutablePointer<Float>, scratch: UnsafeMutableRawPointer
    ) {
        if isPixel {
            product.run(
                MatrixProduct.Operands(
                    a: picture + row * width * product.inner, aRowStride: product.inner, segmentLength: product.inner,
                    output: output, outputRowStride: channels, rows: width))
        } else {
            runs.run(
                rows: row..<row + 1, picture: picture, output: output, residual: nil, residualStride: 0, scratch: scratch)
        }
    }
}
