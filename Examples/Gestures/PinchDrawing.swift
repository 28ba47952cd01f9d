import Foundation

/// Draws lines with two fingers: while they pinch, it draws the point between their tips.
///
/// Points wait while it is undecided whether a pinch begins or ends. If it turns out to be a pinch, they are drawn, so
/// that a line neither begins late nor has gaps; otherwise they are dropped.
public struct PinchDrawing: Sendable {
    /// The gesture that draws the lines.
    public private(set) var gesture: PinchGesture
    /// The lines so far; the last one continues while the fingers pinch.
    public private(set) var lines: [[CGPoint]] = []
    /// Points that wait for the decision.
    public private(set) var waiting: [CGPoint] = []
    /// The time in seconds for which the fingers may be lost before a line ends.
    public let patience: Double

    private var isDrawing = false
    private var lastSeen: Double?

    /// Creates a drawing without lines.
    public init(gesture: PinchGesture = PinchGesture(), patience: Double = 2) {
        self.gesture = gesture
        self.patience = patience
    }

    /// Processes the tips in the next frame, whose time is in seconds; a tip is nil if it is not visible.
    @discardableResult
    public mutating func update(
        thumbTip: CGPoint?, indexTip: CGPoint?, at seconds: Double
    ) -> PinchGesture.State {
        guard let thumbTip, let indexTip, [thumbTip.x, thumbTip.y, indexTip.x, indexTip.y].allSatisfy(\.isFinite) else {
            if let lastSeen, seconds - lastSeen > patience {
                gesture.reset()
                endLine()
                self.lastSeen = nil
            }
            return gesture.state
        }
        lastSeen = seconds
        let point = thumbTip.middle(to: indexTip)
        switch gesture.update(thumbTip: thumbTip, indexTip: indexTip) {
        case .possibleApart where !isDrawing:
            waiting = []
        case .possiblePinch, .possibleApart:
            waiting.append(point)
        case .pinched:
            if !isDrawing { lines.append([]) }
            isDrawing = true
            lines[lines.count - 1] += waiting + [point]
            waiting = []
        case .apart, .unknown:
            endLine()
        }
        return gesture.state
    }

    private mutating func endLine() {
        isDrawing = false
        waiting = []
    }
}
