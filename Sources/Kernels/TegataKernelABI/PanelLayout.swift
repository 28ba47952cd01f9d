import CTegataKernelABI

/// The memory of a panel of weights in the elements of float kernels: `depth` rows of `width` weights, then a bias and
/// then a slope for each column. All of it is initially zero. Offsets and sizes are in bytes.
///
/// A depthwise convolution's weights, whose columns are channels and whose rows are taps, are in a different order in
/// the same memory.
package struct PanelLayout {
    package let depth: Int
    package let width: Int
    private let elements: KernelElements

    package init(depth: Int, width: Int, elements: KernelElements) {
        self.depth = depth
        self.width = width
        self.elements = elements
    }

    /// The number of accumulator vectors after the weights: bias and slopes.
    package static let vectorCount = Int(tegata_panel_vector_count)

    /// Returns the size of a packed column, including its bias and slope.
    package static func columnByteCount(depth: Int, elements: KernelElements) -> Int {
        depth * elements.weight.byteCount + vectorCount * elements.accumulator.byteCount
    }

    package var byteCount: Int { width * Self.columnByteCount(depth: depth, elements: elements) }
    /// The size of the weights alone.
    package var weightByteCount: Int { width * depth * elements.weight.byteCount }
    /// The size of bias and slopes.
    package var vectorByteCount: Int { byteCount - weightByteCount }

    /// Returns the offset of a column's first weight.
    package func weightOffset(ofColumn column: Int) -> Int { column * elements.weight.byteCount }

    /// Returns the offset of the biases, starting at a given column.
    package func biasOffset(ofColumn column: Int = 0) -> Int {
        weightByteCount + column * elements.accumulator.byteCount
    }

    /// Returns the offset of the slopes, starting at a given column.
    package func slopeOffset(ofColumn column: Int = 0) -> Int { biasOffset(ofColumn: width + column) }
}
