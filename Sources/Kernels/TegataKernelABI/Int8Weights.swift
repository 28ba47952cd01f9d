/// Columns of a weight matrix as signed bytes with a scale each.
package struct Int8Weights {
    package let depth: Int
    /// Column after column.
    package private(set) var values: [Int8]
    package private(set) var scales: [Float]

    /// Rounds columns of floats, one after another, to the nearest bytes.
    package init(rounding columns: UnsafePointer<Float>, count: Int, depth: Int) {
        self.depth = depth
        values = [Int8](repeating: 0, count: count * depth)
        scales = [Float](repeating: 0, count: count)
        for column in 0..<count {
            let weights = columns + column * depth
            var largest: Float = 0
            for k in 0..<depth { largest = max(largest, abs(weights[k])) }
            guard largest > 0 else { continue }
            let scale = largest / 127
            scales[column] = scale
            for k in 0..<depth {
                values[column * depth + k] = Int8(
                    max(-127, min(127, (weights[k] / scale).rounded(.toNearestOrEven))))
            }
        }
    }

    /// Rounds columns of floats to 16 bits. Each weight is the sum of a high and a low one.
    package static func pair(
        rounding columns: UnsafePointer<Float>, count: Int, depth: Int
    ) -> (high: Int8Weights, low: Int8Weights) {
        let high = Int8Weights(rounding: columns, count: count, depth: depth)
        var low = high
        for column in 0..<count {
            let scale = high.scales[column]
            low.scales[column] = scale / 254
            for index in column * depth..<(column + 1) * depth {
                // At most half a step remains.
                let rest = scale > 0 ? columns[index] / scale - Float(high.values[index]) : 0
                low.values[index] = Int8(max(-127, min(127, (rest * 254).rounded(.toNearestOrEven))))
            }
        }
        return (high, low)
    }

    /// The largest depth of which no sum of products of bytes, and no start, overflows.
    package static let mostDepth = 1 << 15

    /// The depth of packed columns, which end with zeros.
    package static func paddedDepth(_ depth: Int) -> Int { (depth + 3) / 4 * 4 }

    /// Returns the sum of a column's weights.
    private func sum(of column: Int) -> Int32 {
        var sum: Int32 = 0
        for k in 0..<depth { sum += Int32(values[column * depth + k]) }
        return sum
    }

    /// Returns the size in bytes of a quantised row of A with its scale.
    package static func rowByteCount(depth: Int) -> Int { paddedDepth(depth) + MemoryLayout<Float>.stride }

    /// Writes some columns to a panel of `width` columns, which must be zero. `vectors` are the panel's bias and what
    /// follows it; the bias is not written.
    package func pack(
        _ columns: Range<Int>, for kernels: Int8KernelSet, hasTop: Bool, panel: UnsafeMutableRawPointer, width: Int,
        vectors: UnsafeMutableRawPointer
    ) {
        let panel = panel.assumingMemoryBound(to: Int8.self)
        let columnScales = vectors.assumingMemoryBound(to: Float.self) + width
        let startSums = vectors.assumingMemoryBound(to: Int32.self) + 2 * width
        for (index, column) in columns.enumerated() {
            for k in 0..<depth {
                panel[(k / 4 * width + index) * 4 + k % 4] = values[column * depth + k]
            }
            startSums[index] = kernels.startSum(ofWeights: sum(of: column), hasTop: hasTop)
            columnScales[index] = scales[column]
        }
    }
}
