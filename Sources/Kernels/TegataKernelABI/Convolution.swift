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

/// Output rows of a depthwise convolution with depth multiplier 1, all channels. More rows in one call means that a row
/// of input is fetched into the nearest cache once for all the output rows it belongs to.
package struct DepthwiseArguments {
    /// Pointers to pixel 0 of the input rows that exist and are needed, top to bottom; rows of padding are left out.
    package var inputRows: UnsafePointer<UnsafePointer<Float>>
    /// Kernel row of the first output row that belongs to `inputRows[0]`.
    package var firstKernelRow: Int
    /// How many input rows there are.
    package var rowCount: Int
    package var inputWidth: Int
    package var inputPixelStride: Int
    package var output: UnsafeMutablePointer<Float>
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
    package var weights: UnsafePointer<Float>
    /// Channels rounded up to whole blocks.
    package var bias: UnsafePointer<Float>
    /// As bias, only for `.prelu`.
    package var slopes: UnsafePointer<Float>?
    package var activation: Activation
    package var low: Float
    package var high: Float

    package init(
        inputRows: UnsafePointer<UnsafePointer<Float>>, firstKernelRow: Int, rowCount: Int, inputWidth: Int,
        inputPixelStride: Int, output: UnsafeMutablePointer<Float>, outputWidth: Int, outputPixelStride: Int,
        outputRows: Int = 1, outputRowStride: Int = 0, channels: Int, kernelHeight: Int, kernelWidth: Int, stride: Int,
        dilation: Int, padLeft: Int, weights: UnsafePointer<Float>, bias: UnsafePointer<Float>,
        slopes: UnsafePointer<Float>?, activation: Activation, low: Float, high: Float
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
        tileRows = DepthwiseTiling.height(rows: outputRows)
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

/// How depthwise kernels cut output rows into tiles.
package enum DepthwiseTiling {
    /// The height of the tiles for so many rows: the one with fewest rows beyond these, and then the highest.
    package static func height(rows: Int) -> Int {
        if rows < 6 { return rows < 4 ? 1 : 4 }
        let bySix = (rows + 5) / 6 * 6
        let bySeven = (rows + 6) / 7 * 7
        return rows >= 7 && bySeven <= bySix ? 7 : 6
    }
}
