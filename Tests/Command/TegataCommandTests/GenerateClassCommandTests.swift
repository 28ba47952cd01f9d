import CoreML
import Foundation
import TegataClassifiers
import TegataCommand
import TegataTestSupport
import TegataTool
import Testing

/// The output of `tegata generate-class`. Generated files in this directory and in the Create ML tests are compiled
/// with the tests.
struct GenerateClassCommandTests {
    private static func head(_ labels: [String], _ shape: LayerShape) throws -> ClassifierHead {
        let inputs = shape.frames > 1 ? 2 * shape.channels : shape.channels
        let dense = ClassifierLayer.dense(
            weights: [Float](repeating: 0.1, count: inputs * labels.count), bias: labels.indices.map { Float($0) })
        let network = try #require(
            ClassifierNetwork(input: shape, layers: shape.frames > 1 ? [.meanAndMaximum, dense] : [dense]))
        return try #require(ClassifierHead(labels: labels, network: network))
    }

    private static func pose() throws -> ClassifierFile {
        let features = PoseFeatures()
        let head = try head(["closed", "open"], LayerShape(frames: 1, channels: features.count))
        return .pose(try #require(PoseClassifier(features: features, head: head, card: ModelCard())))
    }

    private static func action() throws -> ClassifierFile {
        let head = try head(["background", "wave"], LayerShape(frames: 45, channels: ActionFeatures.frameCount))
        let classifier = ActionClassifier(
            features: ActionFeatures(windowSize: 45), frameRate: 30, head: head, card: ModelCard())
        return .action(try #require(classifier))
    }

    private static func sample(_ path: String) throws -> String {
        try String(contentsOf: ModelFiles.packageFolder.appendingPathComponent("Tests/" + path), encoding: .utf8)
    }

    @Test func generatesTheCompiledClasses() throws {
        try withTemporaryFolder { folder in
            for (name, file, sample) in [
                ("HandPoses", try Self.pose(), "Tasks/CreateMLClientTests/HandPoses.swift"),
                ("HandWaves", try Self.action(), "Command/TegataCommandTests/HandWaves.swift"),
            ] {
                let model = folder.path + "/\(name).tegata"
                try Data(file.bytes).write(to: URL(fileURLWithPath: model))
                let printed = tegata("generate-class", model, "-o", "-")
                #expect(printed.status == .success && printed.errors == "")
                #expect(try printed.output == Self.sample(sample))
                let output = folder.path + "/out.swift"
                #expect(tegata("generate-class", model, "--output", output).status == .success)
                #expect(try String(contentsOfFile: output, encoding: .utf8) == printed.output)
            }
        }
    }

    @Test func predictsWithTheGeneratedClass() async throws {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("waves-\(UUID()).tegata")
        defer { try? FileManager.default.removeItem(at: url) }
        try Data(Self.action().bytes).write(to: url)
        let classifier = try await HandWaves.load(contentsOf: url)
        let poses = MLShapedArray<Float>(repeating: 0.5, shape: [45, 3, 21])
        let output = try classifier.prediction(poses: poses)
        #expect(output.label == "wave" && output.isKnown)
        #expect(Set(output.labelProbabilities.keys) == ["background", "wave"])
        let input = HandWavesInput(poses: poses)
        #expect(try await classifier.prediction(input: input).label == "wave")
        #expect(try classifier.predictions(inputs: [input, input]).count == 2)
        #expect(throws: MLModelError.self) { try HandWaves() }
    }

    @Test func turnsUnusualNamesIntoIdentifiers() throws {
        try withTemporaryFolder { folder in
            for (name, type) in [("1 a-b", "_1_a_b"), ("class", "class_"), ("été", "été"), ("URL", "URL_")] {
                let model = folder.path + "/\(name).tegata"
                try Data(Self.pose().bytes).write(to: URL(fileURLWithPath: model))
                #expect(tegata("generate-class", model, "-o", "-").output.contains("\nclass \(type) {\n"))
            }
        }
    }

    @Test func reportsUnusableModelsAndOutputs() throws {
        try withTemporaryFolder { folder in
            let model = folder.path + "/m.tegata"
            let head = try Self.head(["None", "a"], LayerShape(frames: 1, channels: 128))
            let embedding = try #require(EmbeddingHead(head: head, card: ModelCard()))
            try Data(ClassifierFile.embedding(embedding).bytes).write(to: URL(fileURLWithPath: model))
            #expect(tegata("generate-class", model, "-o", "-").errors.contains("takes embeddings"))
            #expect(tegata("generate-class", model).errors.contains("-o File.swift"))
            #expect(tegata("generate-class").status == .wrongUsage)
            #expect(tegata("generate-class", folder.path + "/none", "-o", "-").errors.contains("no such file"))
            try Data("text".utf8).write(to: URL(fileURLWithPath: model))
            #expect(tegata("generate-class", model, "-o", "-").errors.contains("not a classifier"))
            try Data(Self.pose().bytes).write(to: URL(fileURLWithPath: model))
            #expect(tegata("generate-class", model, "-o", model).errors.contains("would overwrite"))
            #expect(tegata("generate-class", model, "-o", folder.path + "/no/a.swift").status == .inputFailed)
        }
    }
}
