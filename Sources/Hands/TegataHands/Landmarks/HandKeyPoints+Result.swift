import TegataClassifiers

extension HandKeyPoints {
    /// Creates the input for key point classifiers for a hand in an image of this size. `rotationDegrees` is the
    /// clockwise rotation that makes the image upright, a multiple of 90. Joints far outside the image have a
    /// confidence of 0.
    package init(_ hand: HandResult, width: Int, height: Int, rotationDegrees: Int = 0) {
        let turn = (rotationDegrees % 360 + 360) % 360
        let aspectRatio = Float(width) / Float(height)
        let confidence = JointConfidence(hand, width: width, height: height)
        self.init(
            chirality: hand.handedness == .left ? .left : .right,
            aspectRatio: turn % 180 == 0 ? aspectRatio : 1 / aspectRatio
        ) { index in
            let point = hand.landmarks[index]
            let value = confidence.value(for: point)
            return switch turn {
            case 90: (1 - point.y, point.x, value)
            case 180: (1 - point.x, 1 - point.y, value)
            case 270: (point.y, 1 - point.x, value)
            default: (point.x, point.y, value)
            }
        }
    }
}

/// The confidence in each joint of a hand.
///
/// The landmark network reports only the presence of the whole hand, so this is the confidence in every joint inside
/// the image. Outside the image, where nothing was seen, it falls with the distance from the edge and reaches 0 at a
/// quarter of the hand's length.
package struct JointConfidence {
    /// The distance at which the confidence reaches 0, in hand lengths.
    private static let reach: Float = 0.25

    /// The presence of the hand, limited to 0…1.
    package let presence: Float
    /// The image's width in hand lengths.
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

    /// Returns the confidence in a point, given in fractions of the image's width and height.
    package func value(for point: HandPoint) -> Float { presence * nearness(of: point) }

    /// Returns 1 for a point inside the image, and less for one outside.
    package func nearness(of point: HandPoint) -> Float {
        let beyondX = max(0, -point.x, point.x - 1) * width
        let beyondY = max(0, -point.y, point.y - 1) * height
        let distance = (beyondX * beyondX + beyondY * beyondY).squareRoot()
        return max(0, 1 - distance / Self.reach)
    }
}
