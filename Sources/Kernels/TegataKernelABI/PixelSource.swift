/// A picture in memory.
package struct PixelSource {
    /// How the bytes of a picture make pixels.
    @frozen
    package enum Layout: UInt8, Sendable, CaseIterable {
        /// Bytes of one plane; the fourth byte of a pixel is not looked at.
        case rgb, rgba, bgra, gray
        /// A luma plane and chroma samples that pixels share.
        case yuv
    }

    package var layout: Layout
    package var width: Int
    package var height: Int
    /// The first pixel, for `yuv` its luma.
    package var pixels: UnsafeRawPointer
    package var rowStride: Int
    /// Bytes from one luma sample to the next; only for `yuv`, as everything below.
    package var lumaStep: Int
    package var u: UnsafeRawPointer
    package var v: UnsafeRawPointer
    package var uRowStride: Int
    package var vRowStride: Int
    /// Bytes from one chroma sample to the next in its row.
    package var chromaStep: Int
    /// Pixel (x, y) has the chroma sample ((x + phaseX) / 2, (y + phaseY) >> chromaRowShift).
    package var phaseX: Int
    package var phaseY: Int
    package var chromaRowShift: Int
    /// What 256 values each of Y, U and V add to red, green and blue, with 16 bits of fraction; half a unit for
    /// rounding is in Y's.
    package var colorTable: UnsafePointer<SIMD4<Int32>>?

    package init(
        layout: Layout, width: Int, height: Int, pixels: UnsafeRawPointer, rowStride: Int, lumaStep: Int = 0,
        u: UnsafeRawPointer? = nil, v: UnsafeRawPointer? = nil, uRowStride: Int = 0, vRowStride: Int = 0,
        chromaStep: Int = 0,
        phaseX: Int = 0, phaseY: Int = 0, chromaRowShift: Int = 0, colorTable: UnsafePointer<SIMD4<Int32>>? = nil
    ) {
        self.layout = layout
        self.width = width
        self.height = height
        self.pixels = pixels
        self.rowStride = rowStride
        self.lumaStep = lumaStep
        self.u = u ?? pixels
        self.v = v ?? pixels
        self.uRowStride = uRowStride
        self.vRowStride = vRowStride
        self.chromaStep = chromaStep
        self.phaseX = phaseX
        self.phaseY = phaseY
        self.chromaRowShift = chromaRowShift
        self.colorTable = colorTable
    }
}
