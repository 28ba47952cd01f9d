/// How a window or an axis is reduced to one value.
@frozen
package enum Reduction: UInt8, Sendable, CaseIterable {
    case sum, mean, maximum, minimum
}

/// One output row of a pooling layer, all channels. Taps outside the picture neither count nor contribute.
package struct PoolArguments {
    /// Pointers to pixel 0 of the input rows that exist, top to bottom.
    package var inputRows: UnsafePointer<UnsafePointer<Float>>
    package var rowCount: Int
    package var inputWidth: Int
    package var inputPixelStride: Int
    package var output: UnsafeMutablePointer<Float>
    package var outputWidth: Int
    package var outputPixelStride: Int
    package var channels: Int
    package var windowWidth: Int
    package var stride: Int
    package var padLeft: Int
    /// `.maximum` or `.mean`.
    package var reduction: Reduction
    package var low: Float
    package var high: Float

    package init(
        inputRows: UnsafePointer<UnsafePointer<Float>>, rowCount: Int, inputWidth: Int, inputPixelStride: Int,
        output: UnsafeMutablePointer<Float>, outputWidth: Int, outputPixelStride: Int, channels: Int, windowWidth: Int,
        stride: Int, padLeft: Int, reduction: Reduction, low: Float, high: Float
    ) {
        self.inputRows = inputRows
        self.rowCount = rowCount
        self.inputWidth = inputWidth
        self.inputPixelStride = inputPixelStride
        self.output = output
        self.outputWidth = outputWidth
        self.outputPixelStride = outputPixelStride
        self.channels = channels
        self.windowWidth = windowWidth
        self.stride = stride
        self.padLeft = padLeft
        self.reduction = reduction
        self.low = low
        self.high = high
    }
}

/// One output row of a bilinear resize: `top` and `bottom` are blended by `rowWeight` (share of `bottom`), columns by
/// the tables. The result is activated, then `residual` is added.
package struct ResizeArguments {
    package var top: UnsafePointer<Float>
    package var bottom: UnsafePointer<Float>
    package var rowWeight: Float
    /// Per output column: left input column, right input column.
    package var columnIndices: UnsafePointer<Int32>
    /// Per output column: share of the right input column.
    package var columnWeights: UnsafePointer<Float>
    package var inputPixelStride: Int
    package var output: UnsafeMutablePointer<Float>
    package var outputWidth: Int
    package var outputPixelStride: Int
    package var channels: Int
    /// `channels` floats, only for `.prelu`.
    package var slopes: UnsafePointer<Float>?
    package var residual: UnsafePointer<Float>?
    package var residualPixelStride: Int
    package var activation: Activation
    package var low: Float
    package var high: Float

    package init(
        top: UnsafePointer<Float>, bottom: UnsafePointer<Float>, rowWeight: Float,
        columnIndices: UnsafePointer<Int32>, columnWeights: UnsafePointer<Float>, inputPixelStride: Int,
        output: UnsafeMutablePointer<Float>, outputWidth: Int, outputPixelStride: Int, channels: Int,
        slopes: UnsafePointer<Float>?, residual: UnsafePointer<Float>?, residualPixelStride: Int,
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

/// Reduces `input[o][r][i]` over r to `output[o][i]`, all contiguous.
package struct ReduceArguments {
    package var input: UnsafePointer<Float>
    package var output: UnsafeMutablePointer<Float>
    package var outer: Int
    package var reduced: Int
    package var inner: Int
    package var reduction: Reduction

    package init(
        input: UnsafePointer<Float>, output: UnsafeMutablePointer<Float>, outer: Int, reduced: Int, inner: Int,
        reduction: Reduction
    ) {
        self.input = input
        self.output = output
        self.outer = outer
        self.reduced = reduced
        self.inner = inner
        self.reduction = reduction
    }
}
