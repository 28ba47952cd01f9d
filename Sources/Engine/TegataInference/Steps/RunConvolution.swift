import TegataBuffers
import TegataGraph
import TegataKernelABI

/// A convolution whose taps in one kernel row are one run of the picture's row: any window without dilated columns or
/// groups.
///
/// Where the window reaches beyond the picture, rows are copied into scratch memory with their border.
struct RunConvolution: Sendable {
    let product: MatrixProduct
    private let window: Window
    private let source: Picture
    private let target: Picture
    private let isPadded: Bool
    /// Pixels per row that the windows of one output row cover.
    private let neededWidth: Int
    /// Makes halves of sums that are floats.
    private let narrow: (@Sendable (UnsafePointer<NarrowArguments>) -> Void)?

    init(_ builder: PlanBuilder, _ instruction: ConvolutionInstruction, product: MatrixProduct) {
        self.product = product
        let results = builder.kernels(for: instruction.output)
        narrow = results.element == product.element ? nil : results.narrow
        window = instruction.window
        source = instruction.inputPicture
        target = instruction.outputPicture
        neededWidth = (target.width - 1) * window.strideWidth + window.width
        let neededHeight = (target.height - 1) * window.strideHeight + (window.height - 1) * window.dilationHeight + 1
        isPadded = window.padLeft > 0 || window.padTop > 0 || neededWidth > source.width || neededHeight > source.height
    }

    private var rowLength: Int { (isPadded ? neededWidth : source.width) * source.channels }

    private func inputRowCount(outputRows: Int) -> Int {
        (outputRows - 1) * window.strideHeight + (window.height - 1) * window.dilationHeight + 1
    }

    /// Scratch memory for so many output rows at a time.
    func scratchByteCount(rows: Int) -> Int {
        sumsOffset(rows: rows) + (narrow == nil ? 0 : target.width * target.channels * product.element.byteCount)
    }

    /// Where a row of sums is in scratch memory before it is narrowed, behind the rows that are copied.
    private func sumsOffset(rows: Int) -> Int {
        isPadded
            ? AlignedBuffer.aligned(inputRowCount(outputRows: rows) * rowLength * product.element.byteCount) : 0
    }

    /// Computes some rows of the output. `picture` is the whole input; `output` and `residual` point at the first of
    /// the rows.
    func run(
        rows: Range<Int>, picture: Elements, output: Elements, residual: Elements?, residualStride: Int,
        scratch: UnsafeMutableRawPointer
    ) {
        let firstInputRow = rows.lowerBound * window.strideHeight - window.padTop
        var a = picture
        if isPadded {
            let copy = Elements(scratch, size: picture.size)
            copyPadded(picture, firstRow: firstInputRow, count: inputRowCount(outputRows: rows.count), to: copy)
            a = copy
        } else {
            a = picture + firstInputRow * rowLength
        }
        let sums = Elements(scratch + sumsOffset(rows: rows.count), size: picture.size)
        for row in 0..<rows.count {
            let result = output + row * target.width * target.channels
            product.run(
                MatrixProduct.Operands(
                    a: a + row * window.strideHeight * rowLength, aRowStride: window.strideWidth * source.channels,
                    segments: window.height, segmentLength: window.width * source.channels,
                    segmentStride: window.dilationHeight * rowLength,
                    output: narrow == nil ? result : sums, outputRowStride: target.channels,
                    residual: residual.map { $0 + row * target.width * residualStride },
                    residualRowStride: residualStride, rows: target.width))
            if let narrow {
                var arguments = NarrowArguments(
                    input: sums.floats, output: result.halves, count: target.width * target.channels)
                narrow(&arguments)
            }
        }
    }

    private func copyPadded(_ picture: Elements, firstRow: Int, count: Int, to copy: Elements) {
        let left = min(window.padLeft, neededWidth) * source.channels
        let middle = max(0, min(neededWidth - window.padLeft, source.width)) * source.channels
        for index in 0..<count {
            let row = copy + index * rowLength
            let sourceRow = firstRow + index
            guard sourceRow >= 0, sourceRow < source.height else {
                row.clear(count: rowLength)
                continue
            }
            row.clear(count: left)
            (row + left).copy(from: picture + sourceRow * source.width * source.channels, count: middle)
            (row + left + middle).clear(count: rowLength - left - middle)
        }
    }
}

extension ConvolutionInstruction {
    /// Whether ``RunConvolution`` can compute the step.
    var hasRuns: Bool {
        groups == 1 && window.dilationWidth == 1 && window.dilationHeight <= inputPicture.height
    }
}
