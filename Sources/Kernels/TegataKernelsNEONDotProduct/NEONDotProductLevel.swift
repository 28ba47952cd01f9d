import CTegataShims
import TegataKernelABI

/// The 128-bit vectors of NEON, with ARMv8.2's byte products.
typealias Lane = SIMD4<Float>
typealias FloatLane = Lane
/// No narrower vector is worth a kernel.
typealias NarrowLane = Float

@inline(__always) var hasFusedMultiplyAdd: Bool { true }
@inline(__always) var has32Registers: Bool { true }
/// `sdot` multiplies signed bytes by signed weights.
@inline(__always) var hasUnsignedBytes: Bool { false }
var levelName: String { "dotprod-int8" }

package enum KernelsNEONDotProduct {
    // Without this function, the whole module is unused on other architectures.
    #if arch(arm64)
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
    set.addGemm(7, 12, cost: 3) { Int8GemmPanel<7, 1, 3, 0>.run($0) }
    set.addGemm(7, 8, cost: 2.05) { Int8GemmPanel<7, 1, 2, 0>.run($0) }
    set.addGemm(7, 4, cost: 1.15) { Int8GemmPanel<7, 1, 1, 0>.run($0) }

    set.addGemm(6, 8, planes: 2, cost: 2) { Int8GemmPanel<6, 2, 4, 0>.run($0) }
    set.addGemm(7, 4, planes: 2, cost: 1.05) { Int8GemmPanel<7, 2, 2, 0>.run($0) }
}

@inline(__always)
func repeatedWords(_ word: Int32) -> (Lane.Words, NarrowLane.Words) { (Lane.words(repeating: word), word) }

extension SIMD4: Int8Vector where Scalar == Float {
    @inline(__always) static func adding(
        _ sums: SIMD4<Int32>, _ bytes: SIMD4<Int32>, times weights: SIMD4<Int32>
    ) -> SIMD4<Int32> {
        tegata_add_byte_products4(sums, bytes, weights)
    }
    @inline(__always) init(sums: SIMD4<Int32>) { self = tegata_to_floats4(sums) }
}
