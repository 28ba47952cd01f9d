import CreateML
import Foundation
import TabularData
import Testing

@Suite struct ActionClassifierTests {
    private static func parameters() -> MLHandActionClassifier.ModelParameters {
        MLHandActionClassifier.ModelParameters(
            validation: .split(strategy: .fixed(ratio: 0.25, seed: 1)), batchSize: 8, maximumIterations: 40,
            predictionWindowSize: 12, augmentationOptions: [.horizontallyFlip, .interpolateFrames],
            targetFrameRate: 30)
    }

    @Test func trainsAndReadsBackAnActionClassifier() throws {
        let folder = try TemporaryFolder()
        let classifier = try MLHandActionClassifier(
            trainingData: .labeledKeypointsDataFrame(Samples.actions()), parameters: Self.parameters())
        #expect(classifier.trainingMetrics.classificationError == 0)
        #expect(classifier.validationMetrics.isValid)
        #expect(classifier.description.contains("Prediction Window Size: 12"))
        let evaluation = try classifier.evaluation(on: .labeledKeypointsDataFrame(Samples.actions(4, frames: 20)))
        #expect(evaluation.classificationError == 0)
        // 20 frames make two windows, and the second ends with the sequence.
        #expect(evaluation.confusionDataFrame["Count", Int.self].compactMap { $0 } == [4, 4])
        // A pose classifier cannot be evaluated on actions.
        var other = classifier
        other.model =
            try MLHandPoseClassifier(
                trainingData: .labeledKeypointsDataFrame(Samples.poses()), parameters: Samples.parameters(5)
            ).model
        #expect(throws: MLCreateError.self) {
            try other.evaluation(on: .labeledKeypointsDataFrame(Samples.actions(4)))
        }
        try classifier.write(to: folder.file("wave.mlmodel"))
        let model = try MLModel(contentsOf: folder.file("wave.mlmodel"))
        let input = try #require(model.modelDescription.inputDescriptionsByName["poses"])
        #expect(input.multiArrayConstraint?.shape == [12, 3, 21])
        for isWave in [true, false] {
            let frames = (0..<12).map { Samples.array(Samples.wave(isWave: isWave, frame: $0 + 3, seed: $0)) }
            let poses = MLMultiArray(concatenating: frames, axis: 0, dataType: .float32)
            let output = try model.prediction(from: MLDictionaryFeatureProvider(dictionary: ["poses": poses]))
            #expect(output.featureValue(for: "label")?.stringValue == (isWave ? "wave" : "rest"))
        }
        #expect(throws: MLModelError.self) {
            let poses = Samples.array(Samples.points(isOpen: true, seed: 1))
            _ = try model.prediction(from: MLDictionaryFeatureProvider(dictionary: ["poses": poses]))
        }
    }

    @Test func usesRowsAtTheRateOfTheClassifier() throws {
        var parameters = Self.parameters()
        parameters.validation = .none
        parameters.targetFrameRate = 15
        let classifier = try MLHandActionClassifier(
            trainingData: .labeledKeypointsDataFrame(Samples.actions(4, frames: 30)), parameters: parameters)
        // 30 frames give overlapping training windows at 0, 6, 12 and 18, and three consecutive windows for evaluation.
        let trained = classifier.trainingMetrics.confusionDataFrame["Count", Int.self].compactMap { $0 }
        #expect(trained.reduce(0, +) == 16)
        let evaluation = try classifier.evaluation(on: .labeledKeypointsDataFrame(Samples.actions(4, frames: 30)))
        #expect(evaluation.confusionDataFrame["Count", Int.self].compactMap { $0 }.reduce(0, +) == 12)
    }

    @Test func hasTheDefaultsOfCreateML() {
        let parameters = MLHandActionClassifier.ModelParameters()
        #expect(parameters.predictionWindowSize == 60 && parameters.targetFrameRate == 30 && parameters.batchSize == 16)
        let all: MLHandActionClassifier.VideoAugmentationOptions = [
            .horizontallyFlip, .rotate, .translate, .scale, .interpolateFrames, .dropFrames,
        ]
        #expect(all.rawValue == 63)
    }

    @Test func rejectsInvalidWindowsAndRates() {
        var parameters = Self.parameters()
        parameters.predictionWindowSize = 1
        #expect(throws: MLCreateError.self) {
            try MLHandActionClassifier(
                trainingData: .labeledKeypointsDataFrame(Samples.actions()), parameters: parameters)
        }
        parameters.predictionWindowSize = 12
        parameters.targetFrameRate = .nan
        #expect(throws: MLCreateError.self) {
            try MLHandActionClassifier(
                trainingData: .labeledKeypointsDataFrame(Samples.actions()), parameters: parameters)
        }
        #expect(throws: MLCreateError.self) {
            try MLHandActionClassifier.DataSource.labeledKeypointsDataFrame(Samples.actions())
                .extractKeypoints(targetFrameRate: 0)
        }
    }
}
