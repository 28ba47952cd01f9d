import TegataKernelABI

/// The 256-bit vectors of AVX2, with AVX-VNNI's byte products.
typealias Lane = SIMD8<Float>
typealias FloatLane = Lane
/// No narrower vector is worth a kernel.
typealias NarrowLane = Float

@inline(__always) var hasFusedMultiplyAdd: Bool { true }
@inline(__always) var has32Registers: Bool { false }
/// `vpdpbusd` multiplies unsigned bytes by signed weights.
@inline(__always) var hasUnsignedBytes: Bool { true }
var levelName: String { "avx2-int8" }

package enum KernelsAVX2Int8 {
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
    set.addGemm(4, 24, cost: 2.99) { Int8GemmPanel<4, 1, 3, 0>.run($0) }
    set.addGemm(6, 16, cost: 2) { Int8GemmPanel<6, 1, 2, 0>.run($0) }
    set.addGemm(7, 8, cost: 1.15) { Int8GemmPanel<7, 1, 1, 0>.run($0) }

    set.addGemm(3, 16, planes: 2, cost: 2) { Int8GemmPanel<3, 2, 4, 0>.run($0) }
    set.addGemm(6, 8, planes: 2, cost: 1.05) { Int8GemmPanel<6, 2, 2, 0>.run($0) }
}

@inline(__always)
func repeatedWords(_ word: Int32) -> (Lane.Words, NarrowLane.Words) { (Lane.words(repeating: word), word) }
