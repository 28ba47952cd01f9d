import Foundation

/// Tells whether thumb and index finger pinch, from the distance of their tips.
///
/// One frame is no evidence: a pinch, and its end, are possible at first and count after some frames in a row.
public struct PinchGesture: Sendable {
    /// What is known about the fingers.
    public enum State: String, CaseIterable, Sendable {
        /// Nothing yet.
        case unknown
        /// The tips are near each other, but not for long.
        case possiblePinch
        /// The fingers pinch.
        case pinched
        /// The tips have left each other, but not for long.
        case possibleApart
        /// The fingers do not pinch.
        case apart
    }

    /// The tips are near each other if they are less than this apart, in the unit of the points.
    public let distance: Double
    /// How many frames in a row count as evidence.
    public let evidence: Int
    /// What is known.
    public private(set) var state = State.unknown

    private var nearCount = 0
    private var farCount = 0

    /// A gesture that has seen nothing. The distance suits the points of a telephone's screen that shows the whole
    /// picture.
    public init(distance: Double = 40, evidence: Int = 3) {
        self.distance = distance
        self.evidence = evidence
    }

    /// Looks at the next frame.
    @discardableResult
    public mutating func update(thumbTip: CGPoint, indexTip: CGPoint) -> State {
        // What is not a number is not near.
        if thumbTip.distance(to: indexTip) < distance {
            (nearCount, farCount) = (min(nearCount + 1, evidence), 0)
            state = nearCount >= evidence ? .pinched : .possiblePinch
        } else {
            (nearCount, farCount) = (0, min(farCount + 1, evidence))
            state = farCount >= evidence ? .apart : .possibleApart
        }
        return state
    }

    /// Forgets everything.
    public mutating func reset() {
        self = PinchGesture(distance: distance, evidence: evidence)
    }
}
