import CreateML
import Foundation
import TegataBuffers
import TegataClassifiers
import TegataTestSupport
import Testing

/// `tegata train` and Create ML use the same training: the same data, options and seed give the same classifier.
struct SameTrainingTests {
    /// Returns a line of landmarks in the format of `--json`. It omits the image size and handedness, because Create
    /// ML's key-point arrays contain neither. The labels differ in how far the fingers are extended.
    private static func line(
        _ label: Int, source: String = "made", move: Double = 0, frame: Int? = nil, _ chance: inout SplitMix64
    ) -> String {
        func noise() -> Double { 0.01 * (Double(chance.next() >> 11) / Double(1 << 53) - 0.5) }
        var points = [(0.5 + move, 0.8)]
        for finger in 0..<5 {
            let isStretched = (label >> min(finger, 2)) & 1 == 1
            for joint in 1...4 {
                let length = isStretched ? 0.1 * Double(joint) : 0.18 - 0.02 * Double(joint)
                let direction = 0.35 * Double(finger - 2)
                points.append(
                    (0.5 + move + length * sin(direction) + noise(), 0.8 - length * cos(direction) + noise()))
            }
        }
        let landmarks = points.map { "{\"x\":\($0.0),\"y\":\($0.1)}" }.joined(separator: ",")
        let time = frame.map { "\"frame\":\($0),\"timestampMs\":\(Double($0) * 1000 / 30)," } ?? ""
        return "{\"source\":\"\(source)\",\(time)\"hands\":[{\"landmarks\":[\(landmarks)]}]}\n"
    }

    private static func write(_ text: String, to path: String) throws {
        let url = URL(fileURLWithPath: path)
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: url)
    }

    /// Writes a folder for each of three poses, and a folder whose rows show no hand.
    private static func writePoses(_ folder: String, names: [String] = ["fist", "one", "two"], seed: UInt64) throws {
        var chance = SplitMix64(seed: seed)
        for (label, name) in names.enumerated() {
            try write((0..<14).map { _ in line(label, &chance) }.joined(), to: "\(folder)/\(name)/hands.jsonl")
        }
        let nothing = [String](repeating: "0", count: 63).joined(separator: ",") + "\n"
        try write(nothing + nothing, to: "\(folder)/unseen/rows.csv")
    }

    private static func withFolder(_ body: (URL) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("tegata-" + UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try await body(folder)
    }

    /// Returns the file trained by Create ML, without its author metadata.
    private static func bytes(_ write: (URL) throws -> Void, in folder: URL) throws -> [UInt8] {
        let url = folder.appendingPathComponent("createml.tegata")
        try write(url)
        var file = try ClassifierFile(Bytes([UInt8](Data(contentsOf: url))), file: "createml.tegata")
        #expect(!file.card.metadata.isEmpty)
        file.card.metadata = []
        return file.bytes
    }

    /// Returns the file trained by the command, and the command's messages.
    private static func command(_ words: [String], in folder: URL) throws -> (bytes: [UInt8], errors: String) {
        let path = folder.path + "/command.tegata"
        let result = tegata(["train"] + words + ["-o", path])
        #expect(result.status == .success)
        return ([UInt8](try Data(contentsOf: URL(fileURLWithPath: path))), result.errors)
    }

    @Test(.timeLimit(.minutes(1))) func trainsTheSamePoseClassifier() async throws {
        try await Self.withFolder { folder in
            let data = folder.path + "/data"
            try Self.writePoses(data, seed: 1)
            let own = try Self.command(
                [
                    "pose", data, "--iterations", "40", "--batch", "8", "--seed", "3", "--validation", "0.25",
                    "--augment", "rotate,tilt,form",
                ], in: folder)
            let job = try MLHandPoseClassifier.train(
                trainingData: .labeledDirectories(at: URL(fileURLWithPath: data)),
                parameters: .init(
                    validation: .split(strategy: .fixed(ratio: 0.25, seed: 3)), batchSize: 8, maximumIterations: 40,
                    augmentationOptions: [.rotate]))
            let classifier = try await job.value
            #expect(try Self.bytes({ try classifier.write(to: $0) }, in: folder) == own.bytes)
            let notice = "no example of 'unseen' shows a hand, so the class is not trained; add examples that do"
            #expect(own.errors.contains(notice) && job.notices.contains(notice))
            #expect(classifier.model.modelDescription.classLabels as? [String] == ["fist", "one", "two"])
        }
    }

    @Test(.timeLimit(.minutes(1))) func trainsTheSamePoseClassifierWithValidationData() async throws {
        try await Self.withFolder { folder in
            let (data, other) = (folder.path + "/data", folder.path + "/other")
            try Self.writePoses(data, seed: 1)
            try Self.writePoses(other, names: ["fist", "one", "else"], seed: 2)
            let own = try Self.command(
                [
                    "pose", data, "--iterations", "40", "--batch", "16", "--validation", other, "--augment",
                    "flip,scale,translate,tilt,form",
                ], in: folder)
            let job = try MLHandPoseClassifier.train(
                trainingData: .labeledDirectories(at: URL(fileURLWithPath: data)),
                parameters: .init(
                    validation: .dataSource(.labeledDirectories(at: URL(fileURLWithPath: other))),
                    maximumIterations: 40, augmentationOptions: [.horizontallyFlip, .scale, .translate]))
            let classifier = try await job.value
            #expect(try Self.bytes({ try classifier.write(to: $0) }, in: folder) == own.bytes)
            let notice = "\(other): 'else' is not one of the trained classes, so it is skipped"
            #expect(own.errors.contains(notice) && job.notices.contains(notice))
        }
    }

    @Test(.timeLimit(.minutes(1))) func trainsTheSameActionClassifier() async throws {
        try await Self.withFolder { folder in
            let data = folder.path + "/data"
            var chance = SplitMix64(seed: 4)
            for clip in 0..<6 {
                for (name, reach) in [("rest", 0.0), ("wave", 0.2)] {
                    let lines = (0..<24).map { frame in
                        Self.line(
                            7, source: "\(name)\(clip)", move: reach * sin(0.6 * Double(frame + clip)), frame: frame,
                            &chance)
                    }
                    try Self.write(lines.joined(), to: "\(data)/\(name)/\(clip).jsonl")
                }
            }
            let own = try Self.command(
                [
                    "action", data, "--iterations", "30", "--batch", "4", "--seed", "5", "--validation", "0.3",
                    "--window", "8", "--rate", "20", "--augment", "speed,drop,tilt,form,shift",
                ], in: folder)
            let classifier = try MLHandActionClassifier(
                trainingData: .labeledDirectories(at: URL(fileURLWithPath: data)),
                parameters: .init(
                    validation: .split(strategy: .fixed(ratio: 0.3, seed: 5)), batchSize: 4, maximumIterations: 30,
                    predictionWindowSize: 8, augmentationOptions: [.interpolateFrames, .dropFrames],
                    targetFrameRate: 20))
            #expect(try Self.bytes({ try classifier.write(to: $0) }, in: folder) == own.bytes)
        }
    }
}
