import Foundation

/// Detects whether thumb and index finger pinch, from the distance between their tips.
///
/// A single frame is not enough evidence: the start and the end of a pinch are possible at first, and count after some
/// frames in a row.
public struct PinchGesture: Sendable {
    /// The state of the fingers.
    public enum State: String, CaseIterable, Sendable {
        /// No evidence yet.
        case unknown
        /// The tips have become close, but not for long enough.
        case possiblePinch
        /// The fingers pinch.
        case pinched
        /// The tips have separated, but not for long enough.
        case possibleApart
        /// The fingers do not pinch.
        case apart
    }

    /// The distance below which the tips are close, in the unit of the points.
    public let distance: Double
    /// The number of frames in a row that count as evidence.
    public let evidence: Int
    /// The current state.
    public private(set) var state = State.unknown

    private var nearCount = 0
    private var farCount = 0

    /// Creates a gesture without evidence. The default distance suits points on a phone's screen that shows the whole
    /// image.
    public init(distance: Double = 40, evidence: Int = 3) {
        self.distance = distance
        self.evidence = evidence
    }

    /// Processes the next frame.
    @discardableResult
    public mutating func update(thumbTip: CGPoint, indexTip: CGPoint) -> State {
        // NaN is not close.
        if thumbTip.distance(to: indexTip) < distance {
            (nearCount, farCount) = (min(nearCount + 1, evidence), 0)
            state = nearCount >= evidence ? .pinched : .possiblePinch
        } else {
            (nearCount, farCount) = (0, min(farCount + 1, evidence))
            state = farCount >= evidence ? .apart : .possibleApart
        }
        return state
    }

    /// Resets the gesture.
    public mutating func reset() {
        self = PinchGesture(distance: distance, evidence: evidence)
    }
}
