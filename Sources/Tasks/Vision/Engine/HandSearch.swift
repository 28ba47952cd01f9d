import Foundation
import TegataHands

/// The validated settings of a request: the number of hands, the region, and whether to search thoroughly.
struct HandSearch: Hashable, Sendable {
    /// The limit on the number of hands, even if the request asks for more.
    static let largestHandCount = 6

    let handCount: Int
    let isThorough: Bool
    /// The region of the upright image to search, measured from the lower left corner; nil means the whole image.
    private let region: CGRect?

    init(
        maximumHandCount: Int, regionOfInterest region: CGRect, isThorough: Bool
    ) throws(VisionFailure) {
        guard maximumHandCount >= 1 else {
            throw VisionFailure(
                .invalidArgument, "maximumHandCount is \(maximumHandCount). Ask for at least 1 hand.")
        }
        handCount = min(maximumHandCount, Self.largestHandCount)
        self.isThorough = isThorough
        self.region = region == VNNormalizedIdentityRect ? nil : region
        let (origin, size) = (region.origin, region.size)
        guard size.width > 0, size.height > 0, origin.x.isFinite, origin.y.isFinite else {
            throw VisionFailure(
                .invalidArgument, "regionOfInterest is \(region). Give it a width and a height greater than 0.")
        }
        guard origin.x >= 0, origin.y >= 0, origin.x + size.width <= 1 + Self.rounding,
            origin.y + size.height <= 1 + Self.rounding
        else {
            throw VisionFailure(
                .outOfBoundsError,
                "regionOfInterest is \(region). It must lie in the unit square, in fractions of the upright image.")
        }
        let sides = Self.sides(of: region)
        guard sides.left < sides.right, sides.top < sides.bottom else {
            throw VisionFailure(
                .invalidArgument, "regionOfInterest is \(region). It is too small to hold a pixel; make it larger.")
        }
    }

    /// The tolerance for sums of fractions that exceed 1.
    private static let rounding = 1e-6

    /// Returns the pipeline's options for an image with this turn.
    func frame(_ turn: Turn) -> FrameOptions {
        var frame = FrameOptions(rotationDegrees: turn.degrees, isMirrored: turn.isMirrored)
        frame.answersUpright = true
        frame.region = region.map(Self.sides)
        return frame
    }

    /// Returns the region in the pipeline's form: in single precision, measured from the upper left corner.
    private static func sides(of region: CGRect) -> RegionOfInterest {
        let (left, bottom) = (Double(region.origin.x), Double(region.origin.y))
        func fraction(_ value: Double) -> Float { Float(max(0, min(1, value))) }
        return RegionOfInterest(
            left: fraction(left), top: fraction(1 - bottom - Double(region.size.height)),
            right: fraction(left + Double(region.size.width)), bottom: fraction(1 - bottom))
    }
}
