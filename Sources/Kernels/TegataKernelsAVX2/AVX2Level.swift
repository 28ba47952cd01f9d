import TegataKernelABI

/// The 256-bit vectors of AVX2.
typealias Lane = SIMD8<Float>
typealias FloatLane = Lane
/// No narrower vector is worth a kernel.
typealias NarrowLane = Float

@inline(__always) var hasFusedMultiplyAdd: Bool { true }
@inline(__always) var has32Registers: Bool { false }
var levelName: String { "avx2" }

package enum KernelsAVX2 {
    // Without this function, the whole module is unused on other architectures.
    #if arch(x86_64)
        // Embedded Swift programs link to the kernels too, instead of having copies in every module above.
        #if compiler(>=6.3)
            @export(interface)
        #endif
        package static func set() -> KernelSet { makeKernelSet() }
    #endif
}

/// A panel's cost is measured in full-width tiles of one vector. Narrow panels read A more often for the same work.
@inline(__always)
func addGemmKernels(to set: inout KernelSet) {
    set.addGemm(4, 24, cost: 2.99) { GemmPanel<4, 3, 0>.run($0) }
    set.addGemm(6, 16, cost: 2) { GemmPanel<6, 2, 0>.run($0) }
    set.addGemm(12, 8, cost: 1.15) { GemmPanel<12, 1, 0>.run($0) }
}

@inline(__always)
func repeated(_ value: Input) -> (Lane, NarrowLane) { (Lane(repeating: value), NarrowLane(repeating: value)) }
