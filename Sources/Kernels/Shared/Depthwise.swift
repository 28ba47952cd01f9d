import TegataKernelABI

/// The data that an output row needs for a block of channels.
struct DepthwiseRow {
    /// The first existing input row; `count` rows follow.
    let inputRows: UnsafePointer<UnsafePointer<Input>>
    let count: Int
    /// The weights of the kernel row that corresponds to the first input row.
    let weights: UnsafePointer<Weight>
    /// The first channel of the block.
    let channel: Int
    /// The position of that channel in output pixel 0.
    let output: Int

    @inline(__always)
    init(_ arguments: UnsafePointer<DepthwiseArguments>, outputRow: Int, channel: Int) {
        let first = outputRow * arguments.pointee.stride - arguments.pointee.firstKernelRow
        let skipped = max(0, -first)
        let end = min(arguments.pointee.kernelHeight, arguments.pointee.rowCount - first)
        inputRows = arguments.pointee.inputRows.rows + (first + skipped)
        count = max(0, end - skipped)
        // Blocks are as long as a full vector. Narrower ones use its first lanes, and single channels use one lane.
        let lane = channel & (Lane.lanes - 1)
        let rowLength = arguments.pointee.kernelWidth * Lane.lanes
        weights =
            arguments.pointee.weights.weights + (channel - lane) * arguments.pointee.kernelHeight
            * arguments.pointee.kernelWidth + lane
            + skipped * rowLength
        self.channel = channel
        output = outputRow * arguments.pointee.outputRowStride + channel
    }
}

/// A tile of `rows` output rows and one or two columns in a block of channels, kept in registers.
///
/// Taps are added column by column, in XNNPACK's order, so that sums match to the last bit on levels with a fused
/// multiply-add. Tiles are therefore tall: an input pixel is loaded once per kernel column and multiplied into the sums
/// of all rows that use it.
enum DepthwiseTile<let kernel: Int, let stride: Int, let rows: Int, V: Vector> {
    /// The number of columns for which there are registers.
    @inline(__always) private static var columns: Int { has32Registers || rows <= 4 ? 2 : 1 }
    @inline(__always) private static var inputRowCount: Int { (rows - 1) * stride + kernel }

    /// Computes `rows` output rows.
    @inline(never)
    static func run(_ arguments: UnsafePointer<DepthwiseArguments>, _ channel: Int, _ outputRow: Int) {
        let firstRow = outputRow * stride - arguments.pointee.firstKernelRow
        let rowCount = arguments.pointee.rowCount
        if has32Registers || columns == 1 {
            // Interpreted as unsigned numbers, rows above the image are as large as rows below it.
            run(arguments, channel, outputRow) { UInt(bitPattern: firstRow + $0) < UInt(bitPattern: rowCount) }
        } else if firstRow >= 0 && firstRow + inputRowCount <= rowCount {
            run(arguments, channel, outputRow) { _ in true }
        } else {
            // One register holds a bit for each row that exists, so that comparisons do not access memory.
            let present = (1 << min(inputRowCount, rowCount - firstRow)) - (1 << max(0, -firstRow))
            run(arguments, channel, outputRow) { present & 1 << $0 != 0 }
        }
    }

    /// All tiles are as wide as the registers allow; the last may overlap the previous one. `hasRow` is true for the
    /// tile's input rows that lie in the image.
    @inline(__always)
    private static func run(
        _ arguments: UnsafePointer<DepthwiseArguments>, _ channel: Int, _ outputRow: Int, hasRow: (Int) -> Bool
    ) {
        let width = arguments.pointee.outputWidth
        let inputWidth = arguments.pointee.inputWidth
        let pixelStride = arguments.pointee.inputPixelStride
        let firstRow = outputRow * stride - arguments.pointee.firstKernelRow
        let inputRows = arguments.pointee.inputRows.rows + firstRow
        #if arch(arm64)
            let hasAllRows = firstRow >= 0 && firstRow + inputRowCount <= arguments.pointee.rowCount
        #endif
        // Blocks are as long as a full vector; narrower ones use its first lanes.
        let lane = channel & (Lane.lanes - 1)
        let firstWeight = arguments.pointee.weights.weights + (channel - lane) * kernel * kernel + lane
        let bias = V(sumsAt: arguments.pointee.bias.sums + channel)
        var output = 0
        while output < width {
            let start = min(output, width - columns)
            var column = start * stride - arguments.pointee.padLeft
            var sums = InlineArray<rows, V> { _ in bias }
            var sumsBeside = InlineArray<rows, V> { _ in bias }
            #if arch(arm64)
                // If all taps exist, no checks are needed. In-order processors benefit most from this. With AVX-512,
                // the second loop body slows down the whole.
                if hasAllRows && column >= 0 && column + (columns - 1) * stride + kernel <= inputWidth {
                    var offset = column * pixelStride + channel
                    for tap in 0..<arguments.pointee.kernelWidth {
                        let taps = InlineArray<kernel, V> {
                            V(weightsAt: firstWeight + ($0 * kernel + tap) * Lane.lanes)
                        }
                        add(inputRows, offset, taps, to: &sums) { _ in true }
                        add(inputRows, offset + stride * pixelStride, taps, to: &sumsBeside) { _ in true }
                        offset += pixelStride
                    }
                    finish(&sums, arguments, channel, outputRow, start)
                    finish(&sumsBeside, arguments, channel, outputRow, start + 1)
                    output += columns
                    continue
                }
            #endif
            for tap in 0..<arguments.pointee.kernelWidth {
                let taps = InlineArray<kernel, V> { V(weightsAt: firstWeight + ($0 * kernel + tap) * Lane.lanes) }
                // Skip taps outside the image, so that no border of zeros is needed. Columns are compared in the same
                // way as rows.
                if UInt(bitPattern: column) < UInt(bitPattern: inputWidth) {
                    add(inputRows, column * pixelStride + channel, taps, to: &sums, hasRow: hasRow)
                }
                if columns == 2 && UInt(bitPattern: column + stride) < UInt(bitPattern: inputWidth) {
                    let beside = (column + stride) * pixelStride + channel
                    add(inputRows, beside, taps, to: &sumsBeside, hasRow: hasRow)
                }
                column += 1
            }
            finish(&sums, arguments, channel, outputRow, start)
            if columns == 2 { finish(&sumsBeside, arguments, channel, outputRow, start + 1) }
            output += columns
        }
    }

    /// Multiplies a column of input pixels by a column of the kernel.
    @inline(__always)
    private static func add(
        _ inputRows: UnsafePointer<UnsafePointer<Input>>, _ offset: Int, _ taps: InlineArray<kernel, V>,
        to sums: inout InlineArray<rows, V>, hasRow: (Int) -> Bool
    ) {
        for row in 0..<inputRowCount {
            // Rows in the middle always exist.
            let isMiddle = row >= kernel - 1 && row <= (rows - 1) * stride
            if isMiddle || hasRow(row) {
                let value = V(at: inputRows[row] + offset)
                for tap in 0..<kernel {
                    let distance = row - tap
                    if distance >= 0 && distance % stride == 0 && distance / stride < rows {
                        let sum = sums[distance / stride].adding(value, times: taps[tap])
                        sums[distance / stride] = columns == 2 ? sum.inOrder : sum
                    }
                }
            }
        }
    }

    @inline(__always)
    private static func finish(
        _ sums: inout InlineArray<rows, V>, _ arguments: UnsafePointer<DepthwiseArguments>, _ channel: Int,
        _ outputRow: Int,
        _ output: Int
    ) {
        switch Activation(choice: arguments.pointee.activation) {
        case .none:
            break
        case .clamp:
            let low = V(repeating: arguments.pointee.low)
            let high = V(repeating: arguments.pointee.high)
            for row in 0..<rows { sums[row] = sums[row].clamped(low, high) }
        case .prelu:
            let slopes = V(sumsAt: arguments.pointee.slopes.unsafelyUnwrapped.sums + channel)
            for row in 0..<rows { sums[row] = sums[row].prelu(slopes) }
        }
        let rowStride = arguments.pointee.outputRowStride
        let offset = outputRow * rowStride + output * arguments.pointee.outputPixelStride + channel
        #if !FLOAT16
            if storesBytes && arguments.pointee.byteFactor > 0 {
                let start = V(repeating: arguments.pointee.byteStart)
                let factor = V(repeating: arguments.pointee.byteFactor)
                let first: UnsafeMutableRawPointer = arguments.pointee.output + offset
                for row in 0..<rows {
                    start.adding(sums[row], times: factor).store(lowBytesAt: first + row * rowStride)
                }
                return
            }
        #endif
        let first = arguments.pointee.output.outputs + offset
        for row in 0..<rows { sums[row].store(at: first + row * rowStride) }
    }
}

/// A k×k depthwise convolution. Channel blocks and then rows of tiles are the outer loops, so that input columns are
/// still in the nearest cache when the next tile needs them.
enum SquareDepthwise<let kernel: Int, let stride: Int> {
    @inline(__always)
    static func run(_ arguments: UnsafePointer<DepthwiseArguments>) {
        let missingRows =
            (arguments.pointee.outputRows - 1) * stride + kernel - arguments.pointee.firstKernelRow
            - arguments.pointee.rowCount
        guard arguments.pointee.outputWidth >= 2, arguments.pointee.dilation == 1,
            arguments.pointee.kernelWidth == kernel,
            arguments.pointee.kernelHeight == kernel, arguments.pointee.stride == stride,
            arguments.pointee.firstKernelRow < kernel, missingRows < kernel
        else { return runDepthwise(arguments, firstChannel: 0) }

        let channels = arguments.pointee.channels
        var channel = 0
        while channel + Lane.lanes <= channels {
            runBlock(Lane.self, arguments, channel)
            channel += Lane.lanes
        }
        if NarrowLane.lanes > 1 && channel + NarrowLane.lanes <= channels {
            runBlock(NarrowLane.self, arguments, channel)
            channel += NarrowLane.lanes
        }
        if channel < channels { runDepthwise(arguments, firstChannel: channel) }
    }

    /// Computes a block in tiles of the same height, the last of which may overlap the previous one.
    @inline(__always)
    static func runBlock<V: Vector>(_: V.Type, _ arguments: UnsafePointer<DepthwiseArguments>, _ channel: Int) {
        let rows = arguments.pointee.outputRows
        let height = arguments.pointee.tileRows
        var row = 0
        while row < rows {
            let start = min(row, rows - height)
            switch height {
            case 7: DepthwiseTile<kernel, stride, 7, V>.run(arguments, channel, start)
            case 6: DepthwiseTile<kernel, stride, 6, V>.run(arguments, channel, start)
            case 4: DepthwiseTile<kernel, stride, 4, V>.run(arguments, channel, start)
            default: DepthwiseTile<kernel, stride, 1, V>.run(arguments, channel, start)
            }
            row += height
        }
    }
}

/// Computes channels starting at `firstChannel`, for any window, stride and dilation.
@inline(never)
func runDepthwise(_ arguments: UnsafePointer<DepthwiseArguments>, firstChannel: Int) {
    let channels = arguments.pointee.channels
    for outputRow in 0..<arguments.pointee.outputRows {
        var channel = firstChannel
        while channel + Lane.lanes <= channels {
            runRow(Lane.self, arguments, outputRow, channel)
            channel += Lane.lanes
        }
        while channel < channels {
            runRow(Accumulator.self, arguments, outputRow, channel)
            channel += 1
        }
    }
}

@inline(__always)
private func runRow<V: Vector>(
    _: V.Type, _ arguments: UnsafePointer<DepthwiseArguments>, _ outputRow: Int, _ channel: Int
) {
    let row = DepthwiseRow(arguments, outputRow: outputRow, channel: channel)
    let pixelStride = arguments.pointee.inputPixelStride
    let kernelWidth = arguments.pointee.kernelWidth
    let dilation = arguments.pointee.dilation
    for output in 0..<arguments.pointee.outputWidth {
        let firstColumn = output * arguments.pointee.stride - arguments.pointee.padLeft
        var sum = V(sumsAt: arguments.pointee.bias.sums + channel)
        for tap in 0..<kernelWidth {
            let column = firstColumn + tap * dilation
            guard column >= 0 && column < arguments.pointee.inputWidth else { continue }
            var weights = row.weights + tap * Lane.lanes
            for index in 0..<row.count {
                let input = row.inputRows[index] + channel + column * pixelStride
                sum = sum.adding(V(at: input), times: V(weightsAt: weights))
                weights += kernelWidth * Lane.lanes
            }
        }
        switch Activation(choice: arguments.pointee.activation) {
        case .none:
            break
        case .clamp:
            sum = sum.clamped(V(repeating: arguments.pointee.low), V(repeating: arguments.pointee.high))
        case .prelu:
            sum = sum.prelu(V(sumsAt: arguments.pointee.slopes.unsafelyUnwrapped.sums + channel))
        }
        let offset = row.output + output * arguments.pointee.outputPixelStride
        #if !FLOAT16
            if storesBytes && arguments.pointee.byteFactor > 0 {
                V(repeating: arguments.pointee.byteStart).adding(sum, times: V(repeating: arguments.pointee.byteFactor))
                    .store(lowBytesAt: arguments.pointee.output + offset)
                continue
            }
        #endif
        sum.store(at: arguments.pointee.output.outputs + offset)
    }
}
