import TegataClassifiers

extension HandKeyPoints {
    /// What classifiers of key points see of a hand in a picture of this size, which must be turned clockwise by so
    /// many degrees, a multiple of 90, to be upright. Joints far outside the picture have no confidence.
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
