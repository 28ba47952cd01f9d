import TegataKernelABI

@inline(never)
func runPool(_ arguments: UnsafePointer<PoolArguments>) {
    for output in 0..<arguments.pointee.outputWidth {
        let first = output * arguments.pointee.stride - arguments.pointee.padLeft
        let left = max(0, first)
        let right = min(arguments.pointee.inputWidth, first + arguments.pointee.windowWidth)
        let target = arguments.pointee.output.outputs + output * arguments.pointee.outputPixelStride
        let pixel = PoolPixel(arguments: arguments, left: left, right: right, target: target)
        if case .maximum = Reduction(choice: arguments.pointee.reduction) {
            forEachVector(arguments.pointee.channels, MaximumPool(pixel: pixel))
        } else {
            forEachFloatVector(arguments.pointee.channels, MeanPool(pixel: pixel))
        }
    }
}

private struct PoolPixel {
    let arguments: UnsafePointer<PoolArguments>
    let left: Int
    let right: Int
    let target: UnsafeMutablePointer<Input>

    @inline(__always)
    func fold<V: Vector>(_ start: V, _ channel: Int, _ combine: (V, V) -> V) -> V {
        var result = start
        let stride = arguments.pointee.inputPixelStride
        for row in 0..<arguments.pointee.rowCount {
            let input = arguments.pointee.inputRows[row].inputs + channel
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

private struct MeanPool: FloatLoopBody {
    let pixel: PoolPixel

    @inline(__always)
    func run<V: FloatVector>(_: V.Type, _ channel: Int) {
        let count = pixel.arguments.pointee.rowCount * max(0, pixel.right - pixel.left)
        let sum = pixel.fold(V(repeating: 0), channel) { $0 + $1 }
        pixel.store(count == 0 ? sum : sum / V(repeating: Float(count)), channel)
    }
}
