import CoreML
import Foundation
import Testing

/// A `LoadedModel` like one trained in this process, which classifies `poses` by the position of the wrist.
private struct WristSide: LoadedModel {
    let modelDescription = MLModelDescription(
        classifierOf: [MLFeatureDescription(name: "poses", shapes: [[1, 3, 21]], dataType: .float32)],
        labels: ["right", "left"], metadata: [.author: "somebody"])

    func outputs(for inputs: any MLFeatureProvider) throws -> any MLFeatureProvider {
        let x = inputs.featureValue(for: "poses")?.multiArrayValue?.numbers(as: Float.self)[0] ?? 0
        return try MLDictionaryFeatureProvider(probabilities: [x, 1 - x], of: ["right", "left"])
    }
}

@Suite struct OwnModelTests {
    @Test func supportsClassesThatXcodeGenerates() throws {
        let classifier = SideClassifier(model: MLModel(WristSide()))
        let poses = try MLMultiArray(shape: [1, 3, 21], dataType: .double)
        poses[0] = 0.75
        let output = try classifier.prediction(poses: poses)
        #expect(output.label == "right")
        #expect(output.labelProbabilities == ["right": 0.75, "left": 0.25])
        #expect(
            try classifier.prediction(poses: MLShapedArray<Float>(repeating: 0, shape: [1, 3, 21])).label == "left")
        let outputs = try classifier.predictions(inputs: [SideClassifierInput(poses: poses)])
        #expect(outputs.map(\.label) == ["right"])
        #expect(classifier.model.modelDescription.classLabels as? [String] == ["right", "left"])
    }

    @Test func picksTheFirstOfEquallyProbableClasses() throws {
        let output = try MLDictionaryFeatureProvider(probabilities: [0.2, 0.4, 0.4], of: ["a", "b", "c"])
        #expect(output["label"]?.stringValue == "b")
        #expect(throws: MLModelError.self) { try MLDictionaryFeatureProvider(probabilities: [], of: []) }
        #expect(throws: MLModelError.self) { try MLDictionaryFeatureProvider(probabilities: [1], of: ["a", "b"]) }
    }
}

private final class SideClassifierInput: MLFeatureProvider {
    var poses: MLMultiArray

    var featureNames: Set<String> { ["poses"] }

    func featureValue(for featureName: String) -> MLFeatureValue? {
        featureName == "poses" ? MLFeatureValue(multiArray: poses) : nil
    }

    init(poses: MLMultiArray) {
        self.poses = poses
    }

    convenience init(poses: MLShapedArray<Float>) {
        self.init(poses: MLMultiArray(poses))
    }
}

private final class SideClassifierOutput: MLFeatureProvider {
    private let provider: any MLFeatureProvider

    var label: String { provider.featureValue(for: "label")!.stringValue }
    var labelProbabilities: [String: Double] {
        provider.featureValue(for: "labelProbabilities")!.dictionaryValue as! [String: Double]
    }
    var featureNames: Set<String> { provider.featureNames }

    func featureValue(for featureName: String) -> MLFeatureValue? { provider.featureValue(for: featureName) }

    init(features: any MLFeatureProvider) {
        provider = features
    }
}

private final class SideClassifier {
    let model: MLModel

    init(model: MLModel) {
        self.model = model
    }

    convenience init(contentsOf url: URL, configuration: MLModelConfiguration) throws {
        try self.init(model: MLModel(contentsOf: url, configuration: configuration))
    }

    func prediction(input: SideClassifierInput, options: MLPredictionOptions) throws -> SideClassifierOutput {
        SideClassifierOutput(features: try model.prediction(from: input, options: options))
    }

    func prediction(poses: MLMultiArray) throws -> SideClassifierOutput {
        try prediction(input: SideClassifierInput(poses: poses), options: MLPredictionOptions())
    }

    func prediction(poses: MLShapedArray<Float>) throws -> SideClassifierOutput {
        try prediction(input: SideClassifierInput(poses: poses), options: MLPredictionOptions())
    }

    func predictions(
        inputs: [SideClassifierInput], options: MLPredictionOptions = MLPredictionOptions()
    ) throws -> [SideClassifierOutput] {
        let batchOut = try model.predictions(from: MLArrayBatchProvider(array: inputs), options: options)
        return (0..<batchOut.count).map { SideClassifierOutput(features: batchOut.features(at: $0)) }
    }
}
