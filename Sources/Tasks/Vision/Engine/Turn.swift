import Foundation
import ImageIO
import TegataAppleImages

/// What has to be done to a stored picture to see it upright: mirroring, perhaps, and then quarter turns clockwise.
struct Turn: Hashable, Sendable {
    /// 0, 90, 180 or 270.
    private(set) var degrees: Int
    private(set) var isMirrored: Bool

    init(_ orientation: CGImagePropertyOrientation) {
        degrees = orientation.rotationDegrees
        isMirrored = orientation.isMirrored
    }

    /// First `turn` backwards, then this one: for a picture that was turned by `turn` already.
    func instead(of turn: Turn) -> Turn {
        // Mirrored pictures turn the other way.
        let back = turn.isMirrored ? turn.degrees : -turn.degrees
        var result = self
        result.degrees = (degrees + (isMirrored ? -back : back) + 720) % 360
        result.isMirrored = isMirrored != turn.isMirrored
        return result
    }

    /// Whether rows of the stored picture become columns.
    var swapsSides: Bool { degrees % 180 != 0 }
}
