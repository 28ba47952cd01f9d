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
