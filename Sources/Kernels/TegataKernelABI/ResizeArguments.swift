/// One output row of a bilinear resize: `top` and `bottom` are blended by `rowWeight` (share of `bottom`), columns by
/// the tables. The result is activated, then `residual` is added.
package struct ResizeArguments {
    package var top: UnsafeRawPointer
    package var bottom: UnsafeRawPointer
    package var rowWeight: Float
    /// Per output column: left input column, right input column.
    package var columnIndices: UnsafePointer<Int32>
    /// Per output column: share of the right input column.
    package var columnWeights: UnsafePointer<Float>
    package var inputPixelStride: Int
    package var output: UnsafeMutableRawPointer
    package var outputWidth: Int
    package var outputPixelStride: Int
    package var channels: Int
    /// `channels` floats, only for `.prelu`.
    package var slopes: UnsafeRawPointer?
    package var residual: UnsafeRawPointer?
    package var residualPixelStride: Int
    package var activation: Activation
    package var low: Float
    package var high: Float

    package init(
        top: UnsafeRawPointer, bottom: UnsafeRawPointer, rowWeight: Float,
        columnIndices: UnsafePointer<Int32>, columnWeights: UnsafePointer<Float>, inputPixelStride: Int,
        output: UnsafeMutableRawPointer, outputWidth: Int, outputPixelStride: Int, channels: Int,
        slopes: UnsafeRawPointer?, residual: UnsafeRawPointer?, residualPixelStride: Int,
        activation: Activation, low: Float, high: Float
    ) {
        self.top = top
        self.bottom = bottom
        self.rowWeight = rowWeight
        self.columnIndices = columnIndices
        self.columnWeights = columnWeights
        self.inputPixelStride = inputPixelStride
        self.output = output
        self.outputWidth = outputWidth
        self.outputPixelStride = outputPixelStride
        self.channels = channels
        self.slopes = slopes
        self.residual = residual
        self.residualPixelStride = residualPixelStride
        self.activation = activation
        self.low = low
        self.high = high
    }
}
