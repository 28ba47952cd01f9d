import ExampleGestures
import ExampleSupport
import Foundation

/// Draws lines where thumb and index finger of a hand pinch.
struct Drawing: ExampleProgram {
    static let purpose = "Draws lines where thumb and index finger pinch."

    /// The distance of a pinch is in points of a phone's screen; the shorter side of the image is scaled to such a
    /// screen.
    private static let screenWidth: CGFloat = 390
    private var drawing = PinchDrawing()

    mutating func look(at frame: inout ExampleFrame) {
        let pixelsPerPoint = min(frame.size.width, frame.size.height) / Self.screenWidth
        let hand = frame.hands.first?.points
        func onScreen(_ tip: CGPoint?) -> CGPoint? {
            tip.map { CGPoint(x: $0.x / pixelsPerPoint, y: $0.y / pixelsPerPoint) }
        }
        func inPicture(_ places: [CGPoint]) -> [CGPoint] {
            places.map { CGPoint(x: $0.x * pixelsPerPoint, y: $0.y * pixelsPerPoint) }
        }
        let tips = [HandJoint.thumbTip, .indexTip].map { hand?.location(of: $0) }
        let state = drawing.update(thumbTip: onScreen(tips[0]), indexTip: onScreen(tips[1]), at: frame.seconds)
        for line in drawing.lines { frame.drawLine(through: inPicture(line), .yellow) }
        frame.drawLine(through: inPicture(drawing.waiting), .white)
        for tip in tips.compactMap(\.self) {
            frame.drawDot(at: tip, state == .pinched ? .green : state == .apart ? .red : .blue)
        }
        frame.say("\(state.rawValue), lines \(drawing.lines.count), points \(drawing.lines.joined().count)")
    }
}

runExample(Drawing())
