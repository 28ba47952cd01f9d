/// How the luma and chroma of an image represent colours.
///
/// With the encoding's factors f, and s = 16 for the limited range or 0 for the full one,
///
///     R = clamp((f₀·(Y − s) + f₁·(V − 128) + 32768) >> 16)
///     G = clamp((f₀·(Y − s) − f₂·(U − 128) − f₃·(V − 128) + 32768) >> 16)
///     B = clamp((f₀·(Y − s) + f₄·(U − 128) + 32768) >> 16)
///
/// where clamp limits values to 0…255. Every pixel uses the chroma sample that covers it; chroma is not interpolated.
public struct ColorEncoding: Sendable, Equatable {
    /// The standard for converting colours to luma and chroma.
    public enum Matrix: String, Sendable, CaseIterable {
        /// For standard-definition video and most cameras.
        case bt601
        /// For high-definition video.
        case bt709
    }

    /// The standard that luma and chroma follow.
    public var matrix: Matrix
    /// Whether luma and chroma use the full range 0…255; otherwise luma uses 16…235 and chroma 16…240.
    public var isFullRange: Bool

    /// Creates an encoding; the defaults suit most cameras.
    public init(_ matrix: Matrix = .bt601, isFullRange: Bool = false) {
        self.matrix = matrix
        self.isFullRange = isFullRange
    }

    /// f₀ to f₄: the standard's factors multiplied by 65536.
    var factors: (luma: Int32, redV: Int32, greenU: Int32, greenV: Int32, blueU: Int32) {
        switch (matrix, isFullRange) {
        case (.bt601, false): (76309, 104597, 25675, 53279, 132201)
        case (.bt601, true): (65536, 91881, 22554, 46802, 116130)
        case (.bt709, false): (76309, 117489, 13975, 34925, 138438)
        case (.bt709, true): (65536, 103206, 12276, 30679, 121609)
        }
    }
}

/// The contributions of each value of Y, U and V to red, green and blue, with 16 fractional bits. The contribution of Y
/// includes half a unit for rounding.
package final class ColorTable {
    /// 256 entries each for Y, U and V.
    package let entries: UnsafeMutablePointer<SIMD4<Int32>>
    private var encoding: ColorEncoding?

    package init() {
        entries = .allocate(capacity: 3 * 256)
        entries.initialize(repeating: .zero, count: 3 * 256)
    }

    /// Creates a table for one encoding.
    package convenience init(_ encoding: ColorEncoding) {
        self.init()
        use(encoding)
    }

    deinit {
        entries.deallocate()
    }

    /// Fills the table for an encoding, unless it is already set up for it.
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

    /// Returns the colour of a pixel.
    @inlinable
    package func color(_ y: UInt8, _ u: UInt8, _ v: UInt8) -> (red: UInt8, green: UInt8, blue: UInt8) {
        let sum = entries[Int(y)] &+ entries[256 + Int(u)] &+ entries[512 + Int(v)]
        func limit(_ value: Int32) -> UInt8 { UInt8(truncatingIfNeeded: max(0, min(value >> 16, 255))) }
        return (limit(sum[0]), limit(sum[1]), limit(sum[2]))
    }
}
