/// One panel of a matrix product `C = activation(A · B + bias + residual)`.
///
/// A row of A is not stored as one piece: it is `segments` runs of `segmentLength` contiguous floats, `segmentStride`
/// floats apart. A 1×1 convolution has one segment, a k×k convolution over NHWC data has one per kernel row; so no
/// image-to-column copy is made. Sums start at residual + bias and run in ascending order of the inner dimension in
/// every kernel, so that the result of a row does not depend on how rows are grouped into tiles or threads.
package struct GemmArguments {
    /// First float of row 0.
    package var a: UnsafeRawPointer
    package var aRowStride: Int
    package var segments: Int
    package var segmentLength: Int
    package var segmentStride: Int
    /// `segments * segmentLength` rows of `width` floats, 64-byte aligned.
    package var panel: UnsafeRawPointer
    /// `width` floats.
    package var bias: UnsafeRawPointer
    /// `width` floats, only for `.prelu`.
    package var slopes: UnsafeRawPointer?
    /// Added to the sums; nil where there is none. Points at this panel's first column of row 0.
    package var residual: UnsafeRawPointer?
    package var residualRowStride: Int
    /// Points at this panel's first column of row 0.
    package var c: UnsafeMutableRawPointer
    package var cRowStride: Int
    package var rows: Int
    /// How many of the panel's `width` columns are stored, 1 ... width.
    package var columns: Int
    package var activation: Activation
    package var low: Float
    package var high: Float

    package init(
        a: UnsafeRawPointer, aRowStride: Int, segments: Int, segmentLength: Int, segmentStride: Int,
        panel: UnsafeRawPointer, bias: UnsafeRawPointer, slopes: UnsafeRawPointer?,
        residual: UnsafeRawPointer?, residualRowStride: Int, c: UnsafeMutableRawPointer, cRowStride: Int,
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
