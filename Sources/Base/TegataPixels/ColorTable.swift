/// What each value of Y, U and V adds to red, green and blue, with 16 bits of fraction; half a unit for rounding is in
/// Y's part.
package final class ColorTable {
    /// 256 entries each for Y, U and V.
    package let entries: UnsafeMutablePointer<SIMD4<Int32>>
    private var encoding: ColorEncoding?

    package init() {
        entries = .allocate(capacity: 3 * 256)
        entries.initialize(repeating: .zero, count: 3 * 256)
    }

    /// A table for one encoding.
    package convenience init(_ encoding: ColorEncoding) {
        self.init()
        use(encoding)
    }

    deinit {
        entries.deallocate()
    }

    /// Fills the table for an encoding unless it is there already.
    package func use(_ encoding: ColorEncoding) {
        guard self.encoding != encoding else { return }
        self.encoding = encoding
        let factors = encoding.factors
        let black: Int32 = encoding.isFullRange ? 0 : 16
        for value in 0..<256 {
            let luma = factors.luma * (Int32(value) - black) + 32768
            let chroma = Int32(value) - 128
            entries[value] = SIMD4(luma, luma, luma, 0)
            entries[256 + value] = SIMD4(0, -factors.greenU * chroma, factors.blueU * chroma, 0)
            entries[512 + value] = SIMD4(factors.redV * chroma, -factors.greenV * chroma, 0, 0)
        }
    }

    /// The colour of a pixel.
    @inlinable
    package func color(_ y: UInt8, _ u: UInt8, _ v: UInt8) -> (red: UInt8, green: UInt8, blue: UInt8) {
        let sum = entries[Int(y)] &+ entries[256 + Int(u)] &+ entries[512 + Int(v)]
        func limit(_ value: Int32) -> UInt8 { UInt8(truncatingIfNeeded: max(0, min(value >> 16, 255))) }
        return (limit(sum[0]), limit(sum[1]), limit(sum[2]))
    }
}
