/// One output row of a pooling layer, all channels. Taps outside the picture neither count nor contribute.
package struct PoolArguments {
    /// Pointers to pixel 0 of the input rows that exist, top to bottom.
    package var inputRows: UnsafePointer<UnsafeRawPointer>
    package var rowCount: Int
    package var inputWidth: Int
    package var inputPixelStride: Int
    package var output: UnsafeMutableRawPointer
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
        inputRows: UnsafePointer<UnsafeRawPointer>, rowCount: Int, inputWidth: Int, inputPixelStride: Int,
        output: UnsafeMutableRawPointer, outputWidth: Int, outputPixelStride: Int, channels: Int, windowWidth: Int,
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
