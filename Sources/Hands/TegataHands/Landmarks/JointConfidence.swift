/// How sure the engine is about each joint of a hand.
///
/// The landmark network has one number for the whole hand, its presence, and none for single joints. A joint inside the
/// picture has that; for one outside it falls with the distance from the picture's edge and is 0 from a quarter of the
/// hand's length on, because nothing there was seen.
package struct JointConfidence {
    /// In lengths of the hand.
    private static let reach: Float = 0.25

    private let presence: Float
    /// How many lengths of the hand the picture is wide and high.
    private let width: Float
    private let height: Float

    package init(_ hand: HandResult, width: Int, height: Int) {
        presence = min(max(hand.presence, 0), 1)
        let size = SIMD2(Float(width), Float(height))
        // The longer side of the box around the points.
        var (low, high) = (SIMD2(repeating: Float.infinity), SIMD2(repeating: -Float.infinity))
        for point in hand.landmarks {
            low = pointwiseMin(low, SIMD2(point.x, point.y) * size)
            high = pointwiseMax(high, SIMD2(point.x, point.y) * size)
        }
        let length = max((high - low).max(), 1)
        self.width = size.x / length
        self.height = size.y / length
    }

    /// For a point in fractions of the picture's width and height.
    package func value(for point: HandPoint) -> Float {
        let beyondX = max(0, -point.x, point.x - 1) * width
        let beyondY = max(0, -point.y, point.y - 1) * height
        let distance = (beyondX * beyondX + beyondY * beyondY).squareRoot()
        return presence * max(0, 1 - distance / Self.reach)
    }
}
