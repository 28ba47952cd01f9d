import TegataKernelABI

/// The 128-bit vectors of WebAssembly.
typealias Lane = SIMD4<Float>
typealias FloatLane = Lane
/// No narrower vector is worth a kernel.
typealias NarrowLane = Float

@inline(__always) var hasFusedMultiplyAdd: Bool { true }
@inline(__always) var has32Registers: Bool { false }
var levelName: String { "relaxed" }

package enum KernelsRelaxed {
    // Without this function, the whole module is unused on other architectures.
    #if arch(wasm32)
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
    set.addGemm(3, 12, cost: 3) { GemmPanel<3, 3, 0>.run($0) }
    set.addGemm(4, 8, cost: 2.05) { GemmPanel<4, 2, 0>.run($0) }
    set.addGemm(7, 4, cost: 1.15) { GemmPanel<7, 1, 0>.run($0) }
}

@inline(__always)
func repeated(_ value: Input) -> (Lane, NarrowLane) { (Lane(repeating: value), NarrowLane(repeating: value)) }
