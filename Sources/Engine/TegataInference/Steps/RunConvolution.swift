import TegataBuffers
import TegataGraph
import TegataKernelABI

/// A convolution whose taps in one kernel row form a contiguous run in the image row: any window without dilated
/// columns or groups.
///
/// Windows inside the image read it directly. The area under other windows is copied into scratch memory with a border.
struct RunConvolution: Sendable {
    let product: MatrixProduct
    private let window: Window
    private let source: ImageShape
    private let target: ImageShape
    /// The output columns whose windows do not extend beyond either side of the image.
    private let inside: Range<Int>
    /// Converts float32 sums to float16.
    private let narrow: (@Sendable (UnsafePointer<NarrowArguments>) -> Void)?

    init(_ builder: PlanBuilder, _ instruction: ConvolutionInstruction, product: MatrixProduct) {
        self.product = product
        let results = builder.kernels(for: instruction.output)
        narrow = results.elements.input == product.elements.input ? nil : results.narrow
        window = instruction.window
        source = instruction.inputShape
        target = instruction.outputShape
        let first = min((window.padLeft + window.strideWidth - 1) / window.strideWidth, target.width)
        let lastStart = source.width + window.padLeft - window.width
        let end = lastStart < 0 ? 0 : min(lastStart / window.strideWidth + 1, target.width)
        inside = first..<max(first, end)
    }

    /// Returns the number of image columns under the windows of some output columns.
    private func inputWidth(columns: Int) -> Int { (columns - 1) * window.strideWidth + window.width }

    /// The number of image rows under a window.
    private var reach: Int { (window.height - 1) * window.dilationHeight + 1 }

    /// The scratch memory in bytes, independent of the number of rows.
    var scratchByteCount: Int {
        sumsOffset + (narrow == nil ? 0 : target.width * target.channels * product.elements.input.byteCount)
    }

    /// The offset in scratch memory, after the copies, of a row of sums before they are narrowed.
    private var sumsOffset: Int {
        let lastTop = (target.height - 1) * window.strideHeight - window.padTop
        let isPadded = inside.count < target.width || window.padTop > 0 || lastTop + reach > source.height
        guard isPadded else { return 0 }
        let rowByteCount = (inputWidth(columns: target.width) * source.channels).clampedProduct(
            with: product.elements.input.byteCount)
        // The size is limited, so that an excessive one does not overflow on 32-bit systems.
        return AlignedBuffer.aligned(min(reach.clampedProduct(with: rowByteCount), .max / 2))
    }

    /// Computes some of the output rows. `picture` is the whole input; `output` and `residual` point to the first of
    /// those rows.
    func run(
        rows: Range<Int>, picture: Elements, output: Elements, residual: Elements?, residualStride: Int,
        scratch: UnsafeMutableRawPointer
    ) {
        for row in rows {
            let top = row * window.strideHeight - window.padTop
            let isInside = top >= 0 && top + reach <= source.height
            let middle = isInside && !inside.isEmpty ? inside : target.width..<target.width
            let first = (row - rows.lowerBound) * target.width
            let result = output + first * target.channels
            let wide = Elements(scratch + sumsOffset, picture.type)
            let sums = Row(
                top: top, output: narrow == nil ? result : wide,
                residual: residual.map { $0 + first * residualStride },
                residualStride: residualStride)
            multiply(0..<middle.lowerBound, of: sums, bordering: picture, in: scratch)
            if !middle.isEmpty {
                let column = middle.lowerBound * window.strideWidth - window.padLeft
                multiply(
                    middle, of: sums, picture + (top * source.width + column) * source.channels,
                    rowLength: source.width * source.channels)
            }
            multiply(middle.upperBound..<target.width, of: sums, bordering: picture, in: scratch)
            if let narrow {
                var arguments = NarrowArguments(
                    input: wide.floats, output: result.float16Bits, count: target.width * target.channels)
                narrow(&arguments)
            }
        }
    }

    /// A row of the output.
    private struct Row {
        /// The first image row under its windows, which may lie outside the image.
        let top: Int
        let output: Elements
        let residual: Elements?
        let residualStride: Int
    }

    /// Computes some columns of a row; the windows of the first one start at `a`.
    private func multiply(_ columns: Range<Int>, of row: Row, _ a: Elements, rowLength: Int) {
        product.run(
            MatrixProduct.Operands(
                a: a, aRowStride: window.strideWidth * source.channels, segments: window.height,
                segmentLength: window.width * source.channels, segmentStride: window.dilationHeight * rowLength,
                output: row.output + columns.lowerBound * target.channels, outputRowStride: target.channels,
                residual: row.residual.map { $0 + columns.lowerBound * row.residualStride },
                residualRowStride: row.residualStride, rows: columns.count))
    }

    /// Computes columns whose windows extend beyond the image, from a copy of the area under them.
    private func multiply(
        _ columns: Range<Int>, of row: Row, bordering picture: Elements, in scratch: UnsafeMutableRawPointer
    ) {
        guard !columns.isEmpty else { return }
        let copy = Elements(scratch, picture.type)
        let rowLength = inputWidth(columns: columns.count) * source.channels
        copyBordered(
            picture, firstRow: row.top, firstColumn: columns.lowerBound * window.strideWidth - window.padLeft,
            rowLength: rowLength, to: copy)
        multiply(columns, of: row, copy, rowLength: rowLength)
    }

    /// Copies the rows under one row of windows, starting at a given column, with zeros outside the image.
    private func copyBordered(_ picture: Elements, firstRow: Int, firstColumn: Int, rowLength: Int, to copy: Elements) {
        let channels = source.channels
        let start = max(0, min(-firstColumn * channels, rowLength))
        let end = max(start, min(rowLength, (source.width - firstColumn) * channels))
        for index in 0..<reach {
            let line = copy + index * rowLength
            let row = firstRow + index
            guard row >= 0, row < source.height else {
                line.clear(count: rowLength)
                continue
            }
            line.clear(count: start)
            (line + start).copy(
                from: picture + (row * source.width + firstColumn) * channels + start, count: end - start)
            (line + end).clear(count: rowLength - end)
        }
    }
}

extension ConvolutionInstruction {
    /// Whether ``RunConvolution`` can compute the step. Under windows that extend beyond the image, it copies
    /// everything between the relevant pixels, which must not be much more than those pixels.
    var hasRuns: Bool {
        groups == 1 && window.dilationWidth == 1 && window.dilationHeight <= min(inputShape.height, 4)
            && !window.leavesGaps
    }
}
