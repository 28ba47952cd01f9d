import TegataClassifiers
import TegataHands
import TegataTestSupport
import Testing

struct PoseStageTests {
    private static let points = HandKeyPoints { index in (Float(index % 5), Float(index) / 5, 1) }

    private func gesture(
        _ classifier: PoseClassifier, _ options: GestureClassifierOptions = GestureClassifierOptions(),
        _ points: HandKeyPoints = points
    ) throws -> Gesture? {
        try PoseStage(classifier, options: options).run(points).gesture
    }

    @Test func returnsTheMostProbableLabel() throws {
        let gesture = try #require(try gesture(ClassifierSamples.pose(["fist", "palm"], answer: 1)))
        #expect(gesture.name == "palm")
        #expect(gesture.classifier == .custom)
        #expect(gesture.score > 0.99)
    }

    @Test func namesTheBackgroundNone() throws {
        #expect(try gesture(ClassifierSamples.pose(["fist", "nothing"], answer: 1, background: 1))?.name == "None")
        // A hand without points also counts as background.
        let classifier = ClassifierSamples.pose(["fist", "nothing"], answer: 0, background: 1)
        #expect(try gesture(classifier, GestureClassifierOptions(), HandKeyPoints())?.name == "None")
    }

    @Test func dropsAnswersBelowTheThreshold() throws {
        let unsure = ClassifierSamples.pose(["fist", "palm"], answer: 1, threshold: 0.999)
        #expect(try gesture(unsure) == nil)
        // The user's threshold overrides the classifier's.
        var options = GestureClassifierOptions()
        options.scoreThreshold = 0.9
        #expect(try gesture(unsure, options)?.name == "palm")
        options.scoreThreshold = 0.9999
        #expect(try gesture(ClassifierSamples.pose(["fist", "palm"], answer: 1), options) == nil)
    }

    @Test func appliesTheDenylist() throws {
        var options = GestureClassifierOptions()
        options.categoryDenylist = ["palm"]
        #expect(try gesture(ClassifierSamples.pose(["fist", "palm"], answer: 1), options)?.name == "fist")
    }

    @Test func returnsNoGestureForNovelHands() throws {
        let plain = ClassifierSamples.pose(["fist", "palm"], answer: 1)
        let count = plain.features.count
        let head = try #require(
            ClassifierHead(
                labels: plain.head.labels, network: plain.head.network,
                novelty: NoveltyModel(
                    space: .features, whitening: [Float](repeating: 1, count: count), prototypes: [1e6],
                    dimensions: 1, threshold: 10)))
        let classifier = try #require(PoseClassifier(features: plain.features, head: head, card: plain.card))
        let stage = try PoseStage(classifier, options: GestureClassifierOptions())
        #expect(stage.run(Self.points).gesture == nil)
        #expect(stage.run(Self.points).scores.map(\.name) == ["palm", "fist"])
    }
}
