import Foundation
import TegataHands

/// What a request looks for, checked: how many hands, and where.
struct HandSearch: Hashable, Sendable {
    /// More hands than this are never looked for.
    static let largestHandCount = 6

    let handCount: Int
    /// The part of the upright picture to look at, from its lower left corner; nil is all of it.
    private let region: CGRect?

    init(maximumHandCount: Int, regionOfInterest region: CGRect) throws(VisionFailure) {
        guard maximumHandCount >= 1 else {
            throw VisionFailure(
                .invalidArgument, "maximumHandCount is \(maximumHandCount). Ask for at least 1 hand.")
        }
        handCount = min(maximumHandCount, Self.largestHandCount)
        self.region = region == VNNormalizedIdentityRect ? nil : region
        let (origin, size) = (region.origin, region.size)
        guard size.width > 0, size.height > 0, origin.x.isFinite, origin.y.isFinite else {
            throw VisionFailure(
                .invalidArgument, "regionOfInterest is \(region). Give it a width and a height above 0.")
        }
        guard origin.x >= 0, origin.y >= 0, origin.x + size.width <= 1 + Self.rounding,
            origin.y + size.height <= 1 + Self.rounding
        else {
            throw VisionFailure(
                .outOfBoundsError,
                "regionOfInterest is \(region). It has to lie in the unit square, in fractions of the upright image.")
        }
        let sides = Self.sides(of: region)
        guard sides.left < sides.right, sides.top < sides.bottom else {
            throw VisionFailure(
                .invalidArgument, "regionOfInterest is \(region). It is too small to hold a pixel; make it larger.")
        }
    }

    /// Sums of fractions may exceed 1 by so much.
    private static let rounding = 1e-6

    /// How the pipeline has to look at a picture that is turned so.
    func frame(_ turn: Turn) -> FrameOptions {
        var frame = FrameOptions(rotationDegrees: turn.degrees, isMirrored: turn.isMirrored)
        frame.answersUpright = true
        frame.region = region.map(Self.sides)
        return frame
    }

    /// The region as the pipeline takes it: in single precision, from the upper left corner.
    private static func sides(of region: CGRect) -> RegionOfInterest {
        let (left, bottom) = (Double(region.origin.x), Double(region.origin.y))
        func fraction(_ value: Double) -> Float { Float(max(0, min(1, value))) }
        return RegionOfInterest(
            left: fraction(left), top: fraction(1 - bottom - Double(region.size.height)),
            right: fraction(left + Double(region.size.width)), bottom: fraction(1 - bottom))
    }
}
