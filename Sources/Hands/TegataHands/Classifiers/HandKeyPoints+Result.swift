import TegataClassifiers

extension HandKeyPoints {
    /// What classifiers of key points see of a hand in a picture of this size, which must be turned clockwise by so many
    /// degrees, a multiple of 90, to be upright. Joints far outside the picture have no confidence.
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
