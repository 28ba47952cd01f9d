import ExampleGestures
import Foundation
import Testing

@Suite struct PinchTests {
    private static func tips(_ distance: Double, x: Double = 0) -> (CGPoint, CGPoint) {
        (CGPoint(x: x - distance / 2, y: 10), CGPoint(x: x + distance / 2, y: 10))
    }

    @Test func needsThreeFramesOfEvidence() {
        var gesture = PinchGesture()
        #expect(gesture.state == .unknown)
        func update(_ distance: Double) -> PinchGesture.State {
            let (thumb, index) = Self.tips(distance)
            return gesture.update(thumbTip: thumb, indexTip: index)
        }
        #expect([39, 39, 39, 39].map(update) == [.possiblePinch, .possiblePinch, .pinched, .pinched])
        #expect([40, 41, 40, 90].map(update) == [.possibleApart, .possibleApart, .apart, .apart])
        // The frames that count as evidence must be consecutive.
        #expect(
            [0, 0, 90, 0, 0, 0].map(update) == [
                .possiblePinch, .possiblePinch, .possibleApart, .possiblePinch, .possiblePinch, .pinched,
            ])
        #expect(update(.nan) == .possibleApart)
        gesture.reset()
        #expect(gesture.state == .unknown)
        #expect([0, 0].map(update) == [.possiblePinch, .possiblePinch])
    }

    @Test(arguments: [0, -1, 1]) func acceptsASingleFrameOfEvidence(evidence: Int) {
        var gesture = PinchGesture(distance: 1, evidence: evidence)
        #expect(gesture.update(thumbTip: .zero, indexTip: .zero) == .pinched)
        #expect(gesture.update(thumbTip: .zero, indexTip: CGPoint(x: 2, y: 0)) == .apart)
    }

    /// A drawing with its clock.
    private struct Session {
        var drawing = PinchDrawing()
        var seconds = 0.0

        /// Shows the tips at a given distance around a point, a thirtieth of a second later.
        mutating func show(_ distance: Double, x: Double) {
            let (thumb, index) = PinchTests.tips(distance, x: x)
            drawing.update(thumbTip: thumb, indexTip: index, at: seconds)
            seconds += 1 / 30
        }

        mutating func showNothing(seconds gap: Double) {
            seconds += gap
            drawing.update(thumbTip: nil, indexTip: nil, at: seconds)
        }

        var lines: [[Double]] { drawing.lines.map { $0.map { Double($0.x) } } }
        var waiting: [Double] { drawing.waiting.map { Double($0.x) } }
    }

    @Test func keepsPointsWaitingUntilTheGestureIsDecided() {
        var session = Session()
        for x in [1.0, 2, 3] { session.show(90, x: x) }
        #expect(session.lines.isEmpty && session.waiting.isEmpty)
        // The line begins with the first point of the pinch.
        session.show(10, x: 4)
        session.show(10, x: 5)
        #expect(session.lines.isEmpty)
        #expect(session.waiting == [4, 5])
        session.show(10, x: 6)
        session.show(10, x: 7)
        #expect(session.lines == [[4, 5, 6, 7]])
        // A single open frame does not break the line.
        session.show(60, x: 8)
        #expect(session.lines == [[4, 5, 6, 7]] && session.waiting == [8])
        for x in [9.0, 10, 11] { session.show(10, x: x) }
        #expect(session.lines == [[4, 5, 6, 7, 8, 9, 10, 11]])
        // The end of the pinch drops the waiting points.
        for x in [12.0, 13, 14] { session.show(60, x: x) }
        #expect(session.drawing.gesture.state == .apart)
        #expect(session.lines == [[4, 5, 6, 7, 8, 9, 10, 11]] && session.waiting.isEmpty)
        // The next pinch starts a new line.
        for x in [20.0, 21, 22] { session.show(0, x: x) }
        #expect(session.lines.last == [20, 21, 22] && session.lines.count == 2)
    }

    @Test func drawsNothingForShortPinches() {
        var session = Session()
        for x in [1.0, 2, 3, 4] { session.show(x > 2 ? 90 : 10, x: x) }
        #expect(session.waiting.isEmpty)
        // The next line does not begin with points at which the fingers were apart.
        for x in [5.0, 6, 7] { session.show(10, x: x) }
        #expect(session.lines == [[5, 6, 7]])
    }

    @Test func endsTheLineIfTheHandIsLostForLong() {
        var session = Session()
        for x in [1.0, 2, 3] { session.show(0, x: x) }
        session.showNothing(seconds: 1)
        #expect(session.drawing.gesture.state == .pinched)
        session.show(0, x: 4)
        #expect(session.lines == [[1, 2, 3, 4]])
        session.showNothing(seconds: 1)
        session.showNothing(seconds: 1.5)
        #expect(session.drawing.gesture.state == .unknown)
        for x in [5.0, 6, 7] { session.show(0, x: x) }
        #expect(session.lines == [[1, 2, 3, 4], [5, 6, 7]])
    }

    @Test func treatsNonFiniteTipsAsLost() {
        var drawing = PinchDrawing()
        let place = CGPoint(x: 1, y: 1)
        for number in [Double.nan, .infinity, -.infinity] {
            #expect(drawing.update(thumbTip: CGPoint(x: number, y: 0), indexTip: place, at: 0) == .unknown)
            #expect(drawing.update(thumbTip: place, indexTip: CGPoint(x: 0, y: number), at: .nan) == .unknown)
        }
        #expect(drawing.waiting.isEmpty)
        // The midpoint of very large numbers is finite.
        let far = CGPoint(x: CGFloat.greatestFiniteMagnitude, y: 0)
        for _ in 0..<3 { drawing.update(thumbTip: far, indexTip: far, at: 0) }
        #expect(drawing.lines == [[far, far, far]])
    }
}
