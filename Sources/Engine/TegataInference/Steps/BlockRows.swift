import TegataBuffers
import TegataGraph
import TegataKernelABI

/// A block that computes a few rows of its output at a time. A ring contains the rows under a window; the depthwise
/// rows follow it in scratch memory and are then projected.
struct BlockRows: Sendable {
    private let depthwise: DepthwiseRows
    private let projection: MatrixProduct
    private let pool: PoolRows?
    private let ring: RowRing
    private let isInPlace: Bool
    /// The depthwise convolution's output image.
    private let middle: ImageShape
    /// The number of elements of an input image.
    private let pictureLength: Int
    /// The number of elements of a pooled row.
    private let pooledLength: Int

    private let pointersPart: ScratchLayout.Part
    private let ringPart: ScratchLayout.Part
    private let depthwisePart: ScratchLayout.Part
    private let pooledPart: ScratchLayout.Part
    private let pooledPointersPart: ScratchLayout.Part
    private let projectionPart: ScratchLayout.Part
    private let producerPart: ScratchLayout.Part
    /// The scratch memory in bytes that a task needs.
    let scratchByteCount: Int

    init(
        _ instruction: BlockInstruction, expansion: RowProducer?, depthwise: DepthwiseRows, projection: MatrixProduct,
        pool: PoolRows?, isInPlace: Bool
    ) {
        self.depthwise = depthwise
        self.projection = projection
        self.pool = pool
        self.isInPlace = isInPlace
        middle = instruction.depthwise.outputShape
        let start = instruction.expansion?.inputShape ?? instruction.depthwise.inputShape
        pictureLength = start.height * start.width * start.channels
        pooledLength = middle.width * (pool?.instruction.outputShape.channels ?? 0)
        // The rows of an expansion are many times wider than its input.
        let tile = depthwise.kernel.tiling.height(rows: expansion == nil ? middle.height : min(middle.height, 4))
        ring = RowRing(of: depthwise, instruction.depthwise, tileRows: tile, producer: expansion, isInPlace: isInPlace)
        var layout = ScratchLayout()
        pointersPart = layout.add(byteCount: depthwise.pointerByteCount(outputRows: ring.rowsAtOnce))
        ringPart = layout.add(elementCount: ring.elementCount, depthwise.inputType)
        depthwisePart = layout.add(
            elementCount: ring.rowsAtOnce * middle.width * depthwise.outputPixelLength, depthwise.outputType)
        pooledPart = layout.add(elementCount: ring.rowsAtOnce * pooledLength, depthwise.inputType)
        pooledPointersPart = layout.add(byteCount: pool?.pointerByteCount ?? 0)
        projectionPart = layout.add(byteCount: projection.scratchByteCount)
        producerPart = layout.add(byteCount: expansion?.scratchByteCount ?? 0)
        scratchByteCount = layout.byteCount
    }

    /// Binds the operands of the projection and the block's input images.
    func bind(_ operands: ConvolutionOperands.Bound, picture: Elements, threadCount: Int) -> BoundStep {
        // Use one piece per thread, because each additional piece recomputes or saves the rows under its first window.
        let most = ring.isNeeded ? threadCount : 4 * threadCount
        let pieces = TaskSplit(middle.height, least: ring.rowsAtOnce, most: most)
        var prepare: BoundStep.Work?
        if isInPlace && pieces.pieceCount > 1 {
            prepare = { task, scratch in
                ring.saveNeighbours(of: pieces.range(task), picture: picture, ring: ringPart.elements(in: scratch))
            }
        }
        return BoundStep(taskCount: middle.batches * pieces.pieceCount, prepare: prepare) { task, scratch in
            let (batch, piece) = (task / pieces.pieceCount, pieces.range(task % pieces.pieceCount))
            run(piece, batch: batch, picture: picture + batch * pictureLength, operands, scratch: scratch)
        }
    }

    /// Computes the output rows in a piece.
    private func run(
        _ piece: Range<Int>, batch: Int, picture: Elements, _ operands: ConvolutionOperands.Bound,
        scratch: UnsafeMutableRawPointer
    ) {
        let pointers = pointersPart.rows(in: scratch)
        let ringMemory = ringPart.elements(in: scratch)
        let depthwiseRows = depthwisePart.elements(in: scratch)
        let pixelLength = depthwise.outputPixelLength
        depthwise.bytes?.storeScales(
            in: depthwiseRows.pointer, count: min(ring.rowsAtOnce, piece.count) * middle.width)
        var filled = ring.isOverwritten ? piece.lowerBound : 0
        for row in stride(from: piece.lowerBound, to: piece.upperBound, by: ring.rowsAtOnce) {
            let rows = row..<min(row + ring.rowsAtOnce, piece.upperBound)
            depthwise.run(
                outputRows: rows, pointers: pointers, inputPixelStride: middle.channels, output: depthwiseRows,
                outputRowStride: middle.width * pixelLength, outputPixelStride: pixelLength, firstChannel: 0,
                channels: middle.channels
            ) { inputRow in
                ring.row(
                    inputRow, of: picture, piece: piece, filled: &filled, ring: ringMemory,
                    producerScratch: producerPart.pointer(in: scratch))
            }
            if ring.isOverwritten {
                ring.saveOverwritten(rows, picture: picture, ring: ringMemory)
                filled = rows.upperBound
            }
            project(rows, batch: batch, of: depthwiseRows, picture: picture, operands, scratch: scratch)
        }
    }

    /// Projects the depthwise rows of some output rows, and adds the pooled rows.
    private func project(
        _ rows: Range<Int>, batch: Int, of depthwiseRows: Elements, picture: Elements,
        _ operands: ConvolutionOperands.Bound, scratch: UnsafeMutableRawPointer
    ) {
        var product = operands.product(
            a: depthwiseRows, inner: middle.channels,
            firstPixel: (batch * middle.height + rows.lowerBound) * middle.width, rows: rows.count * middle.width,
            scratch: projectionPart.pointer(in: scratch))
        if let pool {
            let pooled = pooledPart.elements(in: scratch)
            for row in rows {
                pool.run(
                    row: row, picture: picture, output: pooled + (row - rows.lowerBound) * pooledLength,
                    pointers: pooledPointersPart.pointer(in: scratch))
            }
            product.residual = pooled
            product.residualRowStride = pool.instruction.outputShape.channels
        }
        projection.run(product)
    }
}
