/// A strided walk along several axes in row-major order.
struct StridedAxes: Sendable {
    private(set) var extents: [Int] = []
    private(set) var strides: [Int] = []
    private(set) var count = 1

    /// Adds an axis inside those there are. One without extent changes no place.
    mutating func append(extent: Int, stride: Int) {
        guard extent != 1 else { return }
        extents.append(extent)
        strides.append(stride)
        count *= extent
    }

    /// The distance from the first element to the `index`-th.
    func position(of index: Int) -> Int {
        var rest = index
        var position = 0
        for axis in extents.indices.reversed() {
            position += rest % extents[axis] * strides[axis]
            rest /= extents[axis]
        }
        return position
    }
}
