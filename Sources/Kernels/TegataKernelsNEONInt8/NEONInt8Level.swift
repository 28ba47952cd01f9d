import CTegataShims
import TegataKernelABI

/// The 128-bit vectors of NEON, which every processor of the architecture has.
typealias Lane = SIMD4<Float>
typealias FloatLane = Lane
/// No narrower vector is worth a kernel.
typealias NarrowLane = Float

@inline(__always) var hasFusedMultiplyAdd: Bool { true }
@inline(__always) var has32Registers: Bool { true }
/// `smull` multiplies signed bytes by signed weights, as `sdot` does, so the results are the same.
@inline(__always) var hasUnsignedBytes: Bool { false }
var levelName: String { "neon-int8" }

package enum KernelsNEONInt8 {
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
    set.addGemm(4, 8, cost: 2) { Int8GemmPanel<4, 1, 2, 0>.run($0) }
    set.addGemm(4, 4, cost: 1.1) { Int8GemmPanel<4, 1, 1, 0>.run($0) }

    set.addGemm(4, 4, planes: 2, cost: 1) { Int8GemmPanel<4, 2, 2, 0>.run($0) }
}

@inline(__always)
func repeatedWords(_ word: Int32) -> (Lane.Words, NarrowLane.Words) { (Lane.words(repeating: word), word) }

extension SIMD4: Int8Vector where Scalar == Float {
    /// Products are widened after two of them have been added.
    @inline(__always) static var addsPairs: Bool { true }
    /// Each sum has two neighbouring parts.
    @inline(__always) static func sums(at address: UnsafeRawPointer) -> SIMD8<Int32> {
        tegata_parts4(words(at: address))
    }
    @inline(__always) static func adding(
        _ sums: SIMD8<Int32>, _ bytes: SIMD4<Int32>, times weights: SIMD4<Int32>
    ) -> SIMD8<Int32> {
        tegata_add_products_to_parts4(sums, bytes, weights)
    }
    @inline(__always) static func adding(
        _ sums: SIMD8<Int32>, _ bytes: SIMD4<Int32>, times weights: SIMD4<Int32>,
        _ moreBytes: SIMD4<Int32>, times moreWeights: SIMD4<Int32>
    ) -> SIMD8<Int32> {
        tegata_add_more_products_to_parts4(sums, bytes, weights, moreBytes, moreWeights)
    }
    @inline(__always) init(sums: SIMD8<Int32>) { self = tegata_to_floats4(tegata_joined_parts4(sums)) }
}
