/// Weights as they stand in a model file, in row-major order. Aligned like their element.
@frozen
package enum SourceWeights {
    case float(UnsafePointer<Float>)
    /// IEEE half precision.
    case half(UnsafePointer<UInt16>)
}

/// Converts `count` numbers of IEEE half precision, exactly.
package struct WidenArguments {
    package var input: UnsafePointer<UInt16>
    package var output: UnsafeMutablePointer<Float>
    package var count: Int

    package init(input: UnsafePointer<UInt16>, output: UnsafeMutablePointer<Float>, count: Int) {
        self.input = input
        self.output = output
        self.count = count
    }
}

/// Writes `columns` columns of weights into a panel `[depth][width]`: `panel[k * width + column] = weights[column *
/// columnStride + k]`. To start elsewhere in the panel, or to fill it from several matrices, move `panel` by that many
/// floats. Columns beyond are left as they are and should be zero.
package struct PackGemmArguments {
    /// Weight 0 of the first column, that is, of the first output channel.
    package var weights: SourceWeights
    package var columnStride: Int
    package var depth: Int
    package var columns: Int
    package var panel: UnsafeMutablePointer<Float>
    package var width: Int

    package init(
        weights: SourceWeights, columnStride: Int, depth: Int, columns: Int, panel: UnsafeMutablePointer<Float>,
        width: Int
    ) {
        self.weights = weights
        self.columnStride = columnStride
        self.depth = depth
        self.columns = columns
        self.panel = panel
        self.width = width
    }
}

/// Rearranges depthwise weights `[taps][channels]` into `[channel block][taps][lanes]`; the last block is padded with
/// zeros.
package struct PackDepthwiseArguments {
    package var weights: SourceWeights
    package var taps: Int
    package var channels: Int
    package var packed: UnsafeMutablePointer<Float>

    package init(weights: SourceWeights, taps: Int, channels: Int, packed: UnsafeMutablePointer<Float>) {
        self.weights = weights
        self.taps = taps
        self.channels = channels
        self.packed = packed
    }
}
