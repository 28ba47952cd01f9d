import TegataKernelABI

/// The 128-bit vectors available on every x86-64 (SSE) and arm64 (NEON) processor; on other architectures, they may be
/// four separate numbers.
typealias Lane = SIMD4<Float>
typealias FloatLane = Lane
/// No narrower vector is worth a kernel.
typealias NarrowLane = Float

package enum KernelsBaseline {
    // Embedded Swift programs link to the kernels too, instead of having copies in every module above.
    #if compiler(>=6.3)
        @export(interface)
    #endif
    package static func set() -> KernelSet { makeKernelSet() }
}

// A panel's cost is measured in full-width tiles of one vector. Narrow panels read A more often for the same work.
#if arch(arm64)
    @inline(__always) var hasFusedMultiplyAdd: Bool { true }
    @inline(__always) var has32Registers: Bool { true }
    var levelName: String { "neon" }

    @inline(__always)
    func addGemmKernels(to set: inout KernelSet) {
        set.addGemm(7, 12, cost: 3) { GemmPanel<7, 3, 0>.run($0) }
        set.addGemm(7, 8, cost: 2.05) { GemmPanel<7, 2, 0>.run($0) }
        set.addGemm(12, 4, cost: 1.15) { GemmPanel<12, 1, 0>.run($0) }
    }
#else
    #if arch(riscv64) || arch(arm)
        @inline(__always) var hasFusedMultiplyAdd: Bool { true }
    #else
        @inline(__always) var hasFusedMultiplyAdd: Bool { false }
    #endif
    @inline(__always) var has32Registers: Bool { false }
    #if arch(wasm32)
        var levelName: String { "simd128" }
    #else
        var levelName: String { "baseline" }
    #endif

    @inline(__always)
    func addGemmKernels(to set: inout KernelSet) {
        set.addGemm(4, 8, cost: 2) { GemmPanel<4, 2, 0>.run($0) }
        set.addGemm(7, 4, cost: 1.15) { GemmPanel<7, 1, 0>.run($0) }
    }
#endif

@inline(__always)
func repeated(_ value: Input) -> (Lane, NarrowLane) { (Lane(repeating: value), NarrowLane(repeating: value)) }
