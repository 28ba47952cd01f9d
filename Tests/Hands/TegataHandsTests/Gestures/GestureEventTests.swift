import TegataHands
import Testing

@Suite struct GestureEventTests {
    private let options = GestureEventOptions(dwellMilliseconds: 100, releaseMilliseconds: 80)

    /// Returns the events of frames that are 40 ms apart. Each frame lists the gestures of its hands: nil for a hand
    /// without a gesture, and fewer entries if hands are out of sight.
    private func events(
        _ frames: [[String?]], options: GestureEventOptions? = nil, score: Float = 0.75
    ) -> [[String]] {
        var events = GestureEvents()
        return frames.enumerated().map { index, names in
            let hands = names.enumerated().map { identifier, name in
                HandResult(
                    identifier: identifier, gesture: name.map { Gesture(name: $0, score: score, classifier: .canned) })
            }
            return events.update(hands, milliseconds: 40 * index, options: options ?? self.options).map {
                "\($0.handIdentifier) \($0.kind) \($0.name) \($0.milliseconds)"
            }
        }
    }

    @Test func beginsGesturesAfterTheDwellTime() {
        #expect(
            events([["A"], ["A"], ["A"], ["A"], ["A"]])
                == [[], [], [], ["0 began A 120"], ["0 held A 160"]])
        #expect(events([["A"], ["A"], ["A"], ["B"], ["A"], ["A"], ["A"]]) == [[], [], [], [], [], [], []])
    }

    @Test func holdsGesturesThroughShortInterruptions() {
        let begun: [[String?]] = [["A"], ["A"], ["A"], ["A"]]
        #expect(
            events(begun + [["B"], ["A"], [nil], ["A"], [], ["A"]]).suffix(6)
                == [
                    ["0 held A 120"], ["0 held A 200"], ["0 held A 200"], ["0 held A 280"], ["0 held A 280"],
                    ["0 held A 360"],
                ])
        #expect(events(begun + [[nil], [nil], [nil]]).suffix(3) == [["0 held A 120"], ["0 ended A 120"], []])
        #expect(events(begun + [[], [], []]).suffix(3) == [["0 held A 120"], ["0 ended A 120"], []])
    }

    @Test func endsAGestureBeforeTheNextBegins() {
        let begun: [[String?]] = [["A"], ["A"], ["A"], ["A"]]
        #expect(
            events(begun + [["B"], ["B"], ["B"], ["B"], ["B"]]).suffix(5)
                == [["0 held A 120"], ["0 ended A 120"], [], ["0 began B 120"], ["0 held B 160"]])
        let slow = GestureEventOptions(dwellMilliseconds: 40, releaseMilliseconds: 120)
        #expect(
            events([["A"], ["A"], ["B"], ["B"], ["B"], ["B"]], options: slow).suffix(3)
                == [["0 held A 40"], ["0 ended A 40", "0 began B 80"], ["0 held B 120"]])
    }

    @Test func reportsAtOnceIfBothTimesAreZero() {
        let immediate = GestureEventOptions(dwellMilliseconds: 0, releaseMilliseconds: 0)
        #expect(
            events([["A"], ["B"], [nil], ["B"], []], options: immediate)
                == [
                    ["0 began A 0"], ["0 ended A 0", "0 began B 0"], ["0 ended B 0"], ["0 began B 0"], ["0 ended B 0"],
                ])
    }

    @Test func reportsEventsForEachHand() {
        #expect(
            events([["A", "B"], ["A", "B"], ["A", nil], ["A", "B"], ["A", "B"], ["A", "B"], ["A", "B"]])
                == [
                    [], [], [], ["0 began A 120"], ["0 held A 160"], ["0 held A 200"],
                    ["0 held A 240", "1 began B 120"],
                ])
    }

    @Test(arguments: ["None", "none", ""])
    func ignoresTheBackground(name: String) {
        #expect(events([[name], [name], [name], [name]]).allSatisfy { $0.isEmpty })
    }

    @Test func ignoresScoresBelowTheMinimum() {
        var options = options
        options.minimumScore = 0.76
        #expect(events([["A"], ["A"], ["A"], ["A"]], options: options).allSatisfy { $0.isEmpty })
        options.minimumScore = 0.75
        #expect(events([["A"], ["A"], ["A"], ["A"]], options: options).last == ["0 began A 120"])
    }

    @Test func ignoresHandsWithoutIdentifier() {
        var events = GestureEvents()
        let hand = HandResult(identifier: nil, gesture: Gesture(name: "A", score: 1, classifier: .canned))
        for frame in 0..<9 { #expect(events.update([hand], milliseconds: 40 * frame, options: options).isEmpty) }
    }

    @Test func acceptsTimestampsFarApart() {
        var events = GestureEvents()
        let hand = HandResult(identifier: 0, gesture: Gesture(name: "A", score: 1, classifier: .canned))
        #expect(events.update([hand], milliseconds: .min, options: options).isEmpty)
        #expect(events.update([hand], milliseconds: .max, options: options).map(\.milliseconds) == [.max])
    }
}

extension HandResult {
    /// A hand that has only an identifier and a gesture.
    fileprivate init(identifier: Int?, gesture: Gesture?) {
        self.init(
            landmarks: HandPoints(), worldLandmarks: HandPoints(), presence: 1, rightProbability: 1,
            rectangle: HandRectangle(centerX: 0, centerY: 0, width: 0, height: 0, rotation: 0))
        self.identifier = identifier
        self.gesture = gesture
    }
}
