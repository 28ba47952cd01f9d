/// Between which input rows (or columns) an output row lies in a bilinear resize, and where.
package struct Interpolation: Sendable {
    private let input: Int
    private let scale: Float
    private let halfPixelCenters: Bool

    package init(input: Int, output: Int, alignCorners: Bool, halfPixelCenters: Bool) {
        self.input = input
        self.halfPixelCenters = halfPixelCenters
        scale = alignCorners && output > 1 ? Float(input - 1) / Float(output - 1) : Float(input) / Float(output)
    }

    private func position(_ index: Int) -> Float {
        halfPixelCenters ? (Float(index) + 0.5) * scale - 0.5 : Float(index) * scale
    }

    package func lower(_ index: Int) -> Int {
        min(max(Int(position(index).rounded(.down)), 0), input - 1)
    }

    package func upper(_ index: Int) -> Int {
        min(lower(index) + 1, input - 1)
    }

    /// The share of the upper row; outside 0 ... 1 only where both rows are the same.
    package func weight(_ index: Int) -> Float {
        position(index) - Float(lower(index))
    }
}
