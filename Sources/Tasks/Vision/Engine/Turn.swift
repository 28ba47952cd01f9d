import Foundation
import ImageIO
import TegataAppleImages

/// What has to be done to a stored picture to see it upright: mirroring, perhaps, and then quarter turns clockwise.
///
/// Points are fractions of the width and height from the upper left corner.
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

    /// Where a point of the stored picture is in the upright one.
    func upright(_ point: SIMD2<Double>) -> SIMD2<Double> {
        let x = isMirrored ? 1 - point.x : point.x
        switch degrees {
        case 90: return SIMD2(1 - point.y, x)
        case 180: return SIMD2(1 - x, 1 - point.y)
        case 270: return SIMD2(point.y, 1 - x)
        default: return SIMD2(x, point.y)
        }
    }

    /// Where a point of the upright picture is in the stored one.
    func stored(_ point: SIMD2<Double>) -> SIMD2<Double> {
        var point = point
        switch degrees {
        case 90: point = SIMD2(point.y, 1 - point.x)
        case 180: point = SIMD2(1 - point.x, 1 - point.y)
        case 270: point = SIMD2(1 - point.y, point.x)
        default: break
        }
        return isMirrored ? SIMD2(1 - point.x, point.y) : point
    }
}
