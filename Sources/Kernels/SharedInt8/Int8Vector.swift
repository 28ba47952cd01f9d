import CTegataShims
import TegataKernelABI

/// The operations on bytes and 32-bit sums that 8-bit kernels need, in vectors with as many sums as `Self` has floats.
/// The sums are exact, so they depend neither on the order of summation nor on the level.
protocol Int8Vector: FloatVector {
    /// Four bytes for each sum, or a 32-bit number.
    associatedtype Words
    static func words(at address: UnsafeRawPointer) -> Words
    static func words(repeating word: Int32) -> Words
    /// The sums, each consisting of one or more parts.
    associatedtype Sums
    static func sums(at address: UnsafeRawPointer) -> Sums
    /// Adds the four products in each lane of `bytes` and `weights` to the lane's sum.
    static func adding(_ sums: Sums, _ bytes: Words, times weights: Words) -> Sums
    /// Whether it is worthwhile to add the products of two vectors of bytes at once.
    static var addsPairs: Bool { get }
    /// Adds the products of two vectors of bytes.
    static func adding(
        _ sums: Sums, _ bytes: Words, times weights: Words, _ moreBytes: Words, times moreWeights: Words
    ) -> Sums
    /// The sums, rounded to the nearest float.
    init(sums: Sums)
    /// The largest magnitude, as bits, which have the same order as the magnitudes. NaN is the largest.
    static func largerBits(_ bits: Words, magnitudeOf value: Self) -> Words
    static func largest(_ bits: Words) -> Int32
}

extension Int8Vector {
    @inline(__always) static var addsPairs: Bool { false }
    @inline(__always) static func adding(
        _ sums: Sums, _ bytes: Words, times weights: Words, _ moreBytes: Words, times moreWeights: Words
    ) -> Sums {
        adding(adding(sums, bytes, times: weights), moreBytes, times: moreWeights)
    }
}

extension Int8Vector where Sums == Words {
    @inline(__always) static func sums(at address: UnsafeRawPointer) -> Words { words(at: address) }
}

extension Float: Int8Vector {
    @inline(__always) static func words(at address: UnsafeRawPointer) -> Int32 { address.loadUnaligned(as: Int32.self) }
    @inline(__always) static func words(repeating word: Int32) -> Int32 { word }
    @inline(__always) static func adding(_ sums: Int32, _ bytes: Int32, times weights: Int32) -> Int32 {
        tegata_add_byte_products1(sums, bytes, weights)
    }
    @inline(__always) init(sums: Int32) { self = Float(sums) }
    @inline(__always) static func largerBits(_ bits: Int32, magnitudeOf value: Float) -> Int32 {
        max(bits, Int32(bitPattern: value.bitPattern & 0x7fff_ffff))
    }
    @inline(__always) static func largest(_ bits: Int32) -> Int32 { bits }
}

#if LANES_16
    extension SIMD16: Int8Vector where Scalar == Float {
        @inline(__always) static func words(at address: UnsafeRawPointer) -> SIMD16<Int32> {
            address.loadUnaligned(as: SIMD16<Int32>.self)
        }
        @inline(__always) static func words(repeating word: Int32) -> SIMD16<Int32> { SIMD16<Int32>(repeating: word) }
        @inline(__always) static func adding(
            _ sums: SIMD16<Int32>, _ bytes: SIMD16<Int32>, times weights: SIMD16<Int32>
        ) -> SIMD16<Int32> {
            tegata_add_byte_products16(sums, bytes, weights)
        }
        @inline(__always) init(sums: SIMD16<Int32>) { self = tegata_to_floats16(sums) }
        @inline(__always) static func largerBits(_ bits: SIMD16<Int32>, magnitudeOf value: Self) -> SIMD16<Int32> {
            tegata_larger_bits16(bits, value)
        }
        @inline(__always) static func largest(_ bits: SIMD16<Int32>) -> Int32 { tegata_largest16(bits) }
    }
#endif

#if LANES_16 || LANES_8
    extension SIMD8: Int8Vector where Scalar == Float {
        @inline(__always) static func words(at address: UnsafeRawPointer) -> SIMD8<Int32> {
            address.loadUnaligned(as: SIMD8<Int32>.self)
        }
        @inline(__always) static func words(repeating word: Int32) -> SIMD8<Int32> { SIMD8<Int32>(repeating: word) }
        @inline(__always) static func adding(
            _ sums: SIMD8<Int32>, _ bytes: SIMD8<Int32>, times weights: SIMD8<Int32>
        ) -> SIMD8<Int32> {
            tegata_add_byte_products8(sums, bytes, weights)
        }
        @inline(__always) init(sums: SIMD8<Int32>) { self = tegata_to_floats8(sums) }
        @inline(__always) static func largerBits(_ bits: SIMD8<Int32>, magnitudeOf value: Self) -> SIMD8<Int32> {
            tegata_larger_bits8(bits, value)
        }
        @inline(__always) static func largest(_ bits: SIMD8<Int32>) -> Int32 { tegata_largest8(bits) }
    }
#endif

#if LANES_4
    // Each level defines how it adds products.
    extension SIMD4 where Scalar == Float {
        @inline(__always) static func words(at address: UnsafeRawPointer) -> SIMD4<Int32> {
            address.loadUnaligned(as: SIMD4<Int32>.self)
        }
        @inline(__always) static func words(repeating word: Int32) -> SIMD4<Int32> { SIMD4<Int32>(repeating: word) }
        @inline(__always) static func largerBits(_ bits: SIMD4<Int32>, magnitudeOf value: Self) -> SIMD4<Int32> {
            tegata_larger_bits4(bits, value)
        }
        @inline(__always) static func largest(_ bits: SIMD4<Int32>) -> Int32 { tegata_largest4(bits) }
    }
#endif
