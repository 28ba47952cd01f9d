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
