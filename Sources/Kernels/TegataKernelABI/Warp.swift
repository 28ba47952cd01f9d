/// What pixels are where the warp looks beside the picture.
@frozen
package enum WarpBorder: UInt8, Sendable, CaseIterable {
    case black
    /// The nearest pixel of the picture, for each tap by itself.
    case replicated
}

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

/// Some rows of a perspective warp of a picture to a tensor of red, green and blue floats.
///
/// With m the matrix (rows m0 m1 m2, m3 m4 m5, m6 m7 m8), column x and row y of the output take the picture at
///
///     (m0·x + m1·y + m2, m3·x + m4·y + m5) / (m6·x + m7·y + m8)
///
/// in steps of 1/32 pixel; whole numbers are the pixels' own places. The column is split into 64·n and a rest as OpenCV
/// does it, and no operation is fused with another, so that all levels give the same bytes. Four taps are blended with
/// weights of 1/1024 and rounded to a byte.
package struct WarpArguments {
    package var source: PixelSource
    /// Nine numbers.
    package var matrix: UnsafePointer<Double>
    package var border: WarpBorder
    /// Takes the picture as if its columns were in the opposite order.
    package var isMirrored: Bool
    /// Row 0 of the output; rows follow each other without gaps.
    package var output: UnsafeMutablePointer<Float>
    package var outputWidth: Int
    package var firstRow: Int
    package var rowCount: Int
    /// A float is byte · scale + offset.
    package var scale: Float
    package var offset: Float

    package init(
        source: PixelSource, matrix: UnsafePointer<Double>, border: WarpBorder, isMirrored: Bool,
        output: UnsafeMutablePointer<Float>, outputWidth: Int, firstRow: Int, rowCount: Int, scale: Float, offset: Float
    ) {
        self.source = source
        self.matrix = matrix
        self.border = border
        self.isMirrored = isMirrored
        self.output = output
        self.outputWidth = outputWidth
        self.firstRow = firstRow
        self.rowCount = rowCount
        self.scale = scale
        self.offset = offset
    }
}
