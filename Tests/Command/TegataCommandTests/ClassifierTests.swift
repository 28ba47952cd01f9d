import Foundation
import TegataBuffers
import TegataClassifiers
import TegataGestureBundles
import TegataTestSupport
import Testing

/// Trained classifiers in `tegata inspect`, `tegata recognize` and `tegata track`.
struct ClassifierTests {
    private static let bundle = ModelFiles.path("gesture_recognizer.task") ?? ""
    private static let picture = ModelFiles.packageFolder.path + "/Tests/Fixtures/rendered/victory_left.png"

    /// Calls `body` with the path of a file that contains a classifier.
    private func withFile(_ file: ClassifierFile, _ body: (String) throws -> Void) throws {
        try withTemporaryFolder { folder in
            let path = folder.path + "/own.tegata"
            try Data(file.bytes).write(to: URL(fileURLWithPath: path))
            try body(path)
        }
    }

    @Test func inspectsPoseClassifiers() throws {
        try withFile(.pose(ClassifierSamples.pose(["fist", "no\u{1B}ne"], answer: 0, background: 1))) { path in
            let result = tegata("inspect", path)
            #expect(result.status == .success && result.errors == "")
            let text = result.output.replacingOccurrences(of: path, with: "own.tegata")
            try expectSnapshot(text, "classifier-pose.txt")
        }
    }

    @Test func inspectsActionClassifiersAsJSON() throws {
        try withFile(.action(ClassifierSamples.action(["rest", "wave"], answer: 1, background: 0))) { path in
            let output = tegata("inspect", path, "--json").output
            let text = output.replacingOccurrences(of: path, with: "own.tegata")
            try expectSnapshot(text.replacingOccurrences(of: "},", with: "},\n"), "classifier-action.json")
            let file = try #require(try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any])
            let classifier = try #require(file["classifier"] as? [String: Any])
            #expect(classifier["window"] as? Int == 6)
            #expect(classifier["frameRate"] as? Int == 30)
        }
    }

    @Test func reportsDamagedFiles() throws {
        try withTemporaryFolder { folder in
            let path = folder.path + "/own.tegata"
            let bytes = ClassifierFile.pose(ClassifierSamples.pose(["a", "b"], answer: 0)).bytes
            try Data(bytes.dropLast(100)).write(to: URL(fileURLWithPath: path))
            let result = tegata("inspect", path)
            #expect(result.status == .inputFailed)
            #expect(result.errors.hasPrefix("tegata: \(path): the checksum does not match; "))
        }
    }

    @Test(.enabled(if: !bundle.isEmpty)) func inspectsAndUsesTheClassifierOfABundle() throws {
        try withTemporaryFolder { folder in
            let path = folder.path + "/own.task"
            let head = ClassifierSamples.embedding(["fist", "none"], answer: 0, background: 1)
            let bytes = try GestureBundleWriter.write(
                head: head, base: Bytes(mappingFileAt: Self.bundle), file: Self.bundle)
            try Data(bytes).write(to: URL(fileURLWithPath: path))
            let text = tegata("inspect", path).output
            #expect(text.contains("\n      None, fist\n"))
            #expect(text.contains("\n\(path):tegata_classifier\n"))
            #expect(
                tegata("recognize", Self.picture, "--model", path).output
                    == "\(Self.picture): 1 hand: Left 99 % fist 100 %\n")
        }
    }

    @Test(.enabled(if: !bundle.isEmpty)) func prefersCustomPosesOverTheBundle() throws {
        func answer(_ classifier: PoseClassifier, _ words: String...) throws -> String {
            var output = ""
            try withFile(.pose(classifier)) { path in
                output = tegata(["recognize", Self.picture, "--model", Self.bundle, "--poses", path] + words).output
            }
            return output.replacingOccurrences(of: Self.picture, with: "")
        }
        let poses = ["fist", "none"]
        #expect(
            try answer(ClassifierSamples.pose(poses, answer: 0, background: 1)) == ": 1 hand: Left 99 % fist 100 %\n")
        // If the pose is background or its score is too low, the bundle's gesture is used.
        #expect(
            try answer(ClassifierSamples.pose(poses, answer: 1, background: 1)) == ": 1 hand: Left 99 % Victory 78 %\n")
        #expect(
            try answer(ClassifierSamples.pose(poses, answer: 0, threshold: 0.9999))
                == ": 1 hand: Left 99 % Victory 78 %\n")
        let details = try answer(ClassifierSamples.pose(poses, answer: 0), "--json", "--gesture-details")
        #expect(details.contains("\"customScores\":[{\"index\":0,"))
        #expect(details.contains("\"categoryName\":\"Victory\""))
    }

    @Test(.enabled(if: ModelFiles.have("hand_landmarker.task"))) func recognizesCustomPosesWithoutGestures() throws {
        let landmarker = try #require(ModelFiles.path("hand_landmarker.task"))
        try withFile(.pose(ClassifierSamples.pose(["fist", "palm"], answer: 1))) { path in
            let result = tegata("recognize", Self.picture, "--model", landmarker, "--poses", path)
            #expect(result.output == "\(Self.picture): 1 hand: Left 99 % palm 100 %\n")
        }
    }

    @Test(.enabled(if: ModelFiles.have("hand_landmarker.task"))) func recognizesActionsInVideos() throws {
        let landmarker = try #require(ModelFiles.path("hand_landmarker.task"))
        let classifier = ClassifierSamples.action(["rest", "wave"], answer: 1, background: 0, windowSize: 3)
        try withFile(.action(classifier)) { path in
            let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path + "/frames"
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            for index in 0..<16 {
                try FileManager.default.copyItem(atPath: Self.picture, toPath: "\(folder)/\(100 + index).png")
            }
            let words = ["track", folder, "--fps", "30", "--model", landmarker, "--actions", path, "--num-hands", "1"]
            let events = tegata(words + ["--events"]).output.split(separator: "\n")
            #expect(events.count == 3)
            #expect(events.dropFirst().first?.hasSuffix(" s: #1 action wave") == true)
            #expect(tegata(words).output.split(separator: "\n").last?.hasSuffix("#1 Left 99 % wave 100 %") == true)
            let lines = tegata(words + ["--json"]).output.split(separator: "\n")
            #expect(lines.first?.contains("\"action\"") == false)
            #expect(lines.last?.contains("\"action\":{\"index\":-1,\"score\":0.99") == true)
            #expect(lines.last?.contains("\"gestures\"") == false)
        }
    }

    @Test func rejectsClassifiersOfOtherKinds() throws {
        let pose = ClassifierFile.pose(ClassifierSamples.pose(["a", "b"], answer: 0))
        try withFile(pose) { path in
            let acting = tegata("track", "x.mp4", "--actions", path)
            #expect(acting.status == .inputFailed)
            #expect(
                acting.errors == "tegata: \(path): recognises poses, not actions; pass it where custom poses are"
                    + " expected (--poses in tegata)\n")
            #expect(
                tegata("detect", Self.picture, "--model", path).errors
                    == "tegata: \(path): is a classifier, not a bundle; use --poses for poses, or --actions with tegata"
                    + " track for actions\n")
        }
        let head = ClassifierFile.embedding(ClassifierSamples.embedding(["a", "b"], answer: 0))
        try withFile(head) { path in
            #expect(
                tegata("recognize", Self.picture, "--poses", path).errors
                    == "tegata: \(path): recognises gestures from a bundle's embedding, not poses; train again with a"
                    + " file name that ends in .task, and use that file as the model\n")
        }
        #expect(
            tegata("recognize", Self.picture, "--poses", Self.picture).errors
                == "tegata: \(Self.picture): is a PNG image, not a classifier; pass a file from tegata train\n")
    }
}
