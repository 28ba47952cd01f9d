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

    @Test(.timeLimit(.minutes(1))) func continuesFromTheLastCheckpoint() async throws {
        let folder = try TemporaryFolder()
        let whole = try await Classifier.resume(Self.session(folder.file("whole"))).value
        // A session without its last checkpoints continues from the one before them, as after a cancelled job.
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

    @Test(.timeLimit(.minutes(1))) func continuesAfterACancelledJobWithoutAFolder() async throws {
        let data = Classifier.DataSource.labeledKeypointsDataFrame(Samples.poses())
        let session = try Classifier.makeTrainingSession(trainingData: data, parameters: Samples.parameters(30))
        let first = try Classifier.resume(session)
        first.cancel()
        // The jobs of a session run one after another, so the caller need not wait for the first to stop.
        let second = try Classifier.resume(session)
        #expect(session.checkpoints.isEmpty)
        _ = try? await first.value
        let folder = try TemporaryFolder()
        let whole = try Classifier(trainingData: data, parameters: Samples.parameters(30))
        #expect(try Self.bytes(await second.value, in: folder) == Self.bytes(whole, in: folder))
    }

    @Test(.timeLimit(.minutes(1))) func keepsNonFiniteValuesWhenRestored() async throws {
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

    @Test(.timeLimit(.minutes(1))) func continuesWithMoreIterationsWhenRestored() async throws {
        let folder = try TemporaryFolder()
        func parameters(_ name: String, _ iterations: Int) -> MLTrainingSessionParameters {
            MLTrainingSessionParameters(sessionDirectory: folder.file(name), iterations: iterations)
        }
        var files: [Data] = []
        for name in ["a", "b"] {
            _ = try await Classifier.resume(
                Classifier.makeTrainingSession(
                    trainingData: .labeledKeypointsDataFrame(Samples.poses()), parameters: Samples.parameters(30),
                    sessionParameters: parameters(name, 10))
            ).value
            let session = try Classifier.restoreTrainingSession(sessionParameters: parameters(name, 30))
            #expect(session.iteration == 10)
            files.append(try Self.bytes(await Classifier.resume(session).value, in: folder))
            #expect(session.checkpoints.filter { $0.phase == .training }.map(\.iteration) == [10, 20, 30])
        }
        #expect(files[0] == files[1])
        // With fewer iterations than it has already made, the session stays as it is.
        let shorter = try Classifier.restoreTrainingSession(sessionParameters: parameters("a", 20))
        #expect(try Self.bytes(await Classifier.resume(shorter).value, in: folder) == files[0])
        #expect(shorter.iteration == 30)
    }

    @Test(.timeLimit(.minutes(1))) func keepsItsEvaluationWhenRestoredWithFewerIterations() async throws {
        let folder = try TemporaryFolder()
        func parameters(_ iterations: Int) -> MLTrainingSessionParameters {
            MLTrainingSessionParameters(sessionDirectory: folder.file("s"), iterations: iterations)
        }
        var training = Samples.parameters(30)
        training.validation = .split(strategy: .automatic)
        let session = try Classifier.makeTrainingSession(
            trainingData: .labeledKeypointsDataFrame(Samples.poses()), parameters: training,
            sessionParameters: parameters(30))
        let whole = try await Classifier.resume(session).value
        let shorter = try Classifier.restoreTrainingSession(sessionParameters: parameters(1))
        let again = try await Classifier.resume(shorter).value
        #expect(try Self.bytes(again, in: folder) == Self.bytes(whole, in: folder))
        #expect(again.validationMetrics.classificationError == whole.validationMetrics.classificationError)
    }

    @Test(.timeLimit(.minutes(1))) func restoresWithAnotherReportInterval() async throws {
        let folder = try TemporaryFolder()
        let session = try Self.session(folder.file("s"))
        let whole = try await Classifier.resume(session).value
        try session.removeCheckpoints { $0.iteration > 10 && $0.phase == .training }
        let restored = try Classifier.restoreTrainingSession(
            sessionParameters: MLTrainingSessionParameters(sessionDirectory: folder.file("s"), reportInterval: 2))
        #expect(try Self.bytes(await Classifier.resume(restored).value, in: folder) == Self.bytes(whole, in: folder))
    }

    /// Values of types that the file does not support are stored as text, and give the same classifier.
    @Test(.timeLimit(.minutes(1)), arguments: 0..<6) func restoresLabelsOfAnyType(kind: Int) async throws {
        func column(_ values: [Any]) -> AnyColumn {
            var frame = DataFrame()
            switch values {
            case let values as [Float]: frame.append(column: Column(name: "label", contents: values))
            case let values as [Double]: frame.append(column: Column(name: "label", contents: values))
            case let values as [Int]: frame.append(column: Column(name: "label", contents: values))
            case let values as [Date]: frame.append(column: Column(name: "label", contents: values))
            case let values as [URL]: frame.append(column: Column(name: "label", contents: values))
            default: frame.append(column: Column<Any>(name: "label", contents: values))
            }
            return frame["label"]
        }
        let (first, second, names): (Any, Any, [String]) =
            switch kind {
            case 0: (Float(1), Float(2.5), ["1", "2.5"])
            case 1: (Double(1), Double(2.5), ["1", "2.5"])
            case 2: (9_007_199_254_740_993, 9_007_199_254_740_995, ["9007199254740993", "9007199254740995"])
            case 3:
                (
                    Date(timeIntervalSince1970: 0), Date(timeIntervalSince1970: 86400),
                    ["1970-01-01 00:00:00 +0000", "1970-01-02 00:00:00 +0000"]
                )
            case 4:
                (
                    try #require(URL(string: "https://a.org/open")), try #require(URL(string: "https://a.org/shut")),
                    ["https://a.org/open", "https://a.org/shut"]
                )
            default: (1, "two", ["1", "two"])
            }
        var data = Samples.poses()
        data.replaceColumn("label", with: column((0..<20).map { $0 % 2 == 0 ? first : second }))
        data.append(column: Column<Any>(name: "remarks", contents: (0..<20).map { $0 == 0 ? "text" : $0 }))
        let folder = try TemporaryFolder()
        let parameters = Samples.parameters(3)
        let made = try Self.session(folder.file("s"), parameters, data: data)
        let restored = try Classifier.restoreTrainingSession(sessionParameters: made.parameters)
        let classifier = try await Classifier.resume(restored).value
        #expect(classifier.model.modelDescription.classLabels as? [String] == names)
        let without = try Classifier(trainingData: .labeledKeypointsDataFrame(data), parameters: parameters)
        #expect(try Self.bytes(classifier, in: folder) == Self.bytes(without, in: folder))
        // The session still accepts the same table.
        _ = try Self.session(folder.file("s"), parameters, data: data)
    }

    @Test func restoresTablesOfFiles() throws {
        let folder = try TemporaryFolder()
        var (paths, starts): ([URL], [Double?]) = ([], [])
        for index in 0..<4 {
            try Data("P5 1 1 255\n0".utf8).write(to: folder.file("\(index).pgm"))
            paths.append(folder.file("\(index).pgm"))
            starts.append([nil, .nan, -0.0, 0.1][index])
        }
        paths.append(try #require(URL(string: "https://a.org/5.pgm")))
        starts.append(2)
        var frame = DataFrame()
        frame.append(column: Column(name: "videoPath", contents: paths))
        frame.append(column: Column(name: "label", contents: [Float(1), 1, 2, 2, 2]))
        frame.append(column: Column<Double>(name: "from", contents: starts))
        frame.append(column: Column<Any>(name: "remarks", contents: [1, "a", true, 2.5, [1]]))
        let sessionParameters = MLTrainingSessionParameters(sessionDirectory: folder.file("s"))
        var parameters = MLHandActionClassifier.ModelParameters()
        parameters.validation = .dataSource(.labeledVideoDataFrame(frame, startTimeColumn: "from"))
        let made = try MLHandActionClassifier.makeTrainingSession(
            trainingData: .labeledVideoDataFrame(frame, startTimeColumn: "from"), parameters: parameters,
            sessionParameters: sessionParameters)
        let restored = try MLHandActionClassifier.restoreTrainingSession(sessionParameters: sessionParameters)
        #expect(abs(restored.date.timeIntervalSince(made.date)) < 1)
        for name in ["training", "validation"] {
            let table = try DataFrame(contentsOfJSONFile: folder.file("s/\(name).json"))
            #expect(Set(table.columns.map(\.name)) == ["videoPath", "label", "from"])
            #expect(table["label", String.self].compactMap { $0 } == ["1", "1", "2", "2", "2"])
            #expect(Array(table["from", Double.self]) == [nil, nil, 0, 0.1, 2])
        }
    }

    @Test(.timeLimit(.minutes(1))) func reusesFeaturesOfARestoredSession() async throws {
        var data = Samples.poses()
        var features = data["keypoints", MLMultiArray.self]
        var numbers = Samples.points(isOpen: true, seed: 0)
        (numbers[0], numbers[1], numbers[2]) = (.nan, .infinity, -0.0)
        features[0] = Samples.array(numbers)
        data.replaceColumn("keypoints", with: features)
        var parameters = Samples.parameters(5)
        parameters.validation = .dataSource(.labeledKeypointsDataFrame(Samples.poses(4, seed: 50)))
        let folder = try TemporaryFolder()
        let first = try Self.session(folder.file("a"), parameters, data: data)
        _ = try await Classifier.resume(first).value
        let restored = try Classifier.restoreTrainingSession(sessionParameters: first.parameters)
        let made = try Self.session(folder.file("b"), parameters, data: data)
        let withoutFolder = try Classifier.makeTrainingSession(
            trainingData: .labeledKeypointsDataFrame(data), parameters: parameters)
        let other = try Classifier.restoreTrainingSession(sessionParameters: made.parameters)
        for session in [made, withoutFolder, other] {
            try session.reuseExtractedFeatures(from: restored)
        }
        #expect(other.checkpoints.map(\.phase) == [.extractingFeatures])
        // Rejects the same examples if some of them were previously used only for validation.
        parameters.validation = .none
        var all = data
        all.append(Samples.poses(4, seed: 50))
        let joined = try Self.session(folder.file("c"), parameters, data: all)
        #expect(throws: MLCreateError.self) { try joined.reuseExtractedFeatures(from: restored) }
    }

    @Test(.timeLimit(.minutes(1))) func rejectsOtherParametersAndData() async throws {
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

    @Test(.timeLimit(.minutes(1))) func reusesFeaturesAndCheckpoints() async throws {
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
        // Rejects damaged files.
        try Data("x".utf8).write(to: checkpoint.url.appendingPathComponent("classifier.tegata"))
        #expect(throws: MLCreateError.self) { try Classifier(checkpoint: checkpoint) }
    }

    /// Paths in a manipulated list must not determine which files are removed.
    @Test(.timeLimit(.minutes(1))) func keepsCheckpointsInsideTheFolder() async throws {
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

    /// Foundation's reader would crash on such deep nesting.
    @Test func rejectsDeeplyNestedLists() throws {
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

    @Test func rejectsFoldersWithInvalidParameters() throws {
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

    @Test func describesTheSessionInItsFolder() throws {
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
