import ImageIO

extension CGImagePropertyOrientation {
    /// By how many degrees the picture must be turned clockwise to be upright, after it was mirrored where
    /// ``isMirrored`` says so.
    package var rotationDegrees: Int {
        switch self {
        case .up, .upMirrored: 0
        case .right, .rightMirrored: 90
        case .down, .downMirrored: 180
        case .left, .leftMirrored: 270
        }
    }

    /// Whether left and right of the stored picture must change places before it is turned.
    package var isMirrored: Bool {
        switch self {
        case .up, .right, .down, .left: false
        case .upMirrored, .rightMirrored, .downMirrored, .leftMirrored: true
        }
    }
}
