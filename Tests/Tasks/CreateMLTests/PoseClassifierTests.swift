import CreateML
import Foundation
import TabularData
import Testing

@Suite struct PoseClassifierTests {
    @Test func trainsAndReadsBackAPoseClassifier() throws {
        let folder = try TemporaryFolder()
        var parameters = Samples.parameters(40)
        parameters.validation = .dataSource(.labeledKeypointsDataFrame(Samples.poses(10, seed: 500)))
        let classifier = try MLHandPoseClassifier(
            trainingData: .labeledKeypointsDataFrame(Samples.poses()), parameters: parameters)
        #expect(classifier.trainingMetrics.isValid && classifier.trainingMetrics.classificationError == 0)
        #expect(classifier.validationMetrics.classificationError == 0)
        let confusion = classifier.validationMetrics.confusionDataFrame
        #expect(confusion.columns.map(\.name) == ["True Label", "Predicted", "Count"])
        #expect(confusion["Count", Int.self].compactMap { $0 } == [5, 5])
        #expect(classifier.validationMetrics.confusion["Count", Int.self].map { Array($0) } == [5, 5])
        #expect(classifier.trainingMetrics.precisionRecallDataFrame["recall", Double.self][0] == 1)
        #expect(classifier.modelParameters.maximumIterations == 40)
        #expect(classifier.description.contains("Max Iterations: 40"))
        let evaluation = try classifier.evaluation(on: .labeledKeypointsDataFrame(Samples.poses(30, seed: 900)))
        #expect(evaluation.classificationError == 0 && evaluation.error == nil)

        let metadata = MLModelMetadata(
            author: "Ada", shortDescription: "Open or closed.", license: "MIT", version: "2", additional: ["k": "v"])
        try classifier.write(to: folder.file("poses.mlmodel"), metadata: metadata)
        try classifier.write(toFile: folder.file("again.tegata").path, metadata: metadata)
        #expect(try Data(contentsOf: folder.file("again.tegata")) == Data(contentsOf: folder.file("poses.mlmodel")))
        let url = try MLModel.compileModel(at: folder.file("poses.mlmodel"))
        let model = try MLModel(contentsOf: url)
        let said = model.modelDescription.metadata
        #expect(said[.author] as? String == "Ada" && said[.license] as? String == "MIT")
        #expect(said[.description] as? String == "Open or closed." && said[.versionString] as? String == "2")
        let created = try #require(said[.creatorDefinedKey] as? [String: String])
        #expect(created["k"] == "v" && created["tegata.iterations"] == "40")
        for isOpen in [true, false] {
            let input = try MLDictionaryFeatureProvider(
                dictionary: ["poses": Samples.array(Samples.points(isOpen: isOpen, seed: 77))])
            let output = try model.prediction(from: input)
            #expect(output.featureValue(for: "label")?.stringValue == (isOpen ? "open" : "closed"))
            #expect(output.featureValue(for: "isKnown")?.int64Value == 1)
            let probabilities = try #require(output.featureValue(for: "labelProbabilities")).dictionaryValue
            #expect((probabilities["open"]?.doubleValue ?? 0) + (probabilities["closed"]?.doubleValue ?? 0) > 0.999)
            // The written classifier gives the same results as the trained one.
            let own = try classifier.model.prediction(from: input)
            #expect(own.featureValue(for: "labelProbabilities") == output.featureValue(for: "labelProbabilities"))
        }
    }

    @Test func writesTheSameBytesForTheSameData() throws {
        let folder = try TemporaryFolder()
        let metadata = MLModelMetadata(author: "Ada")
        for name in ["a", "b"] {
            let classifier = try MLHandPoseClassifier(
                trainingData: .labeledKeypointsDataFrame(Samples.poses()), parameters: Samples.parameters(5))
            try classifier.write(to: folder.file(name), metadata: metadata)
        }
        #expect(try Data(contentsOf: folder.file("a")) == Data(contentsOf: folder.file("b")))
    }

    @Test func validatesFewExamplesByFolds() throws {
        var parameters = Samples.parameters(20)
        parameters.validation = .split(strategy: .automatic)
        let classifier = try MLHandPoseClassifier(
            trainingData: .labeledKeypointsDataFrame(Samples.poses()), parameters: parameters)
        #expect(classifier.validationMetrics.isValid)
        let counts = classifier.validationMetrics.confusionDataFrame["Count", Int.self].compactMap { $0 }
        #expect(counts.reduce(0, +) == 20)
        parameters.validation = .split(strategy: .fixed(ratio: 0.2, seed: 3))
        let split = try MLHandPoseClassifier(
            trainingData: .labeledKeypointsDataFrame(Samples.poses()), parameters: parameters)
        #expect(split.validationMetrics.confusionDataFrame["Count", Int.self].compactMap { $0 }.reduce(0, +) == 4)
        parameters.validation = .none
        let unknown = try MLHandPoseClassifier(
            trainingData: .labeledKeypointsDataFrame(Samples.poses()), parameters: parameters)
        #expect(!unknown.validationMetrics.isValid && unknown.validationMetrics.classificationError == 1)
        #expect(unknown.validationMetrics.description.contains("nothing was held out"))
    }

    @Test func holdsOutTheRequestedRatio() throws {
        var parameters = Samples.parameters(2)
        for (ratio, count) in [(0.1, 4), (0.3, 12), (0.45, 18), (0.7, 28), (0.9, 36)] {
            parameters.validation = .split(strategy: .fixed(ratio: ratio, seed: 1))
            let classifier = try MLHandPoseClassifier(
                trainingData: .labeledKeypointsDataFrame(Samples.poses(40)), parameters: parameters)
            func total(_ metrics: MLClassifierMetrics) -> Int {
                metrics.confusionDataFrame["Count", Int.self].compactMap { $0 }.reduce(0, +)
            }
            #expect(total(classifier.validationMetrics) == count)
            #expect(total(classifier.trainingMetrics) == 40 - count)
        }
    }

    @Test func hasTheDefaultsOfCreateML() {
        let parameters = MLHandPoseClassifier.ModelParameters()
        #expect(parameters.batchSize == 16 && parameters.maximumIterations == 80)
        #expect(parameters.augmentationOptions.isEmpty && parameters.algorithm == .gcn)
        #expect(MLHandPoseClassifier.__Defaults.imageColumnName == "imagePath")
        let all: MLHandPoseClassifier.ImageAugmentationOptions = [.horizontallyFlip, .rotate, .translate, .scale]
        #expect(all.rawValue == 15)
        #expect(MLSplitStrategy.automatic.resolve(count: 49).ratio == 0)
        #expect(MLSplitStrategy.automatic.resolve(count: 50).ratio == 0.1)
        #expect(MLSplitStrategy.automatic.resolve(count: 200).ratio == 0.05)
        #expect(MLSplitStrategy.fixed(ratio: 0.3, seed: 4).resolve(count: 9) == (0.3, 4))
        #expect(MLModelMetadata().version == "1" && MLModelMetadata().shortDescription.contains("CreateML"))
    }

    @Test func rejectsInvalidDataAndParameters() throws {
        func message(_ body: () throws -> Void) -> String {
            do {
                try body()
                return ""
            } catch { return "\(error)" }
        }
        let frame = Samples.poses()
        let folder = try TemporaryFolder()
        #expect(
            message { _ = try MLHandPoseClassifier(trainingData: .labeledDirectories(at: folder.file("x"))) }
                .hasPrefix(folder.file("x").path + ": no such"))
        #expect(
            message {
                _ = try MLHandPoseClassifier(trainingData: .labeledKeypointsDataFrame(frame, featureColumn: "points"))
            }.contains("no column 'points'; it has 'label', 'session_id', 'keypoints'"))
        var parameters = Samples.parameters(5)
        parameters.validation = .dataSource(.labeledDirectories(at: folder.file("y")))
        #expect(
            message {
                _ = try MLHandPoseClassifier(
                    trainingData: .labeledKeypointsDataFrame(frame), parameters: parameters)
            }.contains("/y: no such"))
        parameters.validation = .split(strategy: .fixed(ratio: 1.5, seed: nil))
        #expect(
            message {
                _ = try MLHandPoseClassifier(
                    trainingData: .labeledKeypointsDataFrame(frame), parameters: parameters)
            }.contains("1.5"))
        parameters = Samples.parameters(0)
        #expect(throws: MLCreateError.self) {
            try MLHandPoseClassifier(trainingData: .labeledKeypointsDataFrame(frame), parameters: parameters)
        }
        let one = DataFrame(frame.filter(on: "label", String.self) { $0 == "open" })
        #expect(
            message { _ = try MLHandPoseClassifier(trainingData: .labeledKeypointsDataFrame(one)) }
                .contains("everything has the label 'open'"))
        let classifier = try MLHandPoseClassifier(
            trainingData: .labeledKeypointsDataFrame(frame), parameters: Samples.parameters(1))
        #expect(message { try classifier.write(to: folder.file("a.task")) }.contains("tegata train pose"))
        #expect(message { try classifier.write(to: folder.file("no/where.tegata")) }.contains("cannot be written"))
        #expect(message { _ = try classifier.prediction(from: folder.file("no.png")) }.contains("no such file"))
        let error = MLCreateError.io(reason: "reason") as NSError
        #expect(error.domain == MLCreateErrorDomain && error.localizedDescription == "reason")
    }
}
