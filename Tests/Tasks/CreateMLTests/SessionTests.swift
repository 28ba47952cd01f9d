import CreateML
import Foundation
import TabularData
import Testing

@Suite struct SessionTests {
    private typealias Classifier = MLHandPoseClassifier

    private static func session(
        _ folder: URL, _ parameters: MLHandPoseClassifier.ModelParameters = Samples.parameters(30),
        data: DataFrame = Samples.poses()
    ) throws -> MLTrainingSession<MLHandPoseClassifier> {
        try MLHandPoseClassifier.makeTrainingSession(
            trainingData: .labeledKeypointsDataFrame(data), parameters: parameters,
            sessionParameters: MLTrainingSessionParameters(sessionDirectory: folder))
    }

    private static func bytes(_ classifier: MLHandPoseClassifier, in folder: TemporaryFolder) throws -> Data {
        try classifier.write(to: folder.file("model"), metadata: MLModelMetadata(author: "Ada"))
        return try Data(contentsOf: folder.file("model"))
    }

    @Test(.timeLimit(.minutes(1))) func goesOnWhereItWas() async throws {
        let folder = try TemporaryFolder()
        let whole = try await Classifier.resume(Self.session(folder.file("whole"))).value
        // A session of which the last checkpoints are gone goes on from the one before, as after a cancelled job.
        let session = try Self.session(folder.file("whole"))
        #expect(session.checkpoints.count == 4 && session.iteration == 30)
        try session.removeCheckpoints { $0.iteration > 10 && $0.phase == .training }
        #expect(session.iteration == 10)
        let restored = try Classifier.restoreTrainingSession(
            sessionParameters: MLTrainingSessionParameters(sessionDirectory: folder.file("whole")))
        #expect(restored.checkpoints == session.checkpoints && restored.iteration == 10)
        #expect(abs(restored.date.timeIntervalSince(session.date)) < 1)
        let job = try Classifier.resume(restored)
        let again = try await job.value
        #expect(try Self.bytes(again, in: folder) == Self.bytes(whole, in: folder))
        #expect(again.modelParameters.batchSize == 8 && again.modelParameters.augmentationOptions == [.rotate])
    }

    @Test(.timeLimit(.minutes(1))) func cancelledJobsGoOnWithoutAFolder() async throws {
        let data = Classifier.DataSource.labeledKeypointsDataFrame(Samples.poses())
        let session = try Classifier.makeTrainingSession(trainingData: data, parameters: Samples.parameters(30))
        let first = try Classifier.resume(session)
        first.cancel()
        // Jobs of a session take turns, so that nobody has to wait for the last step of the first.
        let second = try Classifier.resume(session)
        #expect(session.checkpoints.isEmpty)
        _ = try? await first.value
        let folder = try TemporaryFolder()
        let whole = try Classifier(trainingData: data, parameters: Samples.parameters(30))
        #expect(try Self.bytes(await second.value, in: folder) == Self.bytes(whole, in: folder))
    }

    @Test(.timeLimit(.minutes(1))) func valuesThatAreNoNumbersAreTheSameFromAFile() async throws {
        var data = DataFrame()
        data.append(column: Column(name: "label", contents: (0..<20).map { $0 % 2 == 0 ? "open" : "closed" }))
        data.append(column: Column(name: "session_id", contents: Array(0..<20)))
        data.append(
            column: Column(
                name: "keypoints",
                contents: (0..<20).map { index in
                    var numbers = Samples.points(isOpen: index % 2 == 0, seed: index)
                    if index % 5 == 0 { numbers[3] = index == 0 ? .infinity : -.nan }
                    return Samples.array(numbers)
                }))
        let folder = try TemporaryFolder()
        let whole = try await Classifier.resume(Self.session(folder.file("s"), data: data)).value
        let session = try Self.session(folder.file("s"), data: data)
        try session.removeCheckpoints { $0.iteration > 10 && $0.phase == .training }
        let restored = try Classifier.restoreTrainingSession(
            sessionParameters: MLTrainingSessionParameters(sessionDirectory: folder.file("s")))
        #expect(try Self.bytes(await Classifier.resume(restored).value, in: folder) == Self.bytes(whole, in: folder))
    }

    @Test(.timeLimit(.minutes(1))) func otherParametersAndDataAreRefused() async throws {
        let folder = try TemporaryFolder()
        _ = try Self.session(folder.file("s"))
        var other = Samples.parameters(30)
        other.batchSize = 9
        do {
            _ = try Self.session(folder.file("s"), other)
            Issue.record("another batch size was taken")
        } catch MLCreateError.incompatibleParameters(let parameter, let original, let new) {
            #expect(parameter == "batchSize" && original == "8" && new == "9")
        }
        do {
            _ = try Self.session(folder.file("s"), data: Samples.poses(20, seed: 9))
            Issue.record("other data was taken")
        } catch MLCreateError.modifiedTrainingData {}
        #expect(throws: MLCreateError.self) {
            try MLHandActionClassifier.restoreTrainingSession(
                sessionParameters: MLTrainingSessionParameters(sessionDirectory: folder.file("s")))
        }
        for directory in [nil, folder.file("nothing")] {
            #expect(throws: MLCreateError.self) {
                try Classifier.restoreTrainingSession(
                    sessionParameters: MLTrainingSessionParameters(sessionDirectory: directory))
            }
        }
        try Data("no list".utf8).write(to: folder.file("s/session.plist"))
        #expect(throws: MLCreateError.self) { try Self.session(folder.file("s")) }
        try Data().write(to: folder.file("file"))
        #expect(throws: MLCreateError.self) { try Self.session(folder.file("file/s")) }
    }

    @Test(.timeLimit(.minutes(1))) func featuresAndCheckpointsAreUsedAgain() async throws {
        let folder = try TemporaryFolder()
        let first = try Self.session(folder.file("a"))
        let second = try Self.session(folder.file("b"))
        #expect(throws: MLCreateError.self) { try second.reuseExtractedFeatures(from: first) }
        _ = try await Classifier.resume(first).value
        try second.reuseExtractedFeatures(from: first)
        #expect(second.checkpoints.map(\.phase) == [.extractingFeatures])
        let third = try Self.session(folder.file("c"), data: Samples.poses(20, seed: 9))
        #expect(throws: MLCreateError.self) { try third.reuseExtractedFeatures(from: first) }

        let checkpoint = try #require(first.checkpoints.last)
        let classifier = try Classifier(checkpoint: checkpoint)
        #expect(classifier.modelParameters.maximumIterations == 30 && !classifier.trainingMetrics.isValid)
        #expect(
            try classifier.evaluation(on: .labeledKeypointsDataFrame(Samples.poses())).classificationError == 0)
        #expect(throws: MLCreateError.self) { try Classifier(checkpoint: first.checkpoints[0]) }
        #expect(throws: MLCreateError.self) { try MLHandActionClassifier(checkpoint: checkpoint) }
        let read = try PropertyListDecoder().decode(
            MLCheckpoint.self, from: PropertyListEncoder().encode(checkpoint))
        #expect(read.iteration == 30 && read.metrics[.loss] as? Double == checkpoint.metrics[.loss] as? Double)
        // Damaged files are refused.
        try Data("x".utf8).write(to: checkpoint.url.appendingPathComponent("classifier.tegata"))
        #expect(throws: MLCreateError.self) { try Classifier(checkpoint: checkpoint) }
    }

    /// A list that was changed does not choose what is removed.
    @Test(.timeLimit(.minutes(1))) func checkpointsAreInTheFolder() async throws {
        let folder = try TemporaryFolder()
        let inner = folder.file("parent/s")
        _ = try await Classifier.resume(Self.session(inner)).value
        let list = inner.appendingPathComponent("session.plist")
        let text = try String(contentsOf: list, encoding: .utf8)
        let name = "training-000000010.checkpoint"
        #expect(text.contains(name))
        for path in ["..", "../..", "."] {
            try text.replacingOccurrences(of: name, with: path).write(to: list, atomically: true, encoding: .utf8)
            let session = try Self.session(inner)
            #expect(session.checkpoints.count == 4)
            #expect(session.checkpoints.allSatisfy { $0.url.deletingLastPathComponent().path == inner.path })
        }
        try Self.session(inner).removeCheckpoints { $0.iteration == 10 && $0.phase == .training }
        #expect(FileManager.default.fileExists(atPath: list.path))
        #expect(!FileManager.default.fileExists(atPath: inner.appendingPathComponent(name).path))
        #expect(try Self.session(inner).checkpoints.count == 3)
    }

    /// Foundation's reader would end the process.
    @Test func deepListsAreRefused() throws {
        let folder = try TemporaryFolder()
        let session = try Self.session(folder.file("s"))
        func nested(_ open: String, _ close: String, _ count: Int = 100_000) -> String {
            String(repeating: open, count: count) + String(repeating: close, count: count)
        }
        let start = "<?xml version=\"1.0\" encoding=\"UTF-8\"?><plist version=\"1.0\">"
        for text in [
            start + nested("<array>", "</array>") + "</plist>", start + nested("<dict><key>a</key>", "</dict>"),
            start + nested("<array a=\"</array>\">", "</array>"), start + nested("<array><!--</array>-->", "</array>"),
            nested("(", ")"), nested("{a=", "1;}"),
        ] {
            for name in ["session.plist", "parameters.plist"] {
                let file = folder.file("s/\(name)")
                let whole = try Data(contentsOf: file)
                try Data(text.utf8).write(to: file)
                #expect(throws: MLCreateError.self) {
                    try Classifier.restoreTrainingSession(sessionParameters: session.parameters)
                }
                try whole.write(to: file)
            }
        }
        _ = try Classifier.restoreTrainingSession(sessionParameters: session.parameters)
    }

    @Test func impossibleFoldersAreNotRestored() throws {
        let folder = try TemporaryFolder()
        let session = try Self.session(folder.file("s"))
        let file = folder.file("s/parameters.plist")
        let text = try String(contentsOf: file, encoding: .utf8)
        for (old, new) in [
            ("<integer>8</integer>", "<integer>0</integer>"), ("<string>none</string>", "<string>some</string>"),
            ("labeled_keypoints_data_frame", "unlabeled"),
        ] {
            #expect(text.contains(old))
            try text.replacingOccurrences(of: old, with: new).write(to: file, atomically: true, encoding: .utf8)
            #expect(throws: MLCreateError.self) {
                try Classifier.restoreTrainingSession(sessionParameters: session.parameters)
            }
        }
        try text.write(to: file, atomically: true, encoding: .utf8)
        _ = try Classifier.restoreTrainingSession(sessionParameters: session.parameters)
    }

    @Test func theFolderSaysWhatItIsOf() throws {
        let folder = try TemporaryFolder()
        var parameters = Samples.parameters(30)
        parameters.validation = .dataSource(.labeledKeypointsDataFrame(Samples.poses(4, seed: 50)))
        let session = try Self.session(folder.file("s"), parameters)
        #expect(session.phase == .initialized && session.iteration == 0 && session.checkpoints.isEmpty)
        let text = try String(contentsOf: folder.file("s/parameters.plist"), encoding: .utf8)
        for key in ["training", "validation", "batch_size", "max_iterations", "augmentation_options", "gcn"] {
            #expect(text.contains(key))
        }
        let restored = try Classifier.restoreTrainingSession(sessionParameters: session.parameters)
        #expect(restored.parameters.checkpointInterval == 10 && restored.parameters.reportInterval == 5)
    }
}
