/// The factors that compute BT.601 luma and chroma from colours.
package struct LumaChromaFactors {
    /// The standard's factors multiplied by 65536, and the luma of black.
    package let luma: (red: Int32, green: Int32, blue: Int32, black: Int32)
    /// The same for chroma; `own` is the factor of blue in U and of red in V.
    package let chroma: (own: Int32, redU: Int32, greenU: Int32, greenV: Int32, blueV: Int32)

    package init(isFullRange: Bool) {
        luma = isFullRange ? (19595, 38470, 7471, 0) : (16829, 33039, 6416, 16)
        chroma = isFullRange ? (32768, 11059, 21709, 27439, 5329) : (28784, 9714, 19070, 24103, 4681)
    }

    /// Returns the luma of a pixel; half a unit is added for rounding.
    @inlinable @inline(__always)
    package func luma(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> UInt8 {
        let sum = luma.red &* Int32(red) &+ luma.green &* Int32(green) &+ luma.blue &* Int32(blue) &+ 32768
        return UInt8(truncatingIfNeeded: luma.black &+ sum >> 16)
    }

    /// Returns the chroma of four pixels from the sums of their channels.
    @inlinable @inline(__always)
    package func chroma(ofFour red: Int32, _ green: Int32, _ blue: Int32) -> (u: UInt8, v: UInt8) {
        let u = chroma.own &* blue &- chroma.redU &* red &- chroma.greenU &* green &+ 131072
        let v = chroma.own &* red &- chroma.greenV &* green &- chroma.blueV &* blue &+ 131072
        return (
            UInt8(truncatingIfNeeded: min(128 &+ u >> 18, 255)), UInt8(truncatingIfNeeded: min(128 &+ v >> 18, 255))
        )
    }
}
