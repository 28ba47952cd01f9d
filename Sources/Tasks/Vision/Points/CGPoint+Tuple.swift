import Foundation

extension CGPoint {
    /// The point of a pair, as the film about classifying hands writes it; not part of the original's SDK.
    public init(_ coordinates: (x: CGFloat, y: CGFloat)) {
        self.init(x: coordinates.x, y: coordinates.y)
    }

    /// The point of a pair of other numbers.
    @_disfavoredOverload
    public init(_ coordinates: (x: Double, y: Double)) {
        self.init(x: coordinates.x, y: coordinates.y)
    }
}
