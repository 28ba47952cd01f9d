import TegataClassifiers
import TegataHands
import TegataTestSupport
import Testing

struct HandActionsTests {
    private let picture = noisePicture()
    private static let points = HandKeyPoints { index in (Float(index % 5), Float(index) / 5, 1) }

    private func hands(_ identifiers: [Int]) -> [HandResult] {
        identifiers.map { identifier in
            var hand = HandResult(
                landmarks: HandPoints { _ in HandPoint(x: 0, y: 0, z: 0) },
                worldLandmarks: HandPoints { _ in HandPoint(x: 0, y: 0, z: 0) }, presence: 1, rightProbability: 1,
                rectangle: HandRectangle(centerX: 0.5, centerY: 0.5, width: 1, height: 1, rotation: 0))
            hand.identifier = identifier
            return hand
        }
    }

    /// Returns the frames in which an action began, the frames in which a hand performs one, and the IDs of the hands
    /// that began.
    private func run(_ actions: inout HandActions, frames: Range<Int>, _ identifiers: [Int]) -> ([Int], [Int], [Int]) {
        var (starts, acting, identifiersOfStarts) = ([Int](), [Int](), [Int]())
        for frame in frames {
            var hands = hands(identifiers)
            let events = actions.update(
                &hands, keyPoints: identifiers.map { _ in Self.points }, milliseconds: frame * 1000 / 30)
            for event in events {
                #expect(event.name == "wave")
                starts.append(frame)
                identifiersOfStarts.append(event.handIdentifier)
            }
            if let action = hands.first?.action {
                #expect(action.name == "wave")
                acting.append(frame)
            }
        }
        return (starts, acting, identifiersOfStarts)
    }

    @Test func beginsAnActionOnceAndKeepsItBetweenAnswers() {
        var actions = HandActions(ClassifierSamples.action(["rest", "wave"], answer: 1, background: 0))
        let (starts, acting, identifiers) = run(&actions, frames: 0..<40, [7])
        #expect(starts.count == 1)
        #expect(identifiers == [7])
        #expect(acting == Array((starts.first ?? 0)..<40))
        // The action needs a full window and three answers.
        #expect((10...20).contains(starts.first ?? 0))
    }

    /// A hand's action from before a long gap without frames does not continue after it.
    @Test func endsActionsAtLongGaps() {
        var actions = HandActions(ClassifierSamples.action(["rest", "wave"], answer: 1, background: 0))
        let start = run(&actions, frames: 0..<40, [7]).0
        #expect(run(&actions, frames: 100_000..<100_040, [7]).1 == start.flatMap { Array(100_000 + $0..<100_040) })
    }

    @Test func recognizesActionsOfEachHandSeparately() {
        var actions = HandActions(ClassifierSamples.action(["rest", "wave"], answer: 1, background: 0))
        #expect(run(&actions, frames: 0..<40, [1, 2]).2 == [1, 2])
        // A hand that is missing for longer than the timeout starts from scratch.
        #expect(run(&actions, frames: 40..<60, []).1.isEmpty)
        #expect(run(&actions, frames: 60..<100, [1]).2 == [1])
    }

    /// If handedness is averaged, actions use the averaged handedness.
    @Test func usesAveragedHandednessForActions() throws {
        let channels = ActionFeatures.frameCount
        var convolution = [Float](repeating: 0, count: channels)
        // Looks at the direction of the hand, which mirroring reverses.
        convolution[3] = 1
        let network = try #require(
            ClassifierNetwork(
                input: LayerShape(frames: 6, channels: channels),
                layers: [
                    .convolution(kernel: 1, stride: 1, weights: convolution, bias: [0]), .relu, .meanAndMaximum,
                    .dense(weights: [0, 100, 0, 0], bias: [3, 0]),
                ]))
        let head = try #require(ClassifierHead(labels: ["left", "right"], background: 0, network: network))
        let classifier = try #require(
            ActionClassifier(features: ActionFeatures(windowSize: 6), frameRate: 30, head: head, card: ModelCard()))
        func actions(averages: Bool, rightProbability: @escaping (Int) -> Float) throws -> [String?] {
            let networks = FakeNetworks()
            networks.addPalm(at: FakeNetworks.anchor(12, 12), logit: 3)
            networks.rightProbability = rightProbability
            let pipeline = try networks.pipeline(gestures: nil) {
                $0.actions = classifier
                $0.tracking.averagesHandedness = averages
            }
            return try (0..<33).map { frame in
                let result = try picture.withView { try pipeline.track($0, milliseconds: frame * 1000 / 30) }
                return try #require(result.hands.first).action?.name
            }
        }
        let steady = try actions(averages: false) { _ in 0.95 }
        #expect(steady.contains("right"))
        #expect(try actions(averages: true) { $0 < 6 ? 0.95 : 0.4 } == steady)
        #expect(try actions(averages: false) { $0 < 6 ? 0.95 : 0.4 } != steady)
    }

    @Test func reportsNoActionForTheBackground() {
        var actions = HandActions(ClassifierSamples.action(["rest", "wave"], answer: 0, background: 0))
        #expect(run(&actions, frames: 0..<40, [1]) == ([], [], []))
    }
}
