import TegataKernelABI

/// Calls a body for every vector that fits into `0 ..< count`, then for every single float that is left. A struct with
/// a generic method takes the place of a closure because it is specialised for both.
protocol VectorLoopBody {
    func run<V: Vector>(_: V.Type, _ index: Int)
}

@inline(__always)
func forEachVector(_ count: Int, _ body: some VectorLoopBody) {
    var index = 0
    while index + Lane.lanes <= count {
        body.run(Lane.self, index)
        index += Lane.lanes
    }
    while index < count {
        body.run(Float.self, index)
        index += 1
    }
}

// MARK: Pooling

@inline(never)
func runPool(_ arguments: UnsafePointer<PoolArguments>) {
    for output in 0..<arguments.pointee.outputWidth {
        let first = output * arguments.pointee.stride - arguments.pointee.padLeft
        let left = max(0, first)
        let right = min(arguments.pointee.inputWidth, first + arguments.pointee.windowWidth)
        let target = arguments.pointee.output + output * arguments.pointee.outputPixelStride
        let pixel = PoolPixel(arguments: arguments, left: left, right: right, target: target)
        if case .maximum = arguments.pointee.reduction {
            forEachVector(arguments.pointee.channels, MaximumPool(pixel: pixel))
        } else {
            forEachVector(arguments.pointee.channels, MeanPool(pixel: pixel))
        }
    }
}

private struct PoolPixel {
    let arguments: UnsafePointer<PoolArguments>
    let left: Int
    let right: Int
    let target: UnsafeMutablePointer<Float>

    @inline(__always)
    func fold<V: Vector>(_ start: V, _ channel: Int, _ combine: (V, V) -> V) -> V {
        var result = start
        let stride = arguments.pointee.inputPixelStride
        for row in 0..<arguments.pointee.rowCount {
            let input = arguments.pointee.inputRows[row] + channel
            for column in left..<max(left, right) {
                result = combine(result, V(at: input + column * stride))
            }
        }
        return result
    }

    @inline(__always)
    func store<V: Vector>(_ value: V, _ channel: Int) {
        value.clamped(V(repeating: arguments.pointee.low), V(repeating: arguments.pointee.high)).store(
            at: target + channel)
    }
}

private struct MaximumPool: VectorLoopBody {
    let pixel: PoolPixel

    @inline(__always)
    func run<V: Vector>(_: V.Type, _ channel: Int) {
        let lowest = V(repeating: -Float.greatestFiniteMagnitude)
        pixel.store(pixel.fold(lowest, channel) { .larger($1, $0) }, channel)
    }
}

private struct MeanPool: VectorLoopBody {
    let pixel: PoolPixel

    @inline(__always)
    func run<V: Vector>(_: V.Type, _ channel: Int) {
        let count = pixel.arguments.pointee.rowCount * max(0, pixel.right - pixel.left)
        let sum = pixel.fold(V(repeating: 0), channel) { $0 + $1 }
        pixel.store(count == 0 ? sum : sum / V(repeating: Float(count)), channel)
    }
}

// MARK: Bilinear resize

@inline(never)
func runResize(_ arguments: UnsafePointer<ResizeArguments>) {
    let stride = arguments.pointee.inputPixelStride
    let bottomShare = arguments.pointee.rowWeight
    for output in 0..<arguments.pointee.outputWidth {
        let left = Int(arguments.pointee.columnIndices[2 * output]) * stride
        let right = Int(arguments.pointee.columnIndices[2 * output + 1]) * stride
        let rightShare = arguments.pointee.columnWeights[output]
        forEachVector(
            arguments.pointee.channels,
            ResizePixel(
                arguments: arguments, left: left, right: right, rightShare: rightShare, bottomShare: bottomShare,
                target: arguments.pointee.output + output * arguments.pointee.outputPixelStride,
                residual: arguments.pointee.residual.map { $0 + output * arguments.pointee.residualPixelStride }))
    }
}

private struct ResizePixel: VectorLoopBody {
    let arguments: UnsafePointer<ResizeArguments>
    let left: Int
    let right: Int
    let rightShare: Float
    let bottomShare: Float
    let target: UnsafeMutablePointer<Float>
    let residual: UnsafePointer<Float>?

    @inline(__always)
    func run<V: Vector>(_: V.Type, _ channel: Int) {
        let top = arguments.pointee.top + channel
        let bottom = arguments.pointee.bottom + channel
        // Rounded after each operation, as XNNPACK does.
        let upper = V(at: top + left) + (V(at: top + right) - V(at: top + left)) * V(repeating: rightShare)
        let lower = V(at: bottom + left) + (V(at: bottom + right) - V(at: bottom + left)) * V(repeating: rightShare)
        var value = upper + (lower - upper) * V(repeating: bottomShare)
        switch arguments.pointee.activation {
        case .none:
            break
        case .clamp:
            value = value.clamped(V(repeating: arguments.pointee.low), V(repeating: arguments.pointee.high))
        case .prelu:
            value = value.prelu(V(at: arguments.pointee.slopes.unsafelyUnwrapped + channel))
        }
        if let residual { value = value + V(at: residual + channel) }
        value.store(at: target + channel)
    }
}

// MARK: Reduction of an axis

@inline(never)
func runReduce(_ arguments: UnsafePointer<ReduceArguments>) {
    let inner = arguments.pointee.inner
    for outer in 0..<arguments.pointee.outer {
        let input = arguments.pointee.input + outer * arguments.pointee.reduced * inner
        let output = arguments.pointee.output + outer * inner
        if inner == 1 {
            output.pointee = reduceRun(input, arguments.pointee.reduced, arguments.pointee.reduction)
        } else {
            forEachVector(inner, ReduceColumn(arguments: arguments, input: input, output: output))
        }
    }
}

private struct ReduceColumn: VectorLoopBody {
    let arguments: UnsafePointer<ReduceArguments>
    let input: UnsafePointer<Float>
    let output: UnsafeMutablePointer<Float>

    @inline(__always)
    func run<V: Vector>(_: V.Type, _ index: Int) {
        let reduction = arguments.pointee.reduction
        let inner = arguments.pointee.inner
        let reduced = arguments.pointee.reduced
        var result = reductionStart(V.self, reduction)
        var address = input + index
        switch reduction {
        case .sum, .mean:
            for _ in 0..<reduced {
                result = result + V(at: address)
                address += inner
            }
            if case .mean = reduction { result = result * V(repeating: 1 / Float(reduced)) }
        case .maximum:
            for _ in 0..<reduced {
                result = .larger(V(at: address), result)
                address += inner
            }
        case .minimum:
            for _ in 0..<reduced {
                result = .smaller(V(at: address), result)
                address += inner
            }
        }
        result.store(at: output + index)
    }
}

@inline(__always)
private func reductionStart<V: Vector>(_: V.Type, _ reduction: Reduction) -> V {
    switch reduction {
    case .sum, .mean: V(repeating: 0)
    case .maximum: V(repeating: -Float.greatestFiniteMagnitude)
    case .minimum: V(repeating: Float.greatestFiniteMagnitude)
    }
}

/// Reduces one contiguous run: whole vectors first, then their lanes in ascending order, then what is left.
@inline(__always)
private func reduceRun(_ input: UnsafePointer<Float>, _ count: Int, _ reduction: Reduction) -> Float {
    var lanes = reductionStart(Lane.self, reduction)
    var index = 0
    while index + Lane.lanes <= count {
        lanes = combine(lanes, Lane(at: input + index), reduction)
        index += Lane.lanes
    }
    var result = reductionStart(Float.self, reduction)
    for lane in 0..<Lane.lanes { result = combine(result, lanes[lane], reduction) }
    while index < count {
        result = combine(result, input[index], reduction)
        index += 1
    }
    if case .mean = reduction { result = result * (1 / Float(count)) }
    return result
}

@inline(__always)
private func combine<V: Vector>(_ a: V, _ b: V, _ reduction: Reduction) -> V {
    switch reduction {
    case .sum, .mean: a + b
    case .maximum: .larger(b, a)
    case .minimum: .smaller(b, a)
    }
}
