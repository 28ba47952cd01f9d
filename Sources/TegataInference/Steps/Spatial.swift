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

extension PlanBuilder {
    mutating func bind(_ step: PoolStep) -> PlanStep {
        let input = operand(step.input)
        let output = operand(step.output)
        let run = kernels.pool
        let rows = WindowRows(window: step.window, inputHeight: step.inputPicture.height)
        let source = step.inputPicture
        let target = step.outputPicture
        let (low, high) = step.activation.bounds
        let pieces = Pieces(target.batches * target.height, least: max(1, 2048 / max(target.width * target.channels, 1)))
        return PlanStep(
            name: "\(step.reduction == .maximum ? "max" : "average") pool \(step.window.height)×\(step.window.width)",
            shape: "\(description(step.input)) → \(description(step.output))", kernel: "f32-pool-\(kernels.level)",
            bytesMoved: byteCount([step.input, step.output]),
            scratchByteCount: step.window.height * MemoryLayout<UnsafePointer<Float>>.stride,
            bind: { context in
                Pointers(input.floats(in: context), output.floats(in: context)).step(taskCount: target.pixels * target.channels == 0 ? 0 : pieces.pieceCount) { pointers, task, scratch in
                    let rowPointers = scratch.assumingMemoryBound(to: UnsafePointer<Float>.self)
                    for index in pieces.range(task) {
                        let (batch, row) = (index / target.height, index % target.height)
                        let picture = pointers.a + batch * source.height * source.width * source.channels
                        let valid = rows.valid(outputRow: row)
                        for windowRow in valid {
                            rowPointers[windowRow - valid.lowerBound] =
                                picture + rows.inputRow(outputRow: row, windowRow: windowRow) * source.width * source.channels
                        }
                        var arguments = PoolArguments(
                            inputRows: rowPointers, rowCount: valid.count, inputWidth: source.width,
                            inputPixelStride: source.channels,
                            output: pointers.output + index * target.width * target.channels, outputWidth: target.width,
                            outputPixelStride: target.channels, channels: target.channels, windowWidth: step.window.width,
                            stride: step.window.strideWidth, padLeft: step.window.padLeft, reduction: step.reduction, low: low,
                            high: high)
                        run(&arguments)
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
            inputExtent: source.height, outputExtent: target.height, alignCorners: step.alignCorners, halfPixelCenters: step.halfPixelCenters)
        let columns = InterpolationAxis(
            inputExtent: source.width, outputExtent: target.width, alignCorners: step.alignCorners, halfPixelCenters: step.halfPixelCenters)
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
        let pieces = Pieces(target.batches * target.height, least: max(1, 2048 / max(target.width * target.channels, 1)))
        let sourceRow = source.width * source.channels
        let targetRow = target.width * target.channels
        return PlanStep(
            name: "resize bilinear", shape: "\(description(step.input)) → \(description(step.output))",
            kernel: "f32-resize-\(kernels.level)", bytesMoved: byteCount([step.input, step.output] + [step.residual].compactMap { $0 }),
            bind: { context in
                let residualFloats = Address?(residual.map { $0.address(in: context) })
                let slopeFloats = Address?(slopes.map { $0.address(in: context) })
                return Pointers(input.floats(in: context), output.floats(in: context)).step(taskCount: target.pixels * target.channels == 0 ? 0 : pieces.pieceCount) { pointers, task, _ in
                    for index in pieces.range(task) {
                        let (batch, row) = (index / target.height, index % target.height)
                        let picture = pointers.a + batch * source.height * sourceRow
                        let neighbours = rows.neighbours(of: row)
                        var arguments = ResizeArguments(
                            top: picture + neighbours.first * sourceRow, bottom: picture + neighbours.second * sourceRow,
                            rowWeight: neighbours.share, columnIndices: tables.indices.pointer.assumingMemoryBound(to: Int32.self),
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

extension Optional<Address> {
    /// An address that may be absent.
    init(_ pointer: UnsafeMutableRawPointer?) {
        self = pointer.map { Address($0) }
    }
}
