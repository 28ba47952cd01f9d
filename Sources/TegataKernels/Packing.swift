import TegataKernelABI

// Weights are converted and rearranged once, when a model is loaded; with ten megabytes of them this counts.

@inline(never)
func runWiden(_ arguments: UnsafePointer<WidenArguments>) {
    forEachVector(arguments.pointee.count, WidenRun(arguments: arguments))
}

private struct WidenRun: VectorLoopBody {
    let arguments: UnsafePointer<WidenArguments>

    @inline(__always)
    func run<V: Vector>(_: V.Type, _ index: Int) {
        V(wideningHalvesAt: arguments.pointee.input + index).store(at: arguments.pointee.output + index)
    }
}

/// Transposes `lanes` weights of every column at a time, so that both the columns read and the panel rows written stay in the L1 cache.
@inline(never)
func runPackGemm(_ arguments: UnsafePointer<PackGemmArguments>) {
    let depth = arguments.pointee.depth
    let width = arguments.pointee.width
    let columns = arguments.pointee.columns
    let stride = arguments.pointee.columnStride
    var k = 0
    while k + Lane.lanes <= depth {
        for column in 0..<columns {
            let weights: Lane
            let index = column * stride + k
            switch arguments.pointee.weights {
            case .float(let source): weights = Lane(at: source + index)
            case .half(let source): weights = Lane(wideningHalvesAt: source + index)
            }
            let target = arguments.pointee.panel + k * width + column
            for lane in 0..<Lane.lanes { target[lane * width] = weights[lane] }
        }
        k += Lane.lanes
    }
    while k < depth {
        for column in 0..<columns {
            let index = column * stride + k
            switch arguments.pointee.weights {
            case .float(let source): arguments.pointee.panel[k * width + column] = source[index]
            case .half(let source): arguments.pointee.panel[k * width + column] = Float(wideningHalvesAt: source + index)
            }
        }
        k += 1
    }
}

@inline(never)
func runPackDepthwise(_ arguments: UnsafePointer<PackDepthwiseArguments>) {
    let taps = arguments.pointee.taps
    let channels = arguments.pointee.channels
    for tap in 0..<taps {
        forEachVector(channels, PackTap(arguments: arguments, tap: tap))
        for channel in channels..<((channels + Lane.lanes - 1) / Lane.lanes * Lane.lanes) {
            packedAddress(arguments, tap, channel).pointee = 0
        }
    }
}

private struct PackTap: VectorLoopBody {
    let arguments: UnsafePointer<PackDepthwiseArguments>
    let tap: Int

    @inline(__always)
    func run<V: Vector>(_: V.Type, _ channel: Int) {
        let index = tap * arguments.pointee.channels + channel
        let weights: V
        switch arguments.pointee.weights {
        case .float(let source): weights = V(at: source + index)
        case .half(let source): weights = V(wideningHalvesAt: source + index)
        }
        weights.store(at: packedAddress(arguments, tap, channel))
    }
}

@inline(__always)
private func packedAddress(
    _ arguments: UnsafePointer<PackDepthwiseArguments>, _ tap: Int, _ channel: Int
) -> UnsafeMutablePointer<Float> {
    let lane = channel & (Lane.lanes - 1)
    return arguments.pointee.packed + (channel - lane) * arguments.pointee.taps + tap * Lane.lanes + lane
}
