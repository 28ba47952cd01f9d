import TegataKernelABI

/// What one output row needs of one block of channels.
struct DepthwiseRow {
    /// The first input row that exists; `count` follow.
    let inputRows: UnsafePointer<UnsafePointer<Float>>
    let count: Int
    /// Of the kernel row that belongs to the first input row.
    let weights: UnsafePointer<Float>
    /// First channel of the block.
    let channel: Int
    /// That channel of output pixel 0.
    let output: UnsafeMutablePointer<Float>

    @inline(__always)
    init(_ arguments: UnsafePointer<DepthwiseArguments>, outputRow: Int, channel: Int) {
        let first = outputRow * arguments.pointee.stride - arguments.pointee.firstKernelRow
        let skipped = max(0, -first)
        let end = min(arguments.pointee.kernelHeight, arguments.pointee.rowCount - first)
        inputRows = arguments.pointee.inputRows + (first + skipped)
        count = max(0, end - skipped)
        // Blocks are as long as a full vector; narrower ones use the first lanes of one, single channels one lane of it.
        let lane = channel & (Lane.lanes - 1)
        let rowFloats = arguments.pointee.kernelWidth * Lane.lanes
        weights =
            arguments.pointee.weights + (channel - lane) * arguments.pointee.kernelHeight * arguments.pointee.kernelWidth + lane
            + skipped * rowFloats
        self.channel = channel
        output = arguments.pointee.output + outputRow * arguments.pointee.outputRowStride + channel
    }
}

/// A column of neighbouring output pixels, of one block of channels, in all rows of a call.
protocol DepthwiseColumn {
    static var length: Int { get }
    /// For columns whose input pixels all exist.
    static func runInside(_ arguments: UnsafePointer<DepthwiseArguments>, _ channel: Int, _ firstOutput: Int)
    /// For columns that reach over the left or right edge by less than the kernel's width.
    static func runAtEdge(_ arguments: UnsafePointer<DepthwiseArguments>, _ channel: Int, _ firstOutput: Int)
}

/// Taps are added column by column, in XNNPACK's order, so that the sums are the same to the last bit where there is a fused multiply-add.
enum DepthwiseTile<let kernel: Int, let stride: Int, let outputs: Int, V: Vector>: DepthwiseColumn {
    @inline(__always) static var length: Int { outputs }

    @inline(never)
    static func runInside(_ arguments: UnsafePointer<DepthwiseArguments>, _ channel: Int, _ firstOutput: Int) {
        run(arguments, channel, firstOutput, atEdge: false)
    }

    @inline(never)
    static func runAtEdge(_ arguments: UnsafePointer<DepthwiseArguments>, _ channel: Int, _ firstOutput: Int) {
        run(arguments, channel, firstOutput, atEdge: true)
    }

    @inline(__always)
    static func run(_ arguments: UnsafePointer<DepthwiseArguments>, _ channel: Int, _ firstOutput: Int, atEdge: Bool) {
        let inputWidth = arguments.pointee.inputWidth
        let pixelStride = arguments.pointee.inputPixelStride
        let outputStride = arguments.pointee.outputPixelStride
        let firstColumn = firstOutput * stride - arguments.pointee.padLeft
        let offset = firstColumn * pixelStride + channel
        for outputRow in 0..<arguments.pointee.outputRows {
            let row = DepthwiseRow(arguments, outputRow: outputRow, channel: channel)
            let bias = V(at: arguments.pointee.bias + channel)
            var sums = InlineArray<outputs, V> { _ in bias }
            for tap in 0..<kernel {
                var weights = row.weights + tap * Lane.lanes
                for index in 0..<row.count {
                    let input = row.inputRows[index] + offset + tap * pixelStride
                    let weight = V(at: weights)
                    for i in 0..<outputs {
                        // Taps outside are left out, so that no border of zeros is needed. Columns in the middle always exist. As unsigned
                        // numbers, columns left of the edge are as large as those right of it.
                        let column = i * stride + tap
                        let isMiddle = column >= kernel - 1 && column <= (outputs - 1) * stride
                        if !atEdge || isMiddle || UInt(bitPattern: firstColumn + column) < UInt(bitPattern: inputWidth) {
                            sums[i] = sums[i].adding(V(at: input + i * stride * pixelStride), times: weight)
                        }
                    }
                    weights += kernel * Lane.lanes
                }
            }

            switch arguments.pointee.activation {
            case .none:
                break
            case .clamp:
                let low = V(repeating: arguments.pointee.low)
                let high = V(repeating: arguments.pointee.high)
                for i in 0..<outputs { sums[i] = sums[i].clamped(low, high) }
            case .prelu:
                let slopes = V(at: arguments.pointee.slopes.unsafelyUnwrapped + channel)
                for i in 0..<outputs { sums[i] = sums[i].prelu(slopes) }
            }
            let output = row.output + firstOutput * outputStride
            for i in 0..<outputs { sums[i].store(at: output + i * outputStride) }
        }
    }
}

/// A k×k depthwise convolution. Channel blocks and then columns of output pixels are the outer loops, so that the input lines they need stay in
/// the nearest cache from one output row to the next. All columns have one width; the last may overlap the one before it.
enum DepthwiseRows<let kernel: Int, let stride: Int> {
    @inline(__always)
    static func run(_ arguments: UnsafePointer<DepthwiseArguments>) {
        let outputs = arguments.pointee.outputWidth
        let padLeft = arguments.pointee.padLeft
        let missingRight = (outputs - 1) * stride + kernel - padLeft - arguments.pointee.inputWidth
        guard outputs >= 6, arguments.pointee.dilation == 1, arguments.pointee.kernelWidth == kernel,
            arguments.pointee.stride == stride, padLeft < kernel, missingRight < kernel
        else { return runDepthwise(arguments, firstChannel: 0) }

        let channels = arguments.pointee.channels
        let length = tileLength(outputs)
        var channel = 0
        while channel + Lane.lanes <= channels {
            runBlock(Lane.self, arguments, channel, length)
            channel += Lane.lanes
        }
        if HalfLane.lanes > 1 && channel + HalfLane.lanes <= channels {
            runBlock(HalfLane.self, arguments, channel, length)
            channel += HalfLane.lanes
        }
        if channel < channels { runDepthwise(arguments, firstChannel: channel) }
    }

    /// The length that costs least, a tile being as much work as its pixels and two more. Longer tiles than seven need more than 16 registers.
    @inline(__always)
    static func tileLength(_ outputs: Int) -> Int {
        if hasLongTiles && outputs % 12 == 0 { return 12 }
        var best = 6
        var bestCost = (outputs + 5) / 6 * 8
        for length in 7...(has32Registers ? 8 : 7) where length <= outputs {
            let cost = (outputs + length - 1) / length * (length + 2)
            if cost <= bestCost { (best, bestCost) = (length, cost) }
        }
        return best
    }

    @inline(__always)
    static var hasLongTiles: Bool { stride == 1 && has32Registers }

    @inline(__always)
    static func runBlock<V: Vector>(_: V.Type, _ arguments: UnsafePointer<DepthwiseArguments>, _ channel: Int, _ length: Int) {
        switch length {
        case 6: runColumns(DepthwiseTile<kernel, stride, 6, V>.self, arguments, channel)
        case 7: runColumns(DepthwiseTile<kernel, stride, 7, V>.self, arguments, channel)
        case 8: if has32Registers { runColumns(DepthwiseTile<kernel, stride, 8, V>.self, arguments, channel) }
        default: if hasLongTiles { runColumns(DepthwiseTile<kernel, stride, 12, V>.self, arguments, channel) }
        }
    }

    @inline(__always)
    static func runColumns<Column: DepthwiseColumn>(
        _: Column.Type, _ arguments: UnsafePointer<DepthwiseArguments>, _ channel: Int
    ) {
        let outputs = arguments.pointee.outputWidth
        let padLeft = arguments.pointee.padLeft
        let inputWidth = arguments.pointee.inputWidth
        var first = 0
        while first < outputs {
            let start = min(first, outputs - Column.length)
            let isInside = start * stride >= padLeft && (start + Column.length - 1) * stride - padLeft + kernel <= inputWidth
            if isInside {
                Column.runInside(arguments, channel, start)
            } else {
                Column.runAtEdge(arguments, channel, start)
            }
            first += Column.length
        }
    }
}

/// Any window, stride and dilation; channels from `firstChannel` on.
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
            runRow(Float.self, arguments, outputRow, channel)
            channel += 1
        }
    }
}

@inline(__always)
private func runRow<V: Vector>(_: V.Type, _ arguments: UnsafePointer<DepthwiseArguments>, _ outputRow: Int, _ channel: Int) {
    let row = DepthwiseRow(arguments, outputRow: outputRow, channel: channel)
    let pixelStride = arguments.pointee.inputPixelStride
    let kernelWidth = arguments.pointee.kernelWidth
    let dilation = arguments.pointee.dilation
    for output in 0..<arguments.pointee.outputWidth {
        let firstColumn = output * arguments.pointee.stride - arguments.pointee.padLeft
        var sum = V(at: arguments.pointee.bias + channel)
        for tap in 0..<kernelWidth {
            let column = firstColumn + tap * dilation
            guard column >= 0 && column < arguments.pointee.inputWidth else { continue }
            var weights = row.weights + tap * Lane.lanes
            for index in 0..<row.count {
                let input = row.inputRows[index] + channel + column * pixelStride
                sum = sum.adding(V(at: input), times: V(at: weights))
                weights += kernelWidth * Lane.lanes
            }
        }
        switch arguments.pointee.activation {
        case .none:
            break
        case .clamp:
            sum = sum.clamped(V(repeating: arguments.pointee.low), V(repeating: arguments.pointee.high))
        case .prelu:
            sum = sum.prelu(V(at: arguments.pointee.slopes.unsafelyUnwrapped + channel))
        }
        sum.store(at: row.output + output * arguments.pointee.outputPixelStride)
    }
}
