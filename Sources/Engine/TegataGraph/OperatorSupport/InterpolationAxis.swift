/// Which neighbours a bilinear resize blends along one axis.
///
/// Places are computed in single precision like TFLite's: the weight is a small difference of large numbers, so that
/// another precision would give other weights.
package struct InterpolationAxis: Sendable {
    package let inputExtent: Int
    package let outputExtent: Int
    private let scale: Float
    private let halfPixelCenters: Bool

    package init(inputExtent: Int, outputExtent: Int, alignCorners: Bool, halfPixelCenters: Bool) {
        self.inputExtent = inputExtent
        self.outputExtent = outputExtent
        self.halfPixelCenters = halfPixelCenters
        scale =
            alignCorners && outputExtent > 1
            ? Float(inputExtent - 1) / Float(outputExtent - 1)
            : Float(inputExtent) / Float(outputExtent)
    }

    /// The input places on both sides of output `index` and the share of the second.
    package func neighbours(of index: Int) -> (first: Int, second: Int, share: Float) {
        let place = halfPixelCenters ? (Float(index) + 0.5) * scale - 0.5 : Float(index) * scale
        let first = max(Int(place.rounded(.down)), 0)
        let second = min(Int(place.rounded(.up)), inputExtent - 1)
        return (min(first, inputExtent - 1), max(second, 0), place - Float(first))
    }
}
