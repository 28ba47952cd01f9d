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

/// The 21 points of a hand, all that the rules of this module look at.
///
/// x goes to the right and y up, **in the same unit**, such as pixels: normalised points have to be multiplied by width
/// and height of the picture first, or distances and angles of a hand change as it turns.
public struct HandPoints: Equatable, Sendable {
    /// A place, and how sure its finder is, from 0 to 1.
    public struct Point: Equatable, Sendable {
        /// Where the point is.
        public var location: CGPoint
        /// From 0, not found, to 1.
        public var confidence: Float

        /// A point that is seen well unless something else is said.
        public init(_ location: CGPoint, confidence: Float = 1) {
            self.location = location
            self.confidence = confidence
        }
    }

    /// Points with less confidence count as missing.
    public static let leastConfidence: Float = 0.3

    private var points = [Point](repeating: Point(.zero, confidence: 0), count: HandJoint.allCases.count)

    /// A hand of the points that are known; the others have no confidence.
    public init(_ points: [HandJoint: Point]) {
        for (joint, point) in points { self[joint] = point }
    }

    /// A point; one that is missing has a confidence of 0.
    public subscript(joint: HandJoint) -> Point {
        get { points[joint.rawValue] }
        set { points[joint.rawValue] = newValue }
    }

    /// Where a joint is; nil where nobody knows, as its confidence is low or it has no finite coordinates.
    public func location(of joint: HandJoint, above confidence: Float = leastConfidence) -> CGPoint? {
        let point = self[joint]
        // Comparing this way round leaves out a confidence that is not a number.
        guard point.confidence > confidence, point.location.x.isFinite, point.location.y.isFinite else { return nil }
        return point.location
    }

    /// The middle of the palm, between wrist and knuckles; nil where too little of it is seen.
    public var palm: CGPoint? {
        guard let wrist = location(of: .wrist), let knuckle = location(of: .middleMCP) else { return nil }
        return wrist.middle(to: knuckle)
    }
}

extension CGPoint {
    /// How far another point is away.
    public func distance(to other: CGPoint) -> Double { hypot(other.x - x, other.y - y) }

    /// The point half way to another.
    public func middle(to other: CGPoint) -> CGPoint { CGPoint(x: x / 2 + other.x / 2, y: y / 2 + other.y / 2) }
}

/// A hand that was found in a picture.
public struct SeenHand: Equatable, Sendable {
    /// The hand that it is.
    public enum Side: String, Sendable {
        case left, right
    }

    /// Its points.
    public var points: HandPoints
    /// Which hand it is; nil where nobody knows.
    public var side: Side?

    /// A hand.
    public init(_ points: HandPoints, side: Side? = nil) {
        self.points = points
        self.side = side
    }
}
