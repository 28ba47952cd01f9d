/// Output rows of a depthwise convolution with depth multiplier 1, all channels. More rows in one call means that a row
/// of input is fetched into the nearest cache once for all the output rows it belongs to.
package struct DepthwiseArguments {
    /// Pointers to pixel 0 of the input rows that exist and are needed, top to bottom; rows of padding are left out.
    package var inputRows: UnsafePointer<UnsafeRawPointer>
    /// Kernel row of the first output row that belongs to `inputRows[0]`.
    package var firstKernelRow: Int
    /// How many input rows there are.
    package var rowCount: Int
    package var inputWidth: Int
    package var inputPixelStride: Int
    package var output: UnsafeMutableRawPointer
    package var outputWidth: Int
    package var outputPixelStride: Int
    /// Neighbouring output rows to compute; more than one only if `stride` and `dilation` 1 hold for rows too.
    package let outputRows: Int
    /// The height of the tiles that the output rows are cut into.
    package let tileRows: Int
    package var outputRowStride: Int
    package var channels: Int
    package var kernelHeight: Int
    package var kernelWidth: Int
    package var stride: Int
    package var dilation: Int
    /// Input column of kernel column 0 for output column 0 is `-padLeft`; taps outside the row contribute nothing.
    package var padLeft: Int
    /// `[channel block][kernel row][kernel column][lanes]`, the last block padded with zeros, 64-byte aligned.
    package var weights: UnsafeRawPointer
    /// Channels rounded up to whole blocks.
    package var bias: UnsafeRawPointer
    /// As bias, only for `.prelu`.
    package var slopes: UnsafeRawPointer?
    package var activation: Activation
    package var low: Float
    package var high: Float

    package init(
        inputRows: UnsafePointer<UnsafeRawPointer>, firstKernelRow: Int, rowCount: Int, inputWidth: Int,
        inputPixelStride: Int, output: UnsafeMutableRawPointer, outputWidth: Int, outputPixelStride: Int,
        outputRows: Int = 1, tiling: DepthwiseTiling, outputRowStride: Int = 0, channels: Int, kernelHeight: Int,
        kernelWidth: Int, stride: Int, dilation: Int, padLeft: Int, weights: UnsafeRawPointer, bias: UnsafeRawPointer,
        slopes: UnsafeRawPointer?, activation: Activation, low: Float, high: Float
    ) {
        self.inputRows = inputRows
        self.firstKernelRow = firstKernelRow
        self.rowCount = rowCount
        self.inputWidth = inputWidth
        self.inputPixelStride = inputPixelStride
        self.output = output
        self.outputWidth = outputWidth
        self.outputPixelStride = outputPixelStride
        self.outputRows = outputRows
        tileRows = tiling.height(rows: outputRows)
        self.outputRowStride = outputRowStride
        self.channels = channels
        self.kernelHeight = kernelHeight
        self.kernelWidth = kernelWidth
        self.stride = stride
        self.dilation = dilation
        self.padLeft = padLeft
        self.weights = weights
        self.bias = bias
        self.slopes = slopes
        self.activation = activation
        self.low = low
        self.high = high
    }
}
