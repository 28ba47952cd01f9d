import CTegataShims
import TegataKernelABI

/// The 512-bit vectors of AVX-512, with the arithmetic of float16 that AVX512-FP16 brought.
typealias Lane = SIMD32<Float16>
typealias NarrowLane = SIMD16<Float16>
typealias FloatLane = SIMD8<Float>

@inline(__always) var hasFusedMultiplyAdd: Bool { true }
@inline(__always) var has32Registers: Bool { true }
var levelName: String { "avx512-half" }

package enum KernelsAVX512Float16 {
    // Without it, all that this module holds is dead on other architectures.
    #if arch(x86_64)
        // Programs in Embedded Swift link to the kernels, too, rather than have copies in every module above.
        #if compiler(>=6.3)
            @export(interface)
        #endif
        package static func set(warp: @escaping @Sendable (UnsafePointer<WarpArguments>) -> Void) -> KernelSet {
            makeKernelSet(warp: warp)
        }
    #endif
}

/// A panel's cost is counted in full-width tiles of one vector; narrow ones read A more often for the same work.
@inline(__always)
func addGemmKernels(to set: inout KernelSet) {
    set.addGemm(7, 96, cost: 3) { GemmPanel<7, 3, 0>.run($0) }
    set.addGemm(7, 64, cost: 2.05) { GemmPanel<7, 2, 0>.run($0) }
    set.addGemm(7, 48, cost: 1.95) { GemmPanel<7, 1, 1>.run($0) }
    set.addGemm(14, 32, cost: 1.15) { GemmPanel<14, 1, 0>.run($0) }
    set.addGemm(14, 16, cost: 1.1) { GemmPanel<14, 0, 1>.run($0) }
}

/// The narrow vector is the low half of the wide one, which costs nothing; the compiler, left to see that all lanes are
/// equal, would repeat the value once more, where processors of Intel's multiply.
@inline(__always)
func repeated(_ value: Input) -> (Lane, NarrowLane) {
    let lane = tegata_opaque32_f16(Lane(repeating: value))
    return (lane, lane.lowHalf)
}
