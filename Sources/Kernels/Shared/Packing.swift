import CTegataShims
import TegataKernelABI

// Weights are converted and rearranged once, when a model is loaded. With ten megabytes of weights, speed matters.

@inline(never)
func runWiden(_ arguments: UnsafePointer<WidenArguments>) {
    forEachFloatVector(arguments.pointee.count, WidenRun(arguments: arguments))
}

private struct WidenRun: FloatLoopBody {
    let arguments: UnsafePointer<WidenArguments>

    @inline(__always)
    func run<V: FloatVector>(_: V.Type, _ index: Int) {
        V(float16At: arguments.pointee.input + index).store(floatsAt: arguments.pointee.output + index)
    }
}

#if FLOAT16
    @inline(never)
    func runNarrow(_ arguments: UnsafePointer<NarrowArguments>) {
        forEachVector(arguments.pointee.count, NarrowRun(arguments: arguments))
    }

    private struct NarrowRun: VectorLoopBody {
        let arguments: UnsafePointer<NarrowArguments>

        @inline(__always)
        func run<V: Vector>(_: V.Type, _ index: Int) {
            let output = UnsafeMutableRawPointer(arguments.pointee.output + index)
            V(floatsAt: arguments.pointee.input + index).store(at: output.outputs)
        }
    }
#endif

/// Transposes sixteen weights from every column at a time, so that both the columns being read and the panel rows being
/// written stay in the L1 cache.
@inline(never)
func runPackGemm(_ arguments: UnsafePointer<PackGemmArguments>) {
    let elements = arguments.pointee.weights.elements
    switch KernelElement(choice: arguments.pointee.weights.element) {
    case .float32: packGemm(FloatSource(source: elements.floats), arguments)
    case .float16: packGemm(Float16Source(source: elements.float16Bits), arguments)
    }
}

#if FLOAT16
    /// Four weights as bits.
    private typealias Four = SIMD4<UInt16>
#else
    private typealias Four = SIMD4<Float>
#endif

/// Weights of a given type in a file, read as packed weights.
private protocol WeightSource {
    func four(at index: Int) -> Four
    func one(at index: Int) -> Weight
}

private struct FloatSource: WeightSource {
    let source: UnsafePointer<Float>
    @inline(__always) func four(at index: Int) -> Four {
        let floats = UnsafeRawPointer(source + index).loadUnaligned(as: SIMD4<Float>.self)
        #if FLOAT16
            return tegata_narrow4(floats)
        #else
            return floats
        #endif
    }
    @inline(__always) func one(at index: Int) -> Weight { Weight(source[index]) }
}

private struct Float16Source: WeightSource {
    let source: UnsafePointer<UInt16>
    @inline(__always) func four(at index: Int) -> Four {
        let bits = UnsafeRawPointer(source + index).loadUnaligned(as: SIMD4<UInt16>.self)
        #if FLOAT16
            return bits
        #else
            return tegata_widen4(bits)
        #endif
    }
    @inline(__always) func one(at index: Int) -> Weight { Weight(float16At: source + index) }
}

#if FLOAT16
    @inline(__always)
    private func transpose(_ a: Four, _ b: Four, _ c: Four, _ d: Four) -> tegata_float16_rows4 {
        tegata_transpose4_f16(a, b, c, d)
    }
#else
    @inline(__always)
    private func transpose(_ a: Four, _ b: Four, _ c: Four, _ d: Four) -> tegata_rows4 { tegata_transpose4(a, b, c, d) }
#endif

@inline(__always)
private func packGemm(_ source: some WeightSource, _ arguments: UnsafePointer<PackGemmArguments>) {
    let size = MemoryLayout<Weight>.size
    let depth = arguments.pointee.depth
    let width = arguments.pointee.width
    let columns = arguments.pointee.columns
    let stride = arguments.pointee.columnStride
    let panel = arguments.pointee.panel.weights
    var first = 0
    while first < depth {
        let end = depth - first < 16 ? depth : first + 16
        var column = 0
        while column + 4 <= columns {
            var k = first
            while k + 4 <= end {
                let index = column * stride + k
                let rows = transpose(
                    source.four(at: index), source.four(at: index + stride), source.four(at: index + 2 * stride),
                    source.four(at: index + 3 * stride))
                let target = UnsafeMutableRawPointer(panel + k * width + column)
                target.storeBytes(of: rows.a, as: Four.self)
                target.storeBytes(of: rows.b, toByteOffset: size * width, as: Four.self)
                target.storeBytes(of: rows.c, toByteOffset: 2 * size * width, as: Four.self)
                target.storeBytes(of: rows.d, toByteOffset: 3 * size * width, as: Four.self)
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
        let elements = arguments.pointee.weights.elements
        switch KernelElement(choice: arguments.pointee.weights.element) {
        case .float32: weights = V(floatsAt: elements.floats + index)
        case .float16: weights = V(float16At: elements.float16Bits + index)
        }
        weights.store(weightsAt: packedAddress(arguments, tap, channel))
    }
}

@inline(__always)
private func packedAddress(
    _ arguments: UnsafePointer<PackDepthwiseArguments>, _ tap: Int, _ channel: Int
) -> UnsafeMutablePointer<Weight> {
    let lane = channel & (Lane.lanes - 1)
    return arguments.pointee.packed.weights + (channel - lane) * arguments.pointee.taps + tap * Lane.lanes + lane
}

extension UnsafeRawPointer {
    @inline(__always) fileprivate var floats: UnsafePointer<Float> { assumingMemoryBound(to: Float.self) }
    @inline(__always) fileprivate var float16Bits: UnsafePointer<UInt16> { assumingMemoryBound(to: UInt16.self) }
}
