import CoreML
import Dispatch
import Foundation
import TegataTestSupport
import Testing

@Suite(.enabled(if: ModelFiles.have("gesture_recognizer.task", "gesture_recognizer_custom.task")))
struct MLModelTests {
    @Test func describesTheClassifierOfABundle() throws {
        let description = try MLModel(contentsOf: url()).modelDescription
        #expect(description.classLabels as? [String] == cannedLabels)
        #expect(description.predictedFeatureName == "label")
        #expect(description.predictedProbabilitiesName == "labelProbabilities")
        #expect(
            description.inputDescriptionsByName.keys.sorted()
                == ["handedness", "imageHeight", "imageWidth", "landmarks", "worldLandmarks"])
        let landmarks = try #require(description.inputDescriptionsByName["landmarks"])
        #expect(landmarks.type == .multiArray && !landmarks.isOptional)
        #expect(landmarks.multiArrayConstraint?.shape == [1, 21, 3])
        #expect(landmarks.multiArrayConstraint?.dataType == .float32)
        #expect(landmarks.multiArrayConstraint?.shapeConstraint.enumeratedShapes == [[1, 21, 3], [21, 3]])
        #expect(landmarks.isAllowedValue(MLFeatureValue(multiArray: filled([21, 3], .double))))
        #expect(!landmarks.isAllowedValue(MLFeatureValue(multiArray: filled([1, 3, 21], .double))))
        #expect(description.outputDescriptionsByName["label"]?.type == .string)
        #expect(description.outputDescriptionsByName["labelProbabilities"]?.dictionaryConstraint?.keyType == .string)
        #expect((description.metadata[.description] as? String)?.isEmpty == false)
        #expect(description.metadata[MLModelMetadataKey.creatorDefinedKey] as? [String: String] == [:])
    }

    @Test func matchesTheReferenceProbabilities() throws {
        // From Tests/Fixtures/gestures/scores.json for this hand.
        let expected = [
            0.21770972, 4.7776535e-08, 4.9015862e-09, 0.00051870244, 5.312177e-12, 0, 0.7817715, 4.052267e-08,
        ]
        let output = try MLModel(contentsOf: url()).prediction(from: victory())
        #expect(output.featureNames == ["label", "labelProbabilities"])
        #expect(output.featureValue(for: "label")?.stringValue == "Victory")
        let probabilities = try #require(
            output.featureValue(for: "labelProbabilities")?.dictionaryValue as? [String: Double])
        for (label, probability) in zip(cannedLabels, expected) {
            #expect(abs((probabilities[label] ?? .nan) - probability) < 1e-5, "\(label)")
        }
    }

    @Test func prefersACustomClassifierToTheCannedOne() throws {
        let model = try MLModel(contentsOf: url("gesture_recognizer_custom.task"))
        let output = try model.prediction(from: victory())
        let labels = try #require(model.modelDescription.classLabels as? [String])
        #expect(labels.count == 9)
        #expect(output.featureValue(for: "label")?.stringValue == labels[7])
        let probabilities = output.featureValue(for: "labelProbabilities")?.dictionaryValue
        #expect(abs((probabilities?[labels[7]]?.doubleValue ?? .nan) - 0.36539945) < 1e-5)
    }

    @Test(arguments: [MLMultiArrayDataType.double, .float32, .float16])
    func convertsArraysOfEveryType(dataType: MLMultiArrayDataType) throws {
        let model = try MLModel(contentsOf: url())
        let expected = try probabilities(model.prediction(from: victory()))
        let found = try probabilities(model.prediction(from: victory(dataType, shape: [21, 3])))
        let tolerance = dataType == .float16 ? 0.02 : 1e-7
        for (label, probability) in expected { #expect(abs((found[label] ?? .nan) - probability) < tolerance) }
        let integers = try model.prediction(from: victory(.int32))
        #expect(integers.featureValue(for: "label")?.stringValue.isEmpty == false)
    }

    @Test func loadsTheSameModelInEveryWay() async throws {
        let configuration = MLModelConfiguration()
        configuration.computeUnits = .cpuOnly
        configuration.modelDisplayName = "gestures"
        let compiled = try await MLModel.compileModel(at: url())
        #expect(compiled == url())
        let handed = await withCheckedContinuation { continuation in
            MLModel.load(contentsOf: compiled, configuration: configuration) { continuation.resume(returning: $0) }
        }
        let models = try await [
            MLModel(contentsOf: compiled), MLModel(contentsOf: compiled, configuration: configuration),
            MLModel.load(contentsOf: compiled), MLModel.load(contentsOf: compiled, configuration: configuration),
            handed.get(),
        ]
        for model in models { #expect(try await label(model.prediction(from: victory())) == "Victory") }
        #expect(models[1].configuration.modelDisplayName == "gestures")
        #expect(models[1].configuration.computeUnits == .cpuOnly)
        #expect(models[0].configuration.computeUnits == .all)
        configuration.modelDisplayName = "others"
        #expect(models[3].configuration.modelDisplayName == "gestures")
    }

    @Test func supportsOlderFormsOfCompiling() throws {
        #expect(try MLModel.compileModel(at: url()) == url())
        let done = DispatchSemaphore(value: 0)
        nonisolated(unsafe) var result: Result<URL, any Error>?
        MLModel.compileModel(at: url()) {
            result = $0
            done.signal()
        }
        done.wait()
        #expect(try result?.get() == url())
    }

    @Test func predictsSinglyInBatchesAndInTasks() async throws {
        let model = try MLModel(contentsOf: url())
        #expect(try await label(model.prediction(from: victory())) == "Victory")
        #expect(try await label(model.prediction(from: victory(), options: MLPredictionOptions())) == "Victory")
        let batch = MLArrayBatchProvider(array: [try victory(), try victory(.double)])
        for outputs in [
            try model.predictions(fromBatch: batch), try model.predictions(from: batch, options: options()),
        ] {
            #expect(outputs.count == 2)
            #expect(try label(outputs.features(at: 1)) == "Victory")
        }
    }

    @Test func throwsInCancelledTasks() async throws {
        let model = try MLModel(contentsOf: url())
        let input = try victory()
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await model.prediction(from: input).featureNames
        }
        let error = await #expect(throws: MLModelError.self) { try await task.value }
        #expect(error?.code == .predictionCancelled)
    }

    @Test func servesSeveralThreads() throws {
        let model = try MLModel(contentsOf: url())
        let input = try victory()
        let counts = Counter()
        DispatchQueue.concurrentPerform(iterations: 64) { _ in
            if (try? label(model.prediction(from: input))) == "Victory" { counts.add() }
        }
        #expect(counts.value == 64)
    }

    @Test func namesMissingAndMisshapenFeatures() throws {
        let model = try MLModel(contentsOf: url())
        let good = try victory().dictionary
        let bad: [(String, MLFeatureValue?, String)] = [
            (
                "landmarks", nil,
                "The feature landmarks is missing. The model takes a multi-array of shape 1 × 21 × 3"
            ),
            ("worldLandmarks", MLFeatureValue(multiArray: filled([1, 3, 21], .float32)), "has shape 1 × 3 × 21"),
            ("landmarks", MLFeatureValue(string: "hand"), "The feature landmarks is a String"),
            ("handedness", MLFeatureValue(double: 1.5), "The feature handedness is 1.5"),
            ("handedness", MLFeatureValue(double: .nan), "from 0 to 1"),
            ("handedness", MLFeatureValue(undefined: .double), "The feature handedness is missing"),
            ("imageWidth", MLFeatureValue(int64: 0), "imageWidth"),
            ("imageHeight", nil, "imageHeight"),
            (
                "landmarks", MLFeatureValue(shapedArray: MLShapedArray<Float>(repeating: .nan, shape: [21, 3])),
                "finite"
            ),
        ]
        for (name, value, part) in bad {
            var values: [String: Any] = good
            values[name] = value
            let input = try MLDictionaryFeatureProvider(dictionary: values)
            let error = #expect(throws: MLModelError.self) { try model.prediction(from: input) }
            #expect(error?.code == .featureType)
            #expect(error?.localizedDescription.contains(part) == true, "\(String(describing: error))")
        }
        let empty = try MLDictionaryFeatureProvider(dictionary: [:])
        #expect(throws: MLModelError.self) { try model.prediction(from: empty) }
        let batch = MLArrayBatchProvider(array: [try victory(), empty])
        #expect(throws: MLModelError.self) { try model.predictions(fromBatch: batch) }
    }

    @Test func acceptsInputsWithoutAnImageSize() throws {
        let model = try MLModel(contentsOf: url())
        var values: [String: Any] = try victory().dictionary
        values["imageWidth"] = nil
        values["imageHeight"] = nil
        let found = try model.prediction(from: MLDictionaryFeatureProvider(dictionary: values))
        #expect(try probabilities(found) == probabilities(model.prediction(from: victory())))
    }

    @Test func namesFilesThatAreNotModels() async throws {
        try withTemporaryFolder { folder in
            let text = folder.appendingPathComponent("model.mlmodel")
            try Data("not a model".utf8).write(to: text)
            let empty = folder.appendingPathComponent("empty.task")
            try Data().write(to: empty)
            let broken = folder.appendingPathComponent("broken.task")
            try Data(contentsOf: url()).prefix(5000).write(to: broken)
            let pipe = folder.appendingPathComponent("pipe.task")
            #expect(mkfifo(pipe.path, 0o600) == 0)
            let files: [(URL, String)] = [
                (text, "model.mlmodel: not a complete model"), (empty, "empty.task: not a complete model"),
                (broken, "broken.task"),
                (pipe, "pipe.task: not a regular file"), (folder, "a directory"),
                (folder.appendingPathComponent("none.task"), "none.task"),
                (URL(fileURLWithPath: "/dev/zero"), "not a regular file"),
                (URL(string: "https://example.com/model.task") ?? folder, "not a file URL"),
            ]
            for (file, part) in files {
                let error = #expect(throws: MLModelError.self) { try MLModel(contentsOf: file) }
                #expect(error?.code == .io)
                #expect(error?.localizedDescription.contains(part) == true, "\(String(describing: error))")
                #expect(throws: MLModelError.self) { try MLModel.compileModel(at: file) }
            }
        }
        await #expect(throws: MLModelError.self) { try await MLModel.load(contentsOf: url("none.task")) }
    }

    @Test(.enabled(if: ModelFiles.have("hand_landmarker.task")))
    func rejectsBundlesWithoutGestures() throws {
        let error = #expect(throws: MLModelError.self) { try MLModel(contentsOf: url("hand_landmarker.task")) }
        #expect(error?.localizedDescription.contains("hand_landmarker.task") == true)
    }

    @Test func rejectsTruncatedBundles() throws {
        let bytes = try ModelFiles.bytes("gesture_recognizer.task")
        try withTemporaryFolder { folder in
            let file = folder.appendingPathComponent("damaged.task")
            for length in stride(from: 0, to: bytes.count, by: bytes.count / 20) {
                try Data(bytes.slice(at: 0, count: length)?.array() ?? []).write(to: file)
                #expect(throws: MLModelError.self) { try MLModel(contentsOf: file) }
            }
        }
    }

    @Test func outlivesItsFile() throws {
        try withTemporaryFolder { folder in
            let file = folder.appendingPathComponent("own.task")
            try Data(contentsOf: url()).write(to: file)
            let model = try MLModel(contentsOf: file)
            #expect(truncate(file.path, 0) == 0)
            #expect(try label(model.prediction(from: victory())) == "Victory")
        }
    }

    private let cannedLabels = [
        "None", "Closed_Fist", "Open_Palm", "Pointing_Up", "Thumb_Down", "Thumb_Up", "Victory", "ILoveYou",
    ]

    private func url(_ name: String = "gesture_recognizer.task") -> URL {
        URL(fileURLWithPath: ModelFiles.path(name) ?? "/none/" + name)
    }

    private func options() -> MLPredictionOptions { MLPredictionOptions() }

    private func label(_ output: any MLFeatureProvider) throws -> String {
        try #require(output.featureValue(for: "label")).stringValue
    }

    private func probabilities(_ output: any MLFeatureProvider) throws -> [String: Double] {
        try #require(output.featureValue(for: "labelProbabilities")?.dictionaryValue as? [String: Double])
    }

    /// Returns a recorded hand that shows two fingers.
    private func victory(
        _ dataType: MLMultiArrayDataType = .float32, shape: [Int] = [1, 21, 3]
    ) throws -> MLDictionaryFeatureProvider {
        let file = ModelFiles.packageFolder.appendingPathComponent("Tests/Fixtures/recordings/victory.json")
        let frame = try JSONDecoder().decode(RecordedVictory.self, from: Data(contentsOf: file)).frames[0]
        let hand = frame.crops[0]
        func array(_ numbers: [Float]) -> MLMultiArray {
            let shaped = MLShapedArray<Float>(scalars: numbers, shape: shape)
            return MLMultiArray(concatenating: [MLMultiArray(shaped)], axis: 0, dataType: dataType)
        }
        return try MLDictionaryFeatureProvider(dictionary: [
            "landmarks": array(hand.landmarks), "worldLandmarks": array(hand.world),
            "handedness": hand.rightProbability, "imageWidth": frame.part[2], "imageHeight": frame.part[3],
        ])
    }
}

private struct RecordedVictory: Decodable {
    var frames: [Frame]

    struct Frame: Decodable {
        var part: [Int]
        var crops: [Crop]
    }

    struct Crop: Decodable {
        var landmarks: [Float]
        var world: [Float]
        var rightProbability: Double
    }
}

private final class Counter: @unchecked Sendable {
    private let lock = NSLock()
    private var count = 0

    func add() { lock.withLock { count += 1 } }
    var value: Int { lock.withLock { count } }
}
