import CTegataShims
import TegataKernelABI

/// The 512-bit vectors of AVX-512, with AVX512-VNNI's byte products.
typealias Lane = SIMD16<Float>
typealias FloatLane = Lane
typealias NarrowLane = SIMD8<Float>

@inline(__always) var hasFusedMultiplyAdd: Bool { true }
@inline(__always) var has32Registers: Bool { true }
/// `vpdpbusd` multiplies unsigned bytes by signed weights.
@inline(__always) var hasUnsignedBytes: Bool { true }
var levelName: String { "avx512-int8" }

package enum KernelsAVX512Int8 {
    // Without this function, the whole module is unused on other architectures.
    #if arch(x86_64)
        // Embedded Swift programs link to the kernels too, instead of having copies in every module above.
        #if compiler(>=6.3)
            @export(interface)
        #endif
        package static func set() -> Int8KernelSet { makeInt8KernelSet() }
    #endif
}

/// A panel's cost is measured in full-width tiles of one vector. Narrow panels read A more often for the same work.
@inline(__always)
func addGemmKernels(to set: inout Int8KernelSet) {
    set.addGemm(7, 48, cost: 3) { Int8GemmPanel<7, 1, 3, 0>.run($0) }
    set.addGemm(7, 40, cost: 2.95) { Int8GemmPanel<7, 1, 2, 1>.run($0) }
    set.addGemm(7, 32, cost: 2.05) { Int8GemmPanel<7, 1, 2, 0>.run($0) }
    set.addGemm(7, 24, cost: 1.95) { Int8GemmPanel<7, 1, 1, 1>.run($0) }
    set.addGemm(14, 16, cost: 1.15) { Int8GemmPanel<14, 1, 1, 0>.run($0) }
    set.addGemm(14, 8, cost: 1.1) { Int8GemmPanel<14, 1, 0, 1>.run($0) }

    set.addGemm(6, 32, planes: 2, cost: 2) { Int8GemmPanel<6, 2, 4, 0>.run($0) }
    set.addGemm(6, 24, planes: 2, cost: 1.9) { Int8GemmPanel<6, 2, 2, 2>.run($0) }
    set.addGemm(12, 16, planes: 2, cost: 1.05) { Int8GemmPanel<12, 2, 2, 0>.run($0) }
}

/// The narrow vector is the low half of the wide one, which costs nothing.
@inline(__always)
func repeatedWords(_ word: Int32) -> (Lane.Words, NarrowLane.Words) {
    let lane = tegata_opaque16(Lane(repeating: Float(bitPattern: UInt32(bitPattern: word))))
    let words = unsafeBitCast(lane, to: Lane.Words.self)
    return (words, words.lowHalf)
}
