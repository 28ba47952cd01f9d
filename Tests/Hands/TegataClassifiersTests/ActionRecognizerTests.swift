import TegataClassifiers
import Testing

struct ActionRecognizerTests {
    private let turned = Samples.hand(turn: 1.2)
    private let upright = Samples.hand(turn: -1.2)

    /// Returns the answers for `count` frames at `rate`, each with the frame after which it came.
    private func answers(
        _ options: ActionRecognizerOptions, count: Int, rate: Double, hand: (Int) -> HandKeyPoints?
    ) -> [(frame: Int, answer: RecognizedAction)] {
        var recognizer = ActionRecognizer(Samples.action(), options: options)
        return (0..<count).compactMap { frame in
            recognizer.add(hand(frame), hand: 1, time: Double(frame) / rate).map { (frame, $0) }
        }
    }

    @Test func answersOnceTheWindowIsFullAndThenEveryStride() {
        let options = ActionRecognizerOptions(stride: 4, smoothing: 1)
        #expect(answers(options, count: 20, rate: 30) { _ in turned }.map(\.frame) == [8, 12, 16])
    }

    @Test func thinsFramesFasterThanTheModel() {
        let options = ActionRecognizerOptions(stride: 4, smoothing: 1)
        #expect(answers(options, count: 40, rate: 60) { _ in turned }.map(\.frame).count == 3)
        #expect(answers(options, count: 20, rate: 30.3) { _ in turned }.map(\.frame) == [8, 12, 16])
    }

    /// Each slow frame fills all sample times nearest to it, as in ``HandSequence/frames(at:)``. So a window of 9
    /// frames at 30 fps lasts 0.27 s at every rate.
    @Test(arguments: [(30.0, 8), (24, 7), (20, 6), (15, 4), (10, 3), (5, 2), (2, 1), (0.5, 1)])
    func keepsTheWindowsDurationInSlowStreams(rate: Double, first: Int) {
        let options = ActionRecognizerOptions(stride: 4, smoothing: 1)
        let found = answers(options, count: 20, rate: rate) { _ in turned }
        #expect(found.first?.frame == first)
        #expect(found.allSatisfy { $0.answer.label == 1 })
        #expect(found.filter { $0.answer.isStart }.map(\.frame) == [first])
    }

    /// A slow stream gives the same answers as the sequence with its frames repeated to fill the gaps.
    @Test func answersSlowStreamsLikeStreamsWithRepeatedFrames() {
        let options = ActionRecognizerOptions(stride: 1, smoothing: 1)
        let slow = answers(options, count: 12, rate: 15) { $0 < 6 ? upright : turned }
        let filled = answers(options, count: 23, rate: 30) { ($0 + 1) / 2 < 6 ? upright : turned }
        #expect(slow.count == 8)
        for (frame, answer) in slow {
            #expect(filled.first { $0.frame == 2 * frame }?.answer.probabilities == answer.probabilities)
        }
    }

    /// Frames on both sides of a gap show no movement, and a longer gap costs no more time.
    @Test func startsAgainAfterLongGaps() {
        var recognizer = ActionRecognizer(Samples.action(), options: ActionRecognizerOptions(stride: 1, smoothing: 1))
        for frame in 0..<9 { _ = recognizer.add(turned, hand: 1, time: Double(frame) / 30) }
        for time in [3600, 1e9, 1e300] { #expect(recognizer.add(turned, hand: 1, time: time) == nil) }
        #expect(recognizer.hands == [1])
    }

    @Test func averagesAnswersBeforeApplyingTheThreshold() {
        let options = ActionRecognizerOptions(stride: 1, smoothing: 3, threshold: 0.7)
        let found = answers(options, count: 12, rate: 30) { _ in turned }
        #expect(found.map(\.answer.label) == [nil, nil, 1, 1])
        #expect(found.map(\.answer.isStart) == [false, false, true, false])
        #expect(abs(found[0].answer.confidence - 1.0 / 3) < 0.01)
    }

    @Test func reportsNoActionForTheBackground() {
        let options = ActionRecognizerOptions(stride: 1, smoothing: 1)
        let found = answers(options, count: 10, rate: 30) { _ in upright }
        #expect(!found.isEmpty && found.allSatisfy { $0.answer.label == nil && !$0.answer.isStart })
    }

    @Test func reportsNoActionForHandsSeenInHalfTheFrames() {
        let options = ActionRecognizerOptions(stride: 1, smoothing: 1)
        let found = answers(options, count: 20, rate: 30) { $0 % 2 == 0 ? turned : nil }
        #expect(!found.isEmpty && found.allSatisfy { $0.answer.label == nil })
    }

    @Test func keepsAQueuePerHandAndForgetsLostHands() {
        var recognizer = ActionRecognizer(Samples.action(), options: ActionRecognizerOptions(stride: 1, smoothing: 1))
        for frame in 0..<9 {
            let time = Double(frame) / 30
            let one = recognizer.add(turned, hand: 1, time: time)
            let two = recognizer.add(upright, hand: 2, time: time)
            if frame == 8 {
                #expect(one?.label == 1 && one?.hand == 1)
                #expect(two?.label == nil && two?.hand == 2)
            }
        }
        #expect(recognizer.hands == [1, 2])
        for time in [0.3, 0.5, 0.7, 0.9] {
            _ = recognizer.add(turned, hand: 2, time: time)
            _ = recognizer.add(nil, hand: 1, time: time)
            #expect(recognizer.hands == (time < 0.8 ? [1, 2] : [2]))
        }
        #expect(recognizer.add(nil, hand: 3, time: 2) == nil)
        #expect(recognizer.add(turned, hand: 2, time: .nan) == nil)
        recognizer.reset()
        #expect(recognizer.hands.isEmpty)
    }
}
