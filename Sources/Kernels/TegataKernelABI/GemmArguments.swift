/// One panel of a matrix product `C = activation(A · B + bias + residual)`.
///
/// A row of A is not stored as one piece: it is `segments` runs of `segmentLength` contiguous floats, `segmentStride`
/// floats apart. A 1×1 convolution has one segment, a k×k convolution over NHWC data has one per kernel row; so no
/// image-to-column copy is made. Sums start at residual + bias and run in ascending order of the inner dimension in
/// every kernel, so that the result of a row does not depend on how rows are grouped into tiles or threads.
package struct GemmArguments {
    /// First float of row 0.
    package var a: UnsafePointer<Float>
    package var aRowStride: Int
    package var segments: Int
    package var segmentLength: Int
    package var segmentStride: Int
    /// `segments * segmentLength` rows of `width` floats, 64-byte aligned.
    package var panel: UnsafePointer<Float>
    /// `width` floats.
    package var bias: UnsafePointer<Float>
    /// `width` floats, only for `.prelu`.
    package var slopes: UnsafePointer<Float>?
    /// Added to the sums; nil where there is none. Points at this panel's first column of row 0.
    package var residual: UnsafePointer<Float>?
    package var residualRowStride: Int
    /// Points at this panel's first column of row 0.
    package var c: UnsafeMutablePointer<Float>
    package var cRowStride: Int
    package var rows: Int
    /// How many of the panel's `width` columns are stored, 1 ... width.
    package var columns: Int
    package var activation: Activation
    package var low: Float
    package var high: Float

    package init(
        a: UnsafePointer<Float>, aRowStride: Int, segments: Int, segmentLength: Int, segmentStride: Int,
        panel: UnsafePointer<Float>, bias: UnsafePointer<Float>, slopes: UnsafePointer<Float>?,
        residual: UnsafePointer<Float>?, residualRowStride: Int, c: UnsafeMutablePointer<Float>, cRowStride: Int,
        rows: Int, columns: Int, activation: Activation, low: Float, high: Float
    ) {
        self.a = a
        self.aRowStride = aRowStride
        self.segments = segments
        self.segmentLength = segmentLength
        self.segmentStride = segmentStride
        self.panel = panel
        self.bias = bias
        self.slopes = slopes
        self.residual = residual
        self.residualRowStride = residualRowStride
        self.c = c
        self.cRowStride = cRowStride
        self.rows = rows
        self.columns = columns
        self.activation = activation
        self.low = low
        self.high = high
    }
}
