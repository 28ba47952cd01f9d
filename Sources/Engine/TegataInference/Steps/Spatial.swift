import TegataBuffers
import TegataGraph
import TegataKernelABI

/// Which rows of the picture a window that starts at a given output row covers.
package struct WindowRows: Sendable {
    package let window: Window
    package let inputHeight: Int

    package init(window: Window, inputHeight: Int) {
        self.window = window
        self.inputHeight = inputHeight
    }

    /// The window's rows that lie inside the picture, as positions within the window.
    package func valid(outputRow: Int) -> Range<Int> {
        let top = outputRow * window.strideHeight - window.padTop
        let dilation = window.dilationHeight
        // Rows before the picture, then rows that still start inside it.
        let first = top >= 0 ? 0 : min(window.height, (-top + dilation - 1) / dilation)
        let beyond = inputHeight - top
        let end = beyond <= 0 ? 0 : min(window.height, (beyond + dilation - 1) / dilation)
        return first..<max(first, end)
    }

    /// The picture's row under a row of the window.
    package func inputRow(outputRow: Int, windowRow: Int) -> Int {
        outputRow * window.strideHeight - window.padTop + windowRow * window.dilationHeight
    }
}

/// Pooling that computes one row of its output at a time.
struct PoolRows: Sendable {
    let step: PoolStep
    private let run: @Sendable (UnsafePointer<PoolArguments>) -> Void
    private let rows: WindowRows
    private let low: Float
    private let high: Float

    init(_ builder: PlanBuilder, _ step: PoolStep) {
        self.step = step
        run = builder.kernels.pool
        rows = WindowRows(window: step.window, inputHeight: step.inputPicture.height)
        (low, high) = step.activation.bounds
    }

    /// Bytes for the addresses of the rows under a window.
    var pointerByteCount: Int { step.window.height * MemoryLayout<UnsafePointer<Float>>.stride }

    /// Computes one output row of the batch whose picture is given.
    func run(
        row: Int, picture: UnsafePointer<Float>, output: UnsafeMutablePointer<Float>, pointers: UnsafeMutableRawPointer
    ) {
        let source = step.inputPicture
        let rowPointers = pointers.assumingMemoryBound(to: UnsafePointer<Float>.self)
        let valid = rows.valid(outputRow: row)
        for (position, windowRow) in valid.enumerated() {
            rowPointers[position] =
                picture + rows.inputRow(outputRow: row, windowRow: windowRow) * source.width * source.channels
        }
        var arguments = PoolArguments(
            inputRows: rowPointers, rowCount: valid.count, inputWidth: source.width, inputPixelStride: source.channels,
            output: output, outputWidth: step.outputPicture.width, outputPixelStride: source.channels,
            channels: source.channels,
            windowWidth: step.window.width, stride: step.window.strideWidth, padLeft: step.window.padLeft,
            reduction: step.reduction, low: low, high: high)
        run(&arguments)
    }
}

extension PlanBuilder {
    mutating func bind(_ step: PoolStep) -> PlanStep {
        let input = operand(step.input)
        let output = operand(step.output)
        let pool = PoolRows(self, step)
        let source = step.inputPicture
        let target = step.outputPicture
        let pieces = Pieces(
            target.batches * target.height, least: max(1, 2048 / max(target.width * target.channels, 1)))
        let taskCount = target.pixels * target.channels == 0 ? 0 : pieces.pieceCount
        return PlanStep(
            name: "\(step.reduction == .maximum ? "max" : "average") pool \(step.window.height)×\(step.window.width)",
            shape: "\(description(step.input)) → \(description(step.output))", kernel: "f32-pool-\(kernels.level)",
            bytesMoved: byteCount([step.input, step.output]), scratchByteCount: pool.pointerByteCount,
            bind: { context in
                Pointers(input.floats(in: context), output.floats(in: context)).step(taskCount: taskCount) {
                    pointers, task, scratch in
                    for index in pieces.range(task) {
                        let (batch, row) = (index / target.height, index % target.height)
                        pool.run(
                            row: row, picture: pointers.a + batch * source.height * source.width * source.channels,
                            output: pointers.output + index * target.width * target.channels, pointers: scratch)
                    }
                }
            })
    }

    mutating func bind(_ step: ResizeStep) -> PlanStep {
        let input = operand(step.input)
        let output = operand(step.output)
        let residual = step.residual.map { operand($0) }
        let slopes: Operand?
        if case .prelu(let value) = step.activation { slopes = operand(value) } else { slopes = nil }
        let run = kernels.resize
        let source = step.inputPicture
        let target = step.outputPicture
        let rows = InterpolationAxis(
            inputExtent: source.height, outputExtent: target.height, alignCorners: step.alignCorners,
            halfPixelCenters: step.halfPixelCenters)
        let columns = InterpolationAxis(
            inputExtent: source.width, outputExtent: target.width, alignCorners: step.alignCorners,
            halfPixelCenters: step.halfPixelCenters)
        let table = AlignedBuffer(byteCount: target.width * 12)
        let indices = table.base.assumingMemoryBound(to: Int32.self)
        let weights = table.floats(at: target.width * 8, count: target.width)
        for column in 0..<target.width {
            let neighbours = columns.neighbours(of: column)
            indices[2 * column] = Int32(neighbours.first)
            indices[2 * column + 1] = Int32(neighbours.second)
            weights[column] = neighbours.share
        }
        retain(table)
        let tables = (indices: Address(table.base), weights: Address(UnsafeMutableRawPointer(weights)))
        let activation = step.activation.kernelForm
        let pieces = Pieces(
            target.batches * target.height, least: max(1, 2048 / max(target.width * target.channels, 1)))
        let sourceRow = source.width * source.channels
        let targetRow = target.width * target.channels
        return PlanStep(
            name: "resize bilinear", shape: "\(description(step.input)) → \(description(step.output))",
            kernel: "f32-resize-\(kernels.level)",
            bytesMoved: byteCount([step.input, step.output] + [step.residual].compactMap { $0 }),
            bind: { context in
                let residualFloats = Address?(residual.map { $0.address(in: context) })
                let slopeFloats = Address?(slopes.map { $0.address(in: context) })
                return Pointers(input.floats(in: context), output.floats(in: context)).step(
                    taskCount: target.pixels * target.channels == 0 ? 0 : pieces.pieceCount
                ) { pointers, task, _ in
                    for index in pieces.range(task) {
                        let (batch, row) = (index / target.height, index % target.height)
                        let picture = pointers.a + batch * source.height * sourceRow
                        let neighbours = rows.neighbours(of: row)
                        var arguments = ResizeArguments(
                            top: picture + neighbours.first * sourceRow,
                            bottom: picture + neighbours.second * sourceRow,
                            rowWeight: neighbours.share,
                            columnIndices: tables.indices.pointer.assumingMemoryBound(to: Int32.self),
                            columnWeights: UnsafePointer(tables.weights.floats), inputPixelStride: source.channels,
                            output: pointers.output + index * targetRow, outputWidth: target.width,
                            outputPixelStride: target.channels, channels: target.channels,
                            slopes: slopeFloats.map { UnsafePointer($0.floats) },
                            residual: residualFloats.map { UnsafePointer($0.floats + index * targetRow) },
                            residualPixelStride: target.channels, activation: activation.kind, low: activation.low,
                            high: activation.high)
                        run(&arguments)
                    }
                }
            })
    }
}

extension Address {
    var floats: UnsafeMutablePointer<Float> { pointer.assumingMemoryBound(to: Float.self) }
}

extension Address? {
    /// An address that may be absent.
    init(_ pointer: UnsafeMutableRawPointer?) {
        self = pointer.map { Address($0) }
    }
}
