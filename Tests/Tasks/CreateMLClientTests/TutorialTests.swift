import Combine
import CoreML
import CreateML
import Foundation
import TabularData
import Testing

/// Training in an app, as clients write it in Swift 5 mode: nobody keeps the job's subscriptions.
private final class Trainer {
    private var options = MLHandPoseClassifier.ImageAugmentationOptions()
    var job: MLJob<MLHandPoseClassifier>?
    var fractions: [Double] = []
    var metrics: [String] = []

    func train(on frame: DataFrame, finished: @escaping (Result<MLHandPoseClassifier, Error>) -> Void) async throws {
        var parameters = MLHandPoseClassifier.ModelParameters()
        parameters.validation = .none
        parameters.maximumIterations = 20
        options.insert(.rotate)
        options.insert(.translate)
        options.insert(.horizontallyFlip)
        parameters.augmentationOptions = options
        let source = MLHandPoseClassifier.DataSource.labeledKeypointsDataFrame(
            frame, sessionIdColumn: "session_id", labelColumn: "label", featureColumn: "keypoints")
        let job = try MLHandPoseClassifier.train(trainingData: source, parameters: parameters)
        self.job = job
        var subscriptions = Set<AnyCancellable>()
        let queue = DispatchQueue(label: "reports")
        job.progress.publisher(for: \.fractionCompleted)
            .subscribe(on: queue)
            .receive(on: queue)
            .sink { fraction in
                guard let progress = MLProgress(progress: job.progress) else { return }
                self.fractions.append(fraction)
                for metric in MLProgress.Metric.allCases {
                    guard let value = progress.metrics[metric] as? Double else { continue }
                    self.metrics.append("\(progress.phase.rawValue) \(metric.rawValue) \(value)")
                }
            }
            .store(in: &subscriptions)
        job.result
            .receive(on: queue)
            .sink(
                receiveCompletion: { end in
                    if case .failure(let error) = end { finished(.failure(error)) }
                },
                receiveValue: { finished(.success($0)) }
            )
            .store(in: &subscriptions)
    }
}

@Suite("Client code in Swift 5 mode")
struct TutorialTests {
    private static func frame() -> DataFrame {
        var frame = DataFrame()
        var features: [MLMultiArray] = []
        for number in 0..<14 {
            let reach: Float = number % 2 == 0 ? 0.1 : 0.02
            var numbers = [Float](repeating: 1, count: 63)
            for point in 0..<21 {
                let (finger, joint) = (Float((point + 3) / 4), Float((point + 3) % 4))
                numbers[point] = 0.62 - 0.06 * finger
                numbers[21 + point] = point == 0 ? 0.3 : 0.6 + reach * joint + 0.0005 * Float(number)
            }
            features.append(MLMultiArray(MLShapedArray(scalars: numbers, shape: [1, 3, 21])))
        }
        frame.append(column: Column(name: "label", contents: (0..<14).map { $0 % 2 == 0 ? "open" : "closed" }))
        frame.append(column: Column(name: "keypoints", contents: features))
        frame.append(column: Column(name: "session_id", contents: Array(0..<14)))
        return frame
    }

    @Test("trains, writes, loads and predicts", .timeLimit(.minutes(1)))
    func tutorial() async throws {
        let trainer = Trainer()
        let result: Result<MLHandPoseClassifier, Error> = await withCheckedContinuation { continuation in
            Task {
                do { try await trainer.train(on: Self.frame()) { continuation.resume(returning: $0) } } catch {
                    continuation.resume(returning: .failure(error))
                }
            }
        }
        let classifier = try result.get()
        #expect((1.0 - classifier.trainingMetrics.classificationError) * 100 == 100)
        #expect((1.0 - classifier.validationMetrics.classificationError) * 100 == 0)
        #expect(trainer.fractions.first != nil)
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("tutorial-\(UUID()).mlmodel")
        defer { try? FileManager.default.removeItem(at: url) }
        try classifier.write(to: url, metadata: MLModelMetadata(author: "A", shortDescription: "B", version: "1.0"))
        let model = try MLModel(contentsOf: try await MLModel.compileModel(at: url))
        let features = try #require(Self.frame().rows[0]["keypoints"] as? MLMultiArray)
        let output = try await model.prediction(from: MLDictionaryFeatureProvider(dictionary: ["poses": features]))
        #expect(output.featureValue(for: "label")?.stringValue == "open")
        #expect(output.featureValue(for: "labelProbabilities")?.dictionaryValue.count == 2)
        let generated = try HandPoses(contentsOf: url, configuration: MLModelConfiguration())
        let answer = try generated.prediction(poses: features)
        #expect(answer.label == "open" && answer.labelProbabilities["open"] ?? 0 > 0.5 && answer.isKnown)
        let byHandler = await withCheckedContinuation { continuation in
            HandPoses.load(contentsOf: url) { continuation.resume(returning: (try? $0.get()) != nil) }
        }
        #expect(byHandler)
        let loaded = try await HandPoses.load(contentsOf: url)
        #expect(try await loaded.prediction(input: HandPosesInput(poses: features)).label == "open")
        trainer.job?.cancel()
    }
}
