import TegataClassifiers

extension HandKeyPoints {
    /// What classifiers of key points see of a hand in a picture of this size, which must be turned clockwise by so many
    /// degrees, a multiple of 90, to be upright.
    package init(_ hand: HandResult, size: PixelSize, rotationDegrees: Int = 0) {
        let turn = (rotationDegrees % 360 + 360) % 360
        let aspectRatio = size.width / size.height
        self.init(
            chirality: hand.handedness == .left ? .left : .right,
            aspectRatio: turn % 180 == 0 ? aspectRatio : 1 / aspectRatio
        ) { index in
            let point = hand.landmarks[index]
            return switch turn {
            case 90: (1 - point.y, point.x, 1)
            case 180: (1 - point.x, 1 - point.y, 1)
            case 270: (point.y, 1 - point.x, 1)
            default: (point.x, point.y, 1)
            }
        }
    }
}
