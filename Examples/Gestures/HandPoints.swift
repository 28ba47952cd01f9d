import Foundation

/// The joints of a hand, in the order of key-point arrays: the wrist, and four of each finger from the palm to the tip.
public enum HandJoint: Int, CaseIterable, Sendable {
    case wrist
    case thumbCMC, thumbMP, thumbIP, thumbTip
    case indexMCP, indexPIP, indexDIP, indexTip
    case middleMCP, middlePIP, middleDIP, middleTip
    case ringMCP, ringPIP, ringDIP, ringTip
    case littleMCP, littlePIP, littleDIP, littleTip
}

/// The 21 points of a hand, which is all that the rules of this module use.
///
/// x goes to the right and y up, **in the same unit**, such as pixels. Multiply normalised points by the width and
/// height of the image first, because otherwise distances and angles of a hand change as it turns.
public struct HandPoints: Equatable, Sendable {
    /// A place with its confidence, from 0 to 1.
    public struct Point: Equatable, Sendable {
        /// The place of the point.
        public var location: CGPoint
        /// The confidence, from 0 (not found) to 1.
        public var confidence: Float

        /// Creates a point; it is clearly visible by default.
        public init(_ location: CGPoint, confidence: Float = 1) {
            self.location = location
            self.confidence = confidence
        }
    }

    /// Points with less confidence count as missing.
    public static let leastConfidence: Float = 0.3

    private var points = [Point](repeating: Point(.zero, confidence: 0), count: HandJoint.allCases.count)

    /// Creates a hand from the known points; the others get a confidence of 0.
    public init(_ points: [HandJoint: Point]) {
        for (joint, point) in points { self[joint] = point }
    }

    /// Returns a point; a missing point has a confidence of 0.
    public subscript(joint: HandJoint) -> Point {
        get { points[joint.rawValue] }
        set { points[joint.rawValue] = newValue }
    }

    /// Returns the place of a joint, or nil if its confidence is low or its coordinates are not finite.
    public func location(of joint: HandJoint, above confidence: Float = leastConfidence) -> CGPoint? {
        let point = self[joint]
        // Compare this way round, so that a confidence of NaN counts as missing.
        guard point.confidence > confidence, point.location.x.isFinite, point.location.y.isFinite else { return nil }
        return point.location
    }

    /// The centre of the palm, between wrist and knuckles, or nil if too few of its points are visible.
    public var palm: CGPoint? {
        guard let wrist = location(of: .wrist), let knuckle = location(of: .middleMCP) else { return nil }
        return wrist.middle(to: knuckle)
    }
}

extension CGPoint {
    /// Returns the distance to another point.
    public func distance(to other: CGPoint) -> Double { hypot(other.x - x, other.y - y) }

    /// Returns the point half way to another one.
    public func middle(to other: CGPoint) -> CGPoint { CGPoint(x: x / 2 + other.x / 2, y: y / 2 + other.y / 2) }
}

/// A hand that was found in an image.
public struct SeenHand: Equatable, Sendable {
    /// The side of a hand.
    public enum Side: String, Sendable {
        case left, right
    }

    /// The points of the hand.
    public var points: HandPoints
    /// The side of the hand, or nil if it is unknown.
    public var side: Side?

    /// Creates a hand.
    public init(_ points: HandPoints, side: Side? = nil) {
        self.points = points
        self.side = side
    }
}
