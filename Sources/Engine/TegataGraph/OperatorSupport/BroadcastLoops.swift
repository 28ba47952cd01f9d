/// Nested loops over a block's elements, in which each of two operands is traversed with its own strides.
package struct BroadcastLoops: Sendable {
    /// The extents. Neighbouring axes are merged if both operands allow it; at least one axis remains.
    let extents: [Int]
    let firstStrides: [Int]
    let secondStrides: [Int]
    package let count: Int

    package init(extents: [Int], firstStrides: [Int], secondStrides: [Int]) {
        var merged: (extents: [Int], first: [Int], second: [Int]) = ([], [], [])
        for axis in extents.indices where extents[axis] != 1 {
            let (extent, first, second) = (extents[axis], firstStrides[axis], secondStrides[axis])
            if let last = merged.extents.indices.last, merged.first[last] == first * extent,
                merged.second[last] == second * extent
            {
                merged.extents[last] *= extent
                merged.first[last] = first
                merged.second[last] = second
            } else {
                merged.extents.append(extent)
                merged.first.append(first)
                merged.second.append(second)
            }
        }
        if merged.extents.isEmpty {
            merged = ([1], [1], [1])
        }
        self.extents = merged.extents
        self.firstStrides = merged.first
        self.secondStrides = merged.second
        count = merged.extents.reduce(1, *)
    }

    /// Returns an element's positions in both operands.
    package func places(of index: Int) -> (first: Int, second: Int) {
        places(of: index, alongFirst: extents.count)
    }

    /// Returns the positions of step `index` along the first few axes.
    private func places(of index: Int, alongFirst axisCount: Int) -> (first: Int, second: Int) {
        var rest = index
        var first = 0
        var second = 0
        for axis in (0..<axisCount).reversed() {
            let place = rest % extents[axis]
            rest /= extents[axis]
            first += place * firstStrides[axis]
            second += place * secondStrides[axis]
        }
        return (first, second)
    }

    /// Calls `body` with each element's index and its positions in both operands.
    func visit(_ body: (_ index: Int, _ first: Int, _ second: Int) -> Void) {
        guard count > 0 else { return }
        let last = extents.count - 1
        let run = extents[last]
        for runIndex in 0..<count / run {
            let (first, second) = places(of: runIndex, alongFirst: last)
            for place in 0..<run {
                body(runIndex * run + place, first + place * firstStrides[last], second + place * secondStrides[last])
            }
        }
    }
}
