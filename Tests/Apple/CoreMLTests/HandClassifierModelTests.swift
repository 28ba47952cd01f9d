import CoreML
import Foundation
import TegataClassifiers
import TegataTestSupport
import Testing

/// Trained classifier files that are loaded as Core ML models.
@Suite struct HandClassifierModelTests {
    /// Returns a classifier that answers "up" or "down" based on a single feature.
    private static func pose() throws -> PoseClassifier {
        let features = PoseFeatures(mirroring: .none)
        var weights = [Float](repeating: 0, count: features.count * 2)
        // The last feature is the vertical direction of the hand in the image.
        weights[(features.count - 1) * 2] = -5
        weights[(features.count - 1) * 2 + 1] = 5
        let network = try #require(
            ClassifierNetwork(
                input: LayerShape(frames: 1, channels: features.count),
                layers: [.dense(weights: weights, bias: [0, 0])]))
        var card = ModelCard()
        card.seed = 7
        card.exampleCounts = [3, 4]
        card.metrics = [ModelCardMetric(name: "heldOutAccuracy", value: 0.5)]
        card.metadata = [ModelCardEntry(key: "author", value: "Ada"), ModelCardEntry(key: "x", value: "y")]
        let head = try #require(ClassifierHead(labels: ["up", "down"], network: network))
        return try #require(PoseClassifier(features: features, head: head, card: card))
    }

    /// Returns a hand whose fingers point up or down, in the layout of Vision's arrays.
    private static func poses(isUp: Bool) -> MLMultiArray {
        var numbers = [Float](repeating: 1, count: 63)
        for point in 0..<21 {
            let (finger, joint) = (Float((point + 3) / 4), Float((point + 3) % 4))
            numbers[point] = 0.5 - 0.05 * (finger - 3)
            let reach: Float = point == 0 ? 0 : 0.2 + 0.05 * joint
            numbers[21 + point] = isUp ? 0.3 + reach : 0.7 - reach
        }
        return MLMultiArray(MLShapedArray(scalars: numbers, shape: [1, 3, 21]))
    }

    private static func answer(_ model: MLModel, _ poses: MLMultiArray) throws -> String? {
        let input = try MLDictionaryFeatureProvider(dictionary: ["poses": poses])
        return try model.prediction(from: input).featureValue(for: "label")?.stringValue
    }

    @Test func loadsClassifierFiles() throws {
        try withTemporaryFolder { folder in
            let url = folder.appendingPathComponent("a.tegata")
            try Data(ClassifierFile.pose(Self.pose()).bytes).write(to: url)
            #expect(try MLModel.compileModel(at: url) == url)
            let model = try MLModel(contentsOf: url)
            // In Vision's arrays, y points upwards.
            #expect(try Self.answer(model, Self.poses(isUp: true)) == "up")
            #expect(try Self.answer(model, Self.poses(isUp: false)) == "down")
            let description = model.modelDescription
            #expect(description.classLabels as? [String] == ["up", "down"])
            #expect(Set(description.outputDescriptionsByName.keys) == ["label", "labelProbabilities", "isKnown"])
            #expect(description.predictedFeatureName == "label")
            #expect(description.metadata[.author] as? String == "Ada")
            let noted = try #require(description.metadata[.creatorDefinedKey] as? [String: String])
            #expect(noted["x"] == "y" && noted["tegata.seed"] == "7" && noted["tegata.heldOutAccuracy"] == "0.5")
            #expect(noted["tegata.examples"] == "up: 3, down: 4")
            // An input without a hand also produces a result.
            let nothing = try MLMultiArray(shape: [1, 3, 21], dataType: .float32)
            let output = try model.prediction(from: MLDictionaryFeatureProvider(dictionary: ["poses": nothing]))
            #expect(output.featureValue(for: "isKnown")?.int64Value == 0)
            #expect(throws: MLModelError.self) {
                _ = try Self.answer(model, MLMultiArray(shape: [1, 2, 21], dataType: .float32))
            }
        }
    }

    @Test func loadsTheTrainedClassifierOfABundle() throws {
        try withTemporaryFolder { folder in
            let url = folder.appendingPathComponent("a.task")
            let member = ZipImage.Entry("tegata_classifier", try ClassifierFile.pose(Self.pose()).bytes)
            try Data(ZipImage([member]).bytes).write(to: url)
            #expect(try Self.answer(MLModel(contentsOf: url), Self.poses(isUp: true)) == "up")
        }
    }

    @Test func rejectsUnsuitableAndDamagedFiles() throws {
        try withTemporaryFolder { folder in
            let url = folder.appendingPathComponent("a.tegata")
            let network = try #require(
                ClassifierNetwork(
                    input: LayerShape(frames: 1, channels: 128),
                    layers: [.dense(weights: [Float](repeating: 0, count: 256), bias: [0, 0])]))
            let head = try #require(ClassifierHead(labels: ["None", "a"], network: network))
            let embedding = try #require(EmbeddingHead(head: head, card: ModelCard()))
            try Data(ClassifierFile.embedding(embedding).bytes).write(to: url)
            #expect(throws: MLModelError.self) { try MLModel(contentsOf: url) }
            var bytes = try ClassifierFile.pose(Self.pose()).bytes
            bytes[40] ^= 1
            try Data(bytes).write(to: url)
            #expect(throws: MLModelError.self) { try MLModel(contentsOf: url) }
            for count in [8, 20, bytes.count - 1] {
                try Data(bytes.prefix(count)).write(to: url)
                #expect(throws: MLModelError.self) { try MLModel(contentsOf: url) }
            }
        }
    }
}
