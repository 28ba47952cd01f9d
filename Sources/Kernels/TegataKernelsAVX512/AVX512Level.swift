import CTegataShims
import TegataKernelABI

/// The 512-bit vectors of AVX-512.
typealias Lane = SIMD16<Float>
typealias FloatLane = Lane
typealias NarrowLane = SIMD8<Float>

@inline(__always) var hasFusedMultiplyAdd: Bool { true }
@inline(__always) var has32Registers: Bool { true }
var levelName: String { "avx512" }

package enum KernelsAVX512 {
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
    set.addGemm(7, 48, cost: 3) { GemmPanel<7, 3, 0>.run($0) }
    // Its measured time is 2.55, but only the last of several panels may end inside a vector.
    set.addGemm(7, 40, cost: 2.95) { GemmPanel<7, 2, 1>.run($0) }
    set.addGemm(7, 32, cost: 2.05) { GemmPanel<7, 2, 0>.run($0) }
    set.addGemm(7, 24, cost: 1.95) { GemmPanel<7, 1, 1>.run($0) }
    set.addGemm(14, 16, cost: 1.15) { GemmPanel<14, 1, 0>.run($0) }
    set.addGemm(14, 8, cost: 1.1) { GemmPanel<14, 0, 1>.run($0) }
}

/// The narrow vector is the low half of the wide one, which costs nothing. If the compiler could see that all lanes are
/// equal, it would broadcast the value again, on the port that Intel processors use for multiplication.
@inline(__always)
func repeated(_ value: Input) -> (Lane, NarrowLane) {
    let lane = tegata_opaque16(Lane(repeating: value))
    return (lane, lane.lowHalf)
}

/// Returns both vectors from two loads, of which the wide one becomes part of the multiplication.
@inline(__always)
func repeatedApart(_ address: UnsafePointer<Input>) -> (Lane, NarrowLane) {
    (Lane(repeating: address.pointee), tegata_repeated8(address))
}
