import TegataBLAS
import TegataBuffers
import TegataGraph
import TegataKernelABI

/// Who multiplies matrices.
enum MatrixBackend: Sendable {
    /// Our own kernels.
    case kernels
    case blas(BLASLibrary)
}

extension PlanBuilder {
    mutating func bind(_ step: ConvolutionStep) -> PlanStep {
        let window = step.window
        let inner = window.height * window.width * step.inputPicture.channels / step.groups
        var plan = PlanStep(
            name: "convolution \(window.height)×\(window.width)/\(window.strideHeight)",
            shape: "\(description(step.input)) → \(description(step.output))", kernel: "",
            multiplyAccumulates: step.outputPicture.pixels * step.outputPicture.channels * inner,
            bytesMoved: byteCount([step.input, step.output, step.filter] + [step.residual].compactMap { $0 }),
            bind: { _ in { _, _ in } })
        if step.outputPicture.pixels * step.outputPicture.channels == 0 {
            plan.taskCount = 0
        } else if case .blas(let library) = backend {
            bindBLAS(step, library, inner: inner, to: &plan)
        } else if window.isPixel && step.groups == 1 {
            bindPixels(step, to: &plan)
        } else if step.groups == 1 && window.dilationWidth == 1 && window.dilationHeight <= step.inputPicture.height {
            bindRuns(step, to: &plan)
        } else {
            bindPatches(step, inner: inner, to: &plan)
        }
        return plan
    }

    /// 1×1: one matrix product over all pixels, cut by pixels or, where there are more weights than pixels, by panels.
    private mutating func bindPixels(_ step: ConvolutionStep, to plan: inout PlanStep) {
        let product = MatrixProduct(self, step)
        let matrix = pack(
            filter: step.filter, columns: 0..<step.outputPicture.channels, inner: step.inputPicture.channels, bias: step.bias,
            slopes: step.activation.slopes, rows: step.outputPicture.pixels)
        let input = operand(step.input)
        let output = operand(step.output)
        let residual = step.residual.map { operand($0) }
        let rows = step.outputPicture.pixels
        let channels = step.inputPicture.channels
        let rowPieces: Pieces
        let panelPieces: Pieces
        if step.outputPicture.channels > rows {
            rowPieces = Pieces(rows, size: rows)
            panelPieces = Pieces(matrix.panels.count, least: 1, most: 8)
        } else {
            rowPieces = Pieces(rows: rows, inner: channels, tileRows: matrix.panels[0].kernel.tileRows)
            panelPieces = Pieces(matrix.panels.count, size: matrix.panels.count)
        }
        plan.kernel = matrix.kernelNames
        plan.taskCount = rowPieces.pieceCount * panelPieces.pieceCount
        plan.bind = { arena in
            let residual = Address?(residual.map { $0.address(in: arena) })
            return Pointers(input.floats(in: arena), output.floats(in: arena)).body { pointers, task, _ in
                let rows = rowPieces.range(task / panelPieces.pieceCount)
                for panel in panelPieces.range(task % panelPieces.pieceCount) {
                    product.run(
                        matrix.panels[panel], a: pointers.a + rows.lowerBound * channels, aRowStride: channels, segments: 1,
                        segmentLength: channels, segmentStride: 0, output: pointers.output, residual: residual,
                        firstRow: rows.lowerBound, rows: rows.count)
                }
            }
        }
    }

    /// k×k without dilated columns: the taps of one kernel row are one run of the picture's row. Padded pictures are copied row by row
    /// into scratch memory with their border.
    private mutating func bindRuns(_ step: ConvolutionStep, to plan: inout PlanStep) {
        let product = MatrixProduct(self, step)
        let window = step.window
        let source = step.inputPicture
        let target = step.outputPicture
        let matrix = pack(
            filter: step.filter, columns: 0..<target.channels, inner: window.height * window.width * source.channels, bias: step.bias,
            slopes: step.activation.slopes, rows: target.width)
        let input = operand(step.input)
        let output = operand(step.output)
        let residual = step.residual.map { operand($0) }
        let neededWidth = (target.width - 1) * window.strideWidth + window.width
        let neededHeight = (target.height - 1) * window.strideHeight + (window.height - 1) * window.dilationHeight + 1
        let isPadded =
            window.padLeft > 0 || window.padTop > 0 || neededWidth > source.width || neededHeight > source.height
        let sourceRow = source.width * source.channels
        let rowLength = isPadded ? neededWidth * source.channels : sourceRow
        let pieces = Pieces(target.height, least: max(1, 2048 / max(target.width * target.channels, 1)), most: 12)
        let scratchRows = (pieces.size - 1) * window.strideHeight + (window.height - 1) * window.dilationHeight + 1
        let padded = PaddedRows(source: source, padLeft: window.padLeft, width: neededWidth)
        plan.kernel = matrix.kernelNames
        plan.taskCount = target.batches * pieces.pieceCount
        plan.scratchByteCount = isPadded ? scratchRows * rowLength * 4 : 0
        plan.bind = { arena in
            let residual = Address?(residual.map { $0.address(in: arena) })
            return Pointers(input.floats(in: arena), output.floats(in: arena)).body { pointers, task, scratch in
                let batch = task / pieces.pieceCount
                let rows = pieces.range(task % pieces.pieceCount)
                let picture = pointers.a + batch * source.height * sourceRow
                let firstInputRow = rows.lowerBound * window.strideHeight - window.padTop
                var a = picture + max(firstInputRow, 0) * sourceRow
                if isPadded {
                    let count = (rows.count - 1) * window.strideHeight + (window.height - 1) * window.dilationHeight + 1
                    let copy = scratch.assumingMemoryBound(to: Float.self)
                    padded.copy(picture, firstRow: firstInputRow, count: count, to: copy)
                    a = UnsafePointer(copy)
                }
                for row in rows {
                    for panel in matrix.panels {
                        product.run(
                            panel, a: a + (row - rows.lowerBound) * window.strideHeight * rowLength,
                            aRowStride: window.strideWidth * source.channels, segments: window.height,
                            segmentLength: window.width * source.channels, segmentStride: window.dilationHeight * rowLength,
                            output: pointers.output, residual: residual,
                            firstRow: (batch * target.height + row) * target.width, rows: target.width)
                    }
                }
            }
        }
    }

    /// Any window and groups: the taps of each output pixel are gathered into scratch memory.
    private mutating func bindPatches(_ step: ConvolutionStep, inner: Int, to plan: inout PlanStep) {
        let product = MatrixProduct(self, step)
        let target = step.outputPicture
        let columns = target.channels / step.groups
        let pieces = Patches.pieces(step, inner: inner)
        let matrices = (0..<step.groups).map { group in
            pack(
                filter: step.filter, columns: group * columns..<(group + 1) * columns, inner: inner, bias: step.bias,
                slopes: step.activation.slopes, rows: pieces.size)
        }
        let patches = Patches(step)
        let input = operand(step.input)
        let output = operand(step.output)
        let residual = step.residual.map { operand($0) }
        plan.kernel = matrices[0].kernelNames
        plan.taskCount = pieces.pieceCount
        plan.scratchByteCount = pieces.size * inner * 4
        plan.bind = { arena in
            let residual = Address?(residual.map { $0.address(in: arena) })
            return Pointers(input.floats(in: arena), output.floats(in: arena)).body { pointers, task, scratch in
                let pixels = pieces.range(task)
                let gathered = scratch.assumingMemoryBound(to: Float.self)
                for (group, matrix) in matrices.enumerated() {
                    patches.gather(pointers.a, group: group, pixels: pixels, to: gathered)
                    for panel in matrix.panels {
                        product.run(
                            panel, a: gathered, aRowStride: inner, segments: 1, segmentLength: inner, segmentStride: 0,
                            output: pointers.output, residual: residual, firstRow: pixels.lowerBound, rows: pixels.count)
                    }
                }
            }
        }
    }

    /// OpenBLAS multiplies; bias, residual and activation are passes around it.
    private mutating func bindBLAS(_ step: ConvolutionStep, _ library: BLASLibrary, inner: Int, to plan: inout PlanStep) {
        let target = step.outputPicture
        let columns = target.channels / step.groups
        let isPixel = step.window.isPixel && step.groups == 1
        let pieces = isPixel ? Pieces(target.pixels, least: 48, most: 4) : Patches.pieces(step, inner: inner)
        let patches = Patches(step)
        let input = operand(step.input)
        let output = operand(step.output)
        let filter = operand(step.filter)
        let bias = step.bias.map { operand($0) }
        let residual = step.residual.map { operand($0) }
        let epilogue = RowActivation(kernels: kernels, step.activation, slopes: step.activation.slopes.map { operand($0) })
        plan.kernel = "openblas-sgemm"
        plan.taskCount = pieces.pieceCount
        plan.scratchByteCount = isPixel ? 0 : pieces.size * inner * 4
        plan.bind = { arena in
            let weights = Address(filter.address(in: arena))
            let bias = Address?(bias.map { $0.address(in: arena) })
            let residual = Address?(residual.map { $0.address(in: arena) })
            return Pointers(input.floats(in: arena), output.floats(in: arena)).body { pointers, task, scratch in
                let pixels = pieces.range(task)
                let result = pointers.output + pixels.lowerBound * target.channels
                for index in 0..<pixels.count * target.channels {
                    let start = bias.map { $0.floats[index % target.channels] } ?? 0
                    result[index] = start + (residual.map { $0.floats[pixels.lowerBound * target.channels + index] } ?? 0)
                }
                for group in 0..<step.groups {
                    var a = pointers.a + pixels.lowerBound * inner
                    if !isPixel {
                        let gathered = scratch.assumingMemoryBound(to: Float.self)
                        patches.gather(pointers.a, group: group, pixels: pixels, to: gathered)
                        a = UnsafePointer(gathered)
                    }
                    library.multiplyAdd(
                        rows: pixels.count, columns: columns, inner: inner, a: a, aRowStride: inner,
                        b: weights.floats + group * columns * inner, bRowStride: inner, c: result + group * columns,
                        cRowStride: target.channels)
                }
                epilogue.apply(result, rows: pixels.count, channels: target.channels)
            }
        }
    }
}

extension Pieces {
    /// Rows of a product: pieces that keep their part of A in the cache near the core, an even share for a few threads, whole tiles.
    init(rows: Int, inner: Int, tileRows: Int) {
        let wanted = max(4 * tileRows, 16384 / max(inner, 1))
        let pieces = ((rows + wanted - 1) / wanted + 3) / 4 * 4
        let size = (rows + pieces - 1) / pieces
        self.init(rows, size: (size + tileRows - 1) / tileRows * tileRows)
    }
}

/// What all panels of one matrix product share.
private struct MatrixProduct: Sendable {
    let outputChannels: Int
    let activation: Activation
    let low: Float
    let high: Float

    init(_ builder: PlanBuilder, _ step: ConvolutionStep) {
        outputChannels = step.outputPicture.channels
        (activation, low, high) = step.activation.kernelForm
    }

    @inline(__always)
    func run(
        _ panel: PackedMatrix.Panel, a: UnsafePointer<Float>, aRowStride: Int, segments: Int, segmentLength: Int,
        segmentStride: Int, output: UnsafeMutablePointer<Float>, residual: Address?, firstRow: Int, rows: Int
    ) {
        let offset = firstRow * outputChannels + panel.firstColumn
        var arguments = GemmArguments(
            a: a, aRowStride: aRowStride, segments: segments, segmentLength: segmentLength, segmentStride: segmentStride,
            panel: panel.weights, bias: panel.bias, slopes: panel.slopes,
            residual: residual.map { UnsafePointer($0.floats + offset) }, residualRowStride: outputChannels,
            c: output + offset, cRowStride: outputChannels, rows: rows, columns: panel.columns, activation: activation, low: low,
            high: high)
        panel.kernel.run(&arguments)
    }
}

/// Rows of a picture with zeros where a window reaches beyond it.
private struct PaddedRows: Sendable {
    let source: Picture
    let padLeft: Int
    /// Pixels per padded row.
    let width: Int

    func copy(_ picture: UnsafePointer<Float>, firstRow: Int, count: Int, to target: UnsafeMutablePointer<Float>) {
        let rowLength = width * source.channels
        let left = min(padLeft, width) * source.channels
        let middle = max(0, min(width - padLeft, source.width)) * source.channels
        for index in 0..<count {
            let row = target + index * rowLength
            let sourceRow = firstRow + index
            guard sourceRow >= 0, sourceRow < source.height else {
                row.update(repeating: 0, count: rowLength)
                continue
            }
            row.update(repeating: 0, count: left)
            (row + left).update(from: picture + sourceRow * source.width * source.channels, count: middle)
            (row + left + middle).update(repeating: 0, count: rowLength - left - middle)
        }
    }
}

/// Gathers the input elements under the window of output pixels: the columns of a matrix product.
private struct Patches: Sendable {
    let step: ConvolutionStep

    init(_ step: ConvolutionStep) {
        self.step = step
    }

    /// Pieces of the output pixels whose patches fit a cache.
    static func pieces(_ step: ConvolutionStep, inner: Int) -> Pieces {
        Pieces(step.outputPicture.pixels, least: max(8, 32768 / max(inner, 1)), most: step.outputPicture.pixels)
    }

    func gather(_ input: UnsafePointer<Float>, group: Int, pixels: Range<Int>, to target: UnsafeMutablePointer<Float>) {
        let window = step.window
        let source = step.inputPicture
        let output = step.outputPicture
        let channels = source.channels / step.groups
        var destination = target
        for pixel in pixels {
            let column = pixel % output.width
            let row = pixel / output.width % output.height
            let batch = pixel / (output.width * output.height)
            for windowRow in 0..<window.height {
                let inputRow = row * window.strideHeight - window.padTop + windowRow * window.dilationHeight
                for windowColumn in 0..<window.width {
                    let inputColumn = column * window.strideWidth - window.padLeft + windowColumn * window.dilationWidth
                    if inputRow >= 0, inputRow < source.height, inputColumn >= 0, inputColumn < source.width {
                        let position = (batch * source.height + inputRow) * source.width + inputColumn
                        destination.update(from: input + position * source.channels + group * channels, count: channels)
                    } else {
                        destination.update(repeating: 0, count: channels)
                    }
                    destination += channels
                }
            }
        }
    }
}

/// An activation as a pass of its own over rows of channels.
private struct RowActivation: Sendable {
    let run: @Sendable (UnsafePointer<BinaryArguments>) -> Void
    let activation: StepActivation
    let slopes: Address?

    init(kernels: KernelSet, _ activation: StepActivation, slopes: Operand?) {
        run = kernels.binary
        self.activation = activation
        // Slopes are constants, so their address does not depend on the arena.
        self.slopes = slopes.flatMap { $0.constantAddress }
    }

    func apply(_ floats: UnsafeMutablePointer<Float>, rows: Int, channels: Int) {
        switch activation {
        case .none: break
        case .clamp(let low, let high):
            withUnsafePointer(to: Float(0)) { zero in
                var arguments = BinaryArguments(
                    a: floats, aStep: 1, b: zero, bStep: 0, output: floats, count: rows * channels, operation: .add, low: low,
                    high: high)
                run(&arguments)
            }
        case .prelu:
            guard let slopes else { return }
            for row in 0..<rows {
                var arguments = BinaryArguments(
                    a: floats + row * channels, aStep: 1, b: slopes.floats, bStep: 1, output: floats + row * channels,
                    count: channels, operation: .prelu, low: -.infinity, high: .infinity)
                run(&arguments)
            }
        }
    }
}
