import CTegataShims
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

/// Transposes sixteen weights of every column at a time, so that both the columns read and the panel rows written stay
/// in the L1 cache.
@inline(never)
func runPackGemm(_ arguments: UnsafePointer<PackGemmArguments>) {
    switch arguments.pointee.weights {
    case .float(let source): packGemm(FloatSource(source: source), arguments)
    case .half(let source): packGemm(HalfSource(source: source), arguments)
    }
}

/// Weights of one type.
private protocol WeightSource {
    func four(at index: Int) -> SIMD4<Float>
    func one(at index: Int) -> Float
}

private struct FloatSource: WeightSource {
    let source: UnsafePointer<Float>
    @inline(__always) func four(at index: Int) -> SIMD4<Float> {
        UnsafeRawPointer(source + index).loadUnaligned(as: SIMD4<Float>.self)
    }
    @inline(__always) func one(at index: Int) -> Float { source[index] }
}

private struct HalfSource: WeightSource {
    let source: UnsafePointer<UInt16>
    @inline(__always) func four(at index: Int) -> SIMD4<Float> {
        tegata_widen4(UnsafeRawPointer(source + index).loadUnaligned(as: SIMD4<UInt16>.self))
    }
    @inline(__always) func one(at index: Int) -> Float { tegata_widen1(source[index]) }
}

@inline(__always)
private func packGemm(_ source: some WeightSource, _ arguments: UnsafePointer<PackGemmArguments>) {
    let depth = arguments.pointee.depth
    let width = arguments.pointee.width
    let columns = arguments.pointee.columns
    let stride = arguments.pointee.columnStride
    let panel = arguments.pointee.panel
    var first = 0
    while first < depth {
        let end = depth - first < 16 ? depth : first + 16
        var column = 0
        while column + 4 <= columns {
            var k = first
            while k + 4 <= end {
                let index = column * stride + k
                let rows = tegata_transpose4(
                    source.four(at: index), source.four(at: index + stride), source.four(at: index + 2 * stride),
                    source.four(at: index + 3 * stride))
                let target = UnsafeMutableRawPointer(panel + k * width + column)
                target.storeBytes(of: rows.a, as: SIMD4<Float>.self)
                target.storeBytes(of: rows.b, toByteOffset: 4 * width, as: SIMD4<Float>.self)
                target.storeBytes(of: rows.c, toByteOffset: 8 * width, as: SIMD4<Float>.self)
                target.storeBytes(of: rows.d, toByteOffset: 12 * width, as: SIMD4<Float>.self)
                k += 4
            }
            while k < end {
                for beside in column..<column + 4 { panel[k * width + beside] = source.one(at: beside * stride + k) }
                k += 1
            }
            column += 4
        }
        while column < columns {
            for k in first..<end { panel[k * width + column] = source.one(at: column * stride + k) }
            column += 1
        }
        first = end
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
