import CreateML
import Foundation
import TabularData
import TegataTestSupport
import Testing
import Vision

/// Whether the networks are available. Also directs the cache of extracted hands to a temporary folder, which is
/// removed at exit.
private let hasModel: Bool = {
    guard let path = ModelFiles.path("hand_landmarker.task") else { return false }
    VisionModels.folder = URL(fileURLWithPath: path).deletingLastPathComponent()
    let cache = FileManager.default.temporaryDirectory.appendingPathComponent("createml-cache-\(getpid())")
    setenv("TEGATA_CACHE", cache.path, 1)
    atexit {
        if let path = getenv("TEGATA_CACHE") { try? FileManager.default.removeItem(atPath: String(cString: path)) }
    }
    return true
}()

@Suite(.enabled(if: hasModel), .serialized)
struct PictureTests {
    private static func picture(_ name: String) -> URL {
        ModelFiles.packageFolder.appendingPathComponent("Tests/Fixtures/rendered/\(name).png")
    }

    /// Writes a folder for each of two poses, with an image without a hand in one of them.
    private static func classes(_ folder: TemporaryFolder) throws -> URL {
        for (label, name) in [("victory", "victory_left"), ("thumb", "thumb_up_right"), ("victory", "no_hand")] {
            let directory = folder.file("classes/\(label)")
            try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
            try FileManager.default.copyItem(
                at: picture(name), to: directory.appendingPathComponent(name + ".png"))
        }
        return folder.file("classes")
    }

    @Test func classifiesVisionsPointsLikeTheImage() async throws {
        let folder = try TemporaryFolder()
        let job = try MLHandPoseClassifier.train(
            trainingData: .labeledDirectories(at: Self.classes(folder)), parameters: Samples.parameters(40))
        let classifier = try await job.value
        #expect(job.notices.contains { $0.contains("no_hand.png") })
        for (label, name) in [("victory", "victory_left"), ("thumb", "thumb_up_right")] {
            let request = VNDetectHumanHandPoseRequest()
            try VNImageRequestHandler(url: Self.picture(name)).perform([request])
            let hand = try #require(request.results?.first)
            let input = try MLDictionaryFeatureProvider(dictionary: ["poses": hand.keypointsMultiArray()])
            let output = try await classifier.model.prediction(from: input)
            let prediction = try classifier.prediction(from: Self.picture(name))
            #expect(prediction.first?.label == label && prediction.count == 2)
            #expect(output.featureValue(for: "label")?.stringValue == label)
            let probability = output.featureValue(for: "labelProbabilities")?.dictionaryValue[label]?.doubleValue ?? 0
            #expect(abs(probability - (prediction.first?.confidence ?? 0)) < 0.2)
        }
        let several = try classifier.predictions(
            from: ["no_hand", "victory_left", "thumb_up_right"].map { Self.picture($0) })
        #expect(several.map { $0.first?.label } == [nil, "victory", "thumb"])
        #expect(try classifier.predictions(from: []).isEmpty)
        let missing = folder.file("missing.png")
        let damaged = folder.file("damaged.png")
        try Data("no picture".utf8).write(to: damaged)
        for path in [missing, damaged] {
            let error = try #require(throws: MLCreateError.self) {
                try classifier.predictions(from: [Self.picture("no_hand"), path])
            }
            #expect(error.localizedDescription.contains(path.lastPathComponent))
        }
    }

    /// A session's folder stores everything that training uses, including additional views of each hand.
    @Test func restoresAllExtractedHandsOfASession() async throws {
        let folder = try TemporaryFolder()
        let source = try MLHandPoseClassifier.DataSource.labeledDirectories(at: Self.classes(folder))
        let whole = try MLHandPoseClassifier(trainingData: source, parameters: Samples.parameters(20))
        let session = MLTrainingSessionParameters(sessionDirectory: folder.file("s"))
        _ = try await MLHandPoseClassifier.train(
            trainingData: source, parameters: Samples.parameters(20), sessionParameters: session
        ).value
        let made = try MLHandPoseClassifier.restoreTrainingSession(sessionParameters: session)
        try made.removeCheckpoints { $0.phase == .training }
        let restored = try MLHandPoseClassifier.restoreTrainingSession(sessionParameters: session)
        #expect(restored.iteration == 0 && restored.checkpoints.map(\.phase) == [.extractingFeatures])
        let again = try await MLHandPoseClassifier.resume(restored).value
        for (name, classifier) in [("whole", whole), ("again", again)] {
            try classifier.write(to: folder.file(name), metadata: MLModelMetadata(author: "Ada"))
        }
        #expect(try Data(contentsOf: folder.file("again")) == Data(contentsOf: folder.file("whole")))
    }

    @Test func extractsNearlyTheSamePointsAsVision() throws {
        let folder = try TemporaryFolder()
        let points = try MLHandPoseClassifier.DataSource.labeledDirectories(at: Self.classes(folder)).extractKeypoints()
        #expect(points.columns.map(\.name) == ["label", "imagePath", "keypoints", "session_id"])
        #expect(points.shape.rows == 2)
        for row in points.rows {
            let path = try #require(row["imagePath", String.self])
            let found = MLShapedArray<Float>(try #require(row["keypoints", MLMultiArray.self]))
            let request = VNDetectHumanHandPoseRequest()
            try VNImageRequestHandler(url: URL(fileURLWithPath: path)).perform([request])
            let expected = MLShapedArray<Float>(try #require(request.results?.first).keypointsMultiArray())
            #expect(found.shape == [1, 3, 21])
            // Compares x and y. They differ slightly, because extraction looks at each hand more than once.
            for index in 0..<42 { #expect(abs(found.scalars[index] - expected.scalars[index]) < 0.06) }
        }
    }

    @Test func readsFrameFoldersAsVideos() throws {
        let folder = try TemporaryFolder()
        for (label, name) in [("still", "victory_left"), ("up", "thumb_up_right")] {
            let directory = folder.file("clips/\(label)/1")
            try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
            for frame in 0..<6 {
                try FileManager.default.copyItem(
                    at: Self.picture(name), to: directory.appendingPathComponent("0000\(frame).png"))
            }
        }
        let source = MLHandActionClassifier.DataSource.labeledDirectories(at: folder.file("clips"))
        #expect(try source.labeledMedia().mapValues(\.count) == ["still": 1, "up": 1])
        let points = try source.extractKeypoints(targetFrameRate: 30)
        #expect(points.columns.map(\.name).contains("videoPath") && points.shape.rows >= 2)
        let classifier = try MLHandActionClassifier(
            trainingData: source,
            parameters: MLHandActionClassifier.ModelParameters(
                validation: .none, batchSize: 4, maximumIterations: 30, predictionWindowSize: 4))
        let predictions = try classifier.prediction(from: folder.file("clips/up/1"))
        #expect(predictions.first?.frameRange.lowerBound == 0 && predictions.first?.results.first?.label == "up")
        // A hand that appears late keeps its position in the video: the images have 25 frames per second, and the
        // classifier 30.
        let late = folder.file("late")
        try FileManager.default.createDirectory(at: late, withIntermediateDirectories: true)
        for frame in 0..<16 {
            try FileManager.default.copyItem(
                at: Self.picture(frame < 10 ? "no_hand" : "thumb_up_right"),
                to: late.appendingPathComponent(String(format: "%05d.png", frame)))
        }
        #expect(try classifier.prediction(from: late).map(\.frameRange) == [12..<16, 15..<19])
    }
}
