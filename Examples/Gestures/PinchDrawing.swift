import Foundation

/// Draws lines with two fingers: wherever they pinch, the point between their tips is drawn.
///
/// While it is undecided whether a pinch begins or ends, points wait. They are drawn if the fingers pinch in the end,
/// so that a line neither begins late nor has gaps, and are dropped otherwise.
public struct PinchDrawing: Sendable {
    /// The gesture that draws.
    public private(set) var gesture: PinchGesture
    /// The lines so far; the last goes on while the fingers pinch.
    public private(set) var lines: [[CGPoint]] = []
    /// Points that may be drawn yet.
    public private(set) var waiting: [CGPoint] = []
    /// For so many seconds the fingers may be lost before a line ends.
    public let patience: Double

    private var isDrawing = false
    private var lastSeen: Double?

    /// A drawing without lines.
    public init(gesture: PinchGesture = PinchGesture(), patience: Double = 2) {
        self.gesture = gesture
        self.patience = patience
    }

    /// Looks at the tips in the next frame, whose time is in seconds; they are nil where they are not seen.
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
