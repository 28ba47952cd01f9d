import TegataBuffers
import TegataGraph
import TegataKernelABI

/// The rows of the picture that a depthwise convolution reads, where they are not simply there: computed row by row,
/// copied, or those above that were overwritten already.
struct RowRing: Sendable {
    /// Output rows that are worked on together: enough for whole tiles, few enough for the cache.
    let rowsAtOnce: Int
    private let producer: RowProducer?
    private let isInPlace: Bool
    private let isCopied: Bool
    private let pictureRowLength: Int
    private let rowLength: Int
    private let rowCount: Int
    private let height: Int
    private let padTop: Int
    private let windowHeight: Int

    /// At least a tile of output rows is worked on at once, and as many as make up `floats`.
    init(
        of rows: DepthwiseRows, _ instruction: DepthwiseInstruction, tileRows: Int, keeping floats: Int,
        producer: RowProducer? = nil, isInPlace: Bool = false
    ) {
        let source = instruction.inputPicture
        let target = instruction.outputPicture
        let window = instruction.window
        rowsAtOnce = max(
            tileRows, min(target.height, floats / max(target.width * target.channels, 1)) / tileRows * tileRows)
        let rowsUnderWindows = window.height + (rowsAtOnce - 1) * window.strideHeight
        pictureRowLength = source.width * source.channels
        // Rows that are whole pages apart would meet in the same few lines of the nearest cache. What reads half a line
        // at a time comes back for the other half, so that copies of such rows are worth their time there.
        let meet = pictureRowLength * rows.element.byteCount % 4096 == 0
        let apart = pictureRowLength + 64 / rows.element.byteCount
        isCopied =
            producer == nil && meet && rows.kernel.tiling == .wide && rows.canRunTogether && instruction.multiplier == 1
            && rowsUnderWindows.clampedProduct(with: apart) <= CacheShare.middle
        rowLength = meet && (producer != nil || isCopied) ? apart : pictureRowLength
        rowCount = isInPlace && !isCopied ? max(window.padTop, 1) : rowsUnderWindows
        self.producer = producer
        self.isInPlace = isInPlace
        height = source.height
        padTop = window.padTop
        windowHeight = window.height
    }

    /// Whether rows cannot simply be read where the picture is.
    var isNeeded: Bool { producer != nil || isInPlace || isCopied }

    /// Whether rows are read where the picture is although they are overwritten from above.
    var isOverwritten: Bool { isInPlace && !isCopied }

    /// Space for the ring and, in place, for neighbours that other pieces overwrite.
    var elementCount: Int {
        let ring = isNeeded ? rowCount.clampedProduct(with: rowLength) : 0
        return ring.clampedSum(with: isInPlace ? (windowHeight - 1).clampedProduct(with: rowLength) : 0)
    }

    private func neighbours(_ ring: Elements) -> Elements { ring + rowCount * rowLength }

    /// Copies the rows around a piece that its windows reach, before other pieces overwrite them.
    func saveNeighbours(of piece: Range<Int>, picture: Elements, ring: Elements) {
        for row in piece.lowerBound - padTop..<piece.upperBound + windowHeight - 1 - padTop
        where row >= 0 && row < height && !piece.contains(row) {
            neighbour(row, of: piece, ring).copy(from: picture + row * pictureRowLength, count: pictureRowLength)
        }
    }

    private func neighbour(_ row: Int, of piece: Range<Int>, _ ring: Elements) -> Elements {
        let place = row < piece.lowerBound ? row - piece.lowerBound + padTop : padTop + row - piece.upperBound
        return neighbours(ring) + place * rowLength
    }

    /// Keeps the last of the rows that are about to be overwritten for the windows below them.
    func saveOverwritten(_ rows: Range<Int>, picture: Elements, ring: Elements) {
        for row in max(rows.lowerBound, rows.upperBound - padTop)..<rows.upperBound {
            place(of: row, ring).copy(from: picture + row * pictureRowLength, count: pictureRowLength)
        }
    }

    private func place(of row: Int, _ ring: Elements) -> Elements { ring + row % rowCount * rowLength }

    /// Where a row can be read. Rows are asked for in ascending order, apart from the last few; `filled` is the first
    /// that is not in the ring, or in place the first that is not overwritten.
    @inline(__always)
    func row(
        _ row: Int, of picture: Elements, piece: Range<Int>, filled: inout Int, ring: Elements,
        producerScratch: UnsafeMutableRawPointer
    ) -> Elements {
        guard isNeeded else { return picture + row * pictureRowLength }
        let place = place(of: row, ring)
        guard let producer else {
            if isInPlace && !piece.contains(row) { return neighbour(row, of: piece, ring) }
            guard isCopied else { return row < filled ? place : picture + row * pictureRowLength }
            if row >= filled {
                place.copy(from: picture + row * pictureRowLength, count: pictureRowLength)
                filled = row + 1
            }
            return place
        }
        if row >= filled {
            producer.run(row: row, picture: picture, output: place, scratch: producerScratch)
            filled = row + 1
        }
        return place
    }
}

/// A convolution that computes one row of its output at a time, into a place of its own.
struct RowProducer: Sendable {
    let product: MatrixProduct
    private let runs: RunConvolution
    private let isPixel: Bool
    private let width: Int
    private let channels: Int

    init(_ builder: PlanBuilder, _ instruction: ConvolutionInstruction, _ product: MatrixProduct) {
        self.product = product
        runs = RunConvolution(builder, instruction, product: product)
        isPixel = instruction.isPixel
        width = instruction.outputPicture.width
        channels = instruction.outputPicture.channels
    }

    var scratchByteCount: Int { isPixel ? 0 : runs.scratchByteCount }

    func run(row: Int, picture: Elements, output: Elements, scratch: UnsafeMutableRawPointer) {
        if isPixel {
            product.run(
                MatrixProduct.Operands(
                    a: picture + row * width * product.inner, aRowStride: product.inner, segmentLength: product.inner,
                    output: output, outputRowStride: channels, rows: width))
        } else {
            runs.run(
                rows: row..<row + 1, picture: picture, output: output, residual: nil, residualStride: 0,
                scratch: scratch)
        }
    }
}
