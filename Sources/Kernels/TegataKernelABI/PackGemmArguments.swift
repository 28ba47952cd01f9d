/// Writes `columns` columns of weights into a panel `[depth][width]`: `panel[k * width + column] = weights[column *
/// columnStride + k]`. To start elsewhere in the panel, or to fill it from several matrices, move `panel` by that many
/// floats. Columns beyond are left as they are and should be zero.
package struct PackGemmArguments {
    /// Weight 0 of the first column, that is, of the first output channel.
    package var weights: SourceWeights
    package var columnStride: Int
    package var depth: Int
    package var columns: Int
    package var panel: UnsafeMutableRawPointer
    package var width: Int

    package init(
        weights: SourceWeights, columnStride: Int, depth: Int, columns: Int, panel: UnsafeMutableRawPointer,
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
