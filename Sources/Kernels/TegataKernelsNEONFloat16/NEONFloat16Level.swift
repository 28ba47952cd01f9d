import TegataKernelABI

/// The 128-bit vectors of NEON, with the float16 arithmetic of ARMv8.2.
typealias Lane = SIMD8<Float16>
/// No narrower vector is worth a kernel.
typealias NarrowLane = Float16
typealias FloatLane = SIMD4<Float>

@inline(__always) var hasFusedMultiplyAdd: Bool { true }
@inline(__always) var has32Registers: Bool { true }
var levelName: String { "neon-half" }

package enum KernelsNEONFloat16 {
    // Without this function, the whole module is unused on other architectures.
    #if arch(arm64)
        // Embedded Swift programs link to the kernels too, instead of having copies in every module above.
        #if compiler(>=6.3)
            @export(interface)
        #endif
        package static func set(warp: @escaping @Sendable (UnsafePointer<WarpArguments>) -> Void) -> KernelSet {
            makeKernelSet(warp: warp)
        }
    #endif
}

/// A panel's cost is measured in full-width tiles of one vector. Narrow panels read A more often for the same work.
@inline(__always)
func addGemmKernels(to set: inout KernelSet) {
    set.addGemm(7, 24, cost: 3) { GemmPanel<7, 3, 0>.run($0) }
    set.addGemm(7, 16, cost: 2.05) { GemmPanel<7, 2, 0>.run($0) }
    set.addGemm(12, 8, cost: 1.15) { GemmPanel<12, 1, 0>.run($0) }
}

@inline(__always)
func repeated(_ value: Input) -> (Lane, NarrowLane) { (Lane(repeating: value), NarrowLane(repeating: value)) }
