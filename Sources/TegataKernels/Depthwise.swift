import TegataKernelABI

/// A run of `outputs` neighbouring pixels of a depthwise convolution, one vector of channels at a time. Each input pixel is loaded once per
/// kernel row and multiplied into all the sums it belongs to.
enum DepthwiseTile<let kernel: Int, let stride: Int, let outputs: Int> {
    /// A run whose input columns all exist.
    @inline(never)
    static func runInside(_ arguments: UnsafePointer<DepthwiseArguments>, _ firstOutput: Int) {
        runBlocks(arguments, firstOutput, atEdge: false)
    }

    /// A run that may reach over the left or right edge; taps outside are left out, so that no border of zeros is needed.
    @inline(never)
    static func runAtEdge(_ arguments: UnsafePointer<DepthwiseArguments>, _ firstOutput: Int) {
        runBlocks(arguments, firstOutput, atEdge: true)
    }

    @inline(__always)
    static func runBlocks(_ arguments: UnsafePointer<DepthwiseArguments>, _ firstOutput: Int, atEdge: Bool) {
        let channels = arguments.pointee.channels
        var channel = 0
        while channel + Lane.lanes <= channels {
            runBlock(Lane.self, arguments, firstOutput, channel, atEdge)
            channel += Lane.lanes
        }
        if HalfLane.lanes > 1 && channel + HalfLane.lanes <= channels {
            runBlock(HalfLane.self, arguments, firstOutput, channel, atEdge)
            channel += HalfLane.lanes
        }
        if channel < channels {
            runDepthwise(arguments, firstOutput, firstOutput + outputs, firstChannel: channel)
        }
    }

    @inline(__always)
    static func runBlock<V: Vector>(
        _: V.Type, _ arguments: UnsafePointer<DepthwiseArguments>, _ firstOutput: Int, _ channel: Int, _ atEdge: Bool
    ) {
        var sums = InlineArray<outputs, V>(repeating: V(at: arguments.pointee.bias + channel))
        var weights = depthwiseWeights(arguments, channel)
        let inputWidth = arguments.pointee.inputWidth
        let pixelStride = arguments.pointee.inputPixelStride
        let firstColumn = firstOutput * stride - arguments.pointee.padLeft
        let offset = firstColumn * pixelStride + channel
        for row in 0..<arguments.pointee.rowCount {
            let input = arguments.pointee.inputRows[row] + offset
            var rowWeights = InlineArray<kernel, V>(repeating: V(repeating: 0))
            for tap in 0..<kernel { rowWeights[tap] = V(at: weights + tap * Lane.lanes) }
            for column in 0..<((outputs - 1) * stride + kernel) {
                // As unsigned numbers, columns left of the edge are as large as those right of it.
                if !atEdge || UInt(bitPattern: firstColumn + column) < UInt(bitPattern: inputWidth) {
                    let value = V(at: input + column * pixelStride)
                    for output in 0..<outputs {
                        let tap = column - output * stride
                        if tap >= 0 && tap < kernel {
                            sums[output] = sums[output].adding(value, times: rowWeights[tap])
                        }
                    }
                }
            }
            weights += kernel * Lane.lanes
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

        let outputStride = arguments.pointee.outputPixelStride
        let output = arguments.pointee.output + firstOutput * outputStride + channel
        for i in 0..<outputs { sums[i].store(at: output + i * outputStride) }
    }
}

/// A row of a k×k depthwise convolution, cut into tiles of 6, 7 or 8 pixels of which the last may overlap the one before it.
enum DepthwiseRow<let kernel: Int, let stride: Int> {
    @inline(__always)
    static func run(_ arguments: UnsafePointer<DepthwiseArguments>) {
        let outputs = arguments.pointee.outputWidth
        guard outputs >= 6, arguments.pointee.dilation == 1, arguments.pointee.kernelWidth == kernel,
            arguments.pointee.stride == stride
        else { return runDepthwise(arguments, 0, outputs, firstChannel: 0) }

        let padLeft = arguments.pointee.padLeft
        let inputWidth = arguments.pointee.inputWidth
        let tiles = (outputs + 7) / 8
        let length = max(6, (outputs + tiles - 1) / tiles)
        for tile in 0..<tiles {
            let first = min(tile * length, outputs - length)
            let isInside = first * stride >= padLeft && (first + length - 1) * stride - padLeft + kernel <= inputWidth
            switch (length, isInside) {
            case (6, true): DepthwiseTile<kernel, stride, 6>.runInside(arguments, first)
            case (7, true): DepthwiseTile<kernel, stride, 7>.runInside(arguments, first)
            case (_, true): DepthwiseTile<kernel, stride, 8>.runInside(arguments, first)
            case (6, false): DepthwiseTile<kernel, stride, 6>.runAtEdge(arguments, first)
            case (7, false): DepthwiseTile<kernel, stride, 7>.runAtEdge(arguments, first)
            case (_, false): DepthwiseTile<kernel, stride, 8>.runAtEdge(arguments, first)
            }
        }
    }
}

/// Any window, stride and dilation: the outputs `firstOutput ..< endOutput` of a row, channels from `firstChannel` on.
@inline(never)
func runDepthwise(
    _ arguments: UnsafePointer<DepthwiseArguments>, _ firstOutput: Int, _ endOutput: Int, firstChannel: Int
) {
    let channels = arguments.pointee.channels
    for output in firstOutput..<endOutput {
        var channel = firstChannel
        while channel + Lane.lanes <= channels {
            runPixel(Lane.self, arguments, output, channel)
            channel += Lane.lanes
        }
        while channel < channels {
            runPixel(Float.self, arguments, output, channel)
            channel += 1
        }
    }
}

@inline(__always)
private func runPixel<V: Vector>(_: V.Type, _ arguments: UnsafePointer<DepthwiseArguments>, _ output: Int, _ channel: Int) {
    var sum = V(at: arguments.pointee.bias + channel)
    var weights = depthwiseWeights(arguments, channel)
    let inputWidth = arguments.pointee.inputWidth
    let firstColumn = output * arguments.pointee.stride - arguments.pointee.padLeft
    for row in 0..<arguments.pointee.rowCount {
        let input = arguments.pointee.inputRows[row] + channel
        var column = firstColumn
        for _ in 0..<arguments.pointee.kernelWidth {
            if column >= 0 && column < inputWidth {
                sum = sum.adding(V(at: input + column * arguments.pointee.inputPixelStride), times: V(at: weights))
            }
            column += arguments.pointee.dilation
            weights += Lane.lanes
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
    sum.store(at: arguments.pointee.output + output * arguments.pointee.outputPixelStride + channel)
}

/// The weights that belong to a channel and the first input row that exists.
@inline(__always)
private func depthwiseWeights(_ arguments: UnsafePointer<DepthwiseArguments>, _ channel: Int) -> UnsafePointer<Float> {
    let lane = channel & (Lane.lanes - 1)
    let rowFloats = arguments.pointee.kernelWidth * Lane.lanes
    let blockFloats = arguments.pointee.kernelHeight * arguments.pointee.kernelWidth
    return arguments.pointee.weights + (channel - lane) * blockFloats + lane + arguments.pointee.firstKernelRow * rowFloats
}
