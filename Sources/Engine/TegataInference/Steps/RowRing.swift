import TegataBuffers
import TegataGraph
import TegataKernelABI

/// The image rows that a depthwise convolution reads if it cannot read them from the image itself. They are computed
/// row by row, copied, or saved before being overwritten from above.
struct RowRing: Sendable {
    /// The number of output rows that are computed together: enough for whole tiles, but few enough for the cache.
    let rowsAtOnce: Int
    private let producer: RowProducer?
    #if arch(arm64)
        /// This takes up no memory, because arm64 never copies rows; see ``RowCopies/areMade``.
        private var copies: RowCopies? { nil }
    #else
        private let copies: RowCopies?
    #endif
    private let isInPlace: Bool
    private let rowLength: Int
    private let rowCount: Int
    private let height: Int
    private let padTop: Int
    private let windowHeight: Int

    init(
        of rows: DepthwiseRows, _ instruction: DepthwiseInstruction, tileRows: Int, producer: RowProducer?,
        isInPlace: Bool
    ) {
        let source = instruction.inputShape
        let target = instruction.outputShape
        let window = instruction.window
        rowsAtOnce = max(
            tileRows,
            min(target.height, CacheShare.nearest / max(target.width * target.channels, 1)) / tileRows * tileRows)
        self.producer = producer
        self.isInPlace = isInPlace
        #if !arch(arm64)
            // A block's products hide the time it takes to read rows again, but not the time it takes to read parts of
            // their cache lines again.
            copies =
                producer == nil && rows.readsPartsOfLines
                ? RowCopies(of: rows, instruction, rowsAtOnce: rowsAtOnce) : nil
        #endif
        let length = source.width * source.channels
        rowLength = producer == nil ? length : RowCopies.length(apart: length, rows.inputType)
        rowCount = isInPlace ? max(window.padTop, 1) : window.height + (rowsAtOnce - 1) * window.strideHeight
        height = source.height
        padTop = window.padTop
        windowHeight = window.height
    }

    /// Whether rows cannot be read from the image directly.
    var isNeeded: Bool { producer != nil || isInPlace || copies != nil }

    /// Whether rows are read from the image while it is overwritten from above.
    var isOverwritten: Bool { isInPlace && copies == nil }

    /// The number of elements for the ring and, if the block runs in place, for neighbouring rows that other pieces
    /// overwrite.
    var elementCount: Int {
        let ring = isNeeded ? copies?.elementCount ?? rowCount.clampedProduct(with: rowLength) : 0
        return ring.clampedSum(with: isInPlace ? (windowHeight - 1).clampedProduct(with: rowLength) : 0)
    }

    private func neighbours(_ ring: Elements) -> Elements { ring + (copies?.elementCount ?? rowCount * rowLength) }

    /// Copies the rows around a piece that its windows cover, before other pieces overwrite them.
    func saveNeighbours(of piece: Range<Int>, picture: Elements, ring: Elements) {
        for row in piece.lowerBound - padTop..<piece.upperBound + windowHeight - 1 - padTop
        where row >= 0 && row < height && !piece.contains(row) {
            neighbour(row, of: piece, ring).copy(from: picture + row * rowLength, count: rowLength)
        }
    }

    private func neighbour(_ row: Int, of piece: Range<Int>, _ ring: Elements) -> Elements {
        let place = row < piece.lowerBound ? row - piece.lowerBound + padTop : padTop + row - piece.upperBound
        return neighbours(ring) + place * rowLength
    }

    /// Saves the last of the rows that are about to be overwritten, for the windows below them.
    func saveOverwritten(_ rows: Range<Int>, picture: Elements, ring: Elements) {
        for row in max(rows.lowerBound, rows.upperBound - padTop)..<rows.upperBound {
            place(of: row, ring).copy(from: picture + row * rowLength, count: rowLength)
        }
    }

    private func place(of row: Int, _ ring: Elements) -> Elements { ring + row % rowCount * rowLength }

    /// Returns a row. Rows are requested in ascending order, apart from the last few. `filled` is the first row that is
    /// not yet in the ring or, in place, the first that has not been overwritten.
    @inline(__always)
    func row(
        _ row: Int, of picture: Elements, piece: Range<Int>, filled: inout Int, ring: Elements,
        producerScratch: UnsafeMutableRawPointer
    ) -> Elements {
        guard isNeeded else { return picture + row * rowLength }
        guard let producer else {
            if isInPlace && !piece.contains(row) { return neighbour(row, of: piece, ring) }
            if let copies { return copies.row(row, of: picture, filled: &filled, ring: ring) }
            return row < filled ? place(of: row, ring) : picture + row * rowLength
        }
        let place = place(of: row, ring)
        if row >= filled {
            producer.run(row: row, picture: picture, output: place, scratch: producerScratch)
            filled = row + 1
        }
        return place
    }
}

/// A convolution that computes one row of its output at a time, into its own memory.
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
        width = instruction.outputShape.width
        channels = instruction.outputShape.channels
    }

    var scratchByteCount: Int { isPixel ? product.scratchByteCount : runs.scratchByteCount }

    func run(row: Int, picture: Elements, output: Elements, scratch: UnsafeMutableRawPointer) {
        if isPixel {
            product.run(
                MatrixProduct.Operands(
                    a: picture + row * width * product.inner, aRowStride: product.inner, segmentLength: product.inner,
                    output: output, outputRowStride: channels, rows: width, scratch: scratch))
        } else {
            runs.run(
                rows: row..<row + 1, picture: picture, output: output, residual: nil, residualStride: 0,
                scratch: scratch)
        }
    }
}

/// Copies of the rows under a few windows of a depthwise convolution, in a ring. Rows that are whole pages apart share
/// the same few places in the nearest cache, so they evict each other before the next window needs them.
struct RowCopies: Sendable {
    private let pictureRowLength: Int
    private let rowLength: Int
    private let rowCount: Int

    /// Whether this kind of processor benefits from copies. Programs for arm64 do not contain this code.
    static var areMade: Bool {
        #if arch(arm64)
            false
        #else
            true
        #endif
    }

    /// Returns nil if rows are read from the image directly.
    @inline(__always)
    init?(of rows: DepthwiseRows, _ instruction: DepthwiseInstruction, rowsAtOnce: Int) {
        guard Self.areMade else { return nil }
        pictureRowLength = instruction.inputShape.width * instruction.inputShape.channels
        rowLength = Self.length(apart: pictureRowLength, rows.inputType)
        rowCount = instruction.window.height + (rowsAtOnce - 1) * instruction.window.strideHeight
        guard rowLength > pictureRowLength, rows.canRunTogether, instruction.multiplier == 1,
            elementCount <= CacheShare.middle
        else { return nil }
    }

    /// Returns the row length, in elements, that keeps rows from being whole pages apart.
    static func length(apart length: Int, _ type: ElementType) -> Int {
        length * type.byteCount % 4096 == 0 ? length + 64 / type.byteCount : length
    }

    var elementCount: Int { rowCount.clampedProduct(with: rowLength) }

    /// Returns a row. Rows are requested in ascending order, apart from the last few. `filled` is the first row that is
    /// not yet in the ring.
    func row(_ row: Int, of picture: Elements, filled: inout Int, ring: Elements) -> Elements {
        let place = ring + row % rowCount * rowLength
        if row >= filled {
            place.copy(from: picture + row * pictureRowLength, count: pictureRowLength)
            filled = row + 1
        }
        return place
    }
}
