import TegataBuffers
import TegataClassifiers
import TegataFormats
import TegataGestureBundles
import TegataTestSupport
import Testing

struct GestureBundleWriterTests {
    private func written(_ head: EmbeddingHead) throws -> TaskBundle {
        let bytes = try GestureBundleWriter.write(head: head, base: Samples.bundle(), file: "base.task")
        return try TaskBundle(bytes: Bytes(bytes), file: "out.task")
    }

    @Test func copiesTheBasesNetworksAndAddsTheClassifier() throws {
        let head = Samples.head()
        let bundle = try written(head)
        #expect(
            bundle.archive.members.map(\.name) == [
                "hand_landmarker.task", "hand_gesture_recognizer.task", "tegata_classifier",
            ])
        #expect(bundle.kind == .gestureRecognizer)
        let base = try TaskBundle(bytes: Samples.bundle(), file: "base.task")
        for role in TaskBundle.Role.allCases where role != .customGestureClassifier {
            #expect(try bundle.network(role).model.bytes.array() == base.network(role).model.bytes.array())
        }
        for member in try bundle.allMembers() {
            #expect(member.entry.method == ZipMember.stored)
            #expect(try #require(member.fileOffset) % 4 == 0)
        }
        #expect(
            try ClassifierFile(fileOrBundle: bundle.archive.bytes, file: "out.task") == .embedding(head))
    }

    @Test(arguments: [[], [32], [16, 8]]) func writesNetworksLikeModelMaker(widths: [Int]) throws {
        let head = Samples.head(widths: widths)
        let file = try written(head).network(.customGestureClassifier)
        let model = file.model
        let subgraph = try #require(model.subgraphs.first)
        let names = subgraph.operators.map(\.code.builtin.name)
        let layer = ["MUL", "ADD", "FULLY_CONNECTED"]
        #expect(names == (0...widths.count).flatMap { _ in layer } + ["SOFTMAX"])
        #expect(subgraph.inputs.map { subgraph.tensors[$0].name } == ["serving_default_hand_embedding:0"])
        #expect(subgraph.inputs.map { subgraph.tensors[$0].shape } == [[1, 128]])
        #expect(subgraph.inputs.map { subgraph.tensors[$0].shapeSignature } == [[-1, 128]])
        #expect(subgraph.outputs.map { subgraph.tensors[$0].name } == ["StatefulPartitionedCall:0"])
        #expect(subgraph.outputs.map { subgraph.tensors[$0].shape } == [[1, 3]])
        #expect(model.signatures.map(\.key) == ["serving_default"])
        #expect(model.signatures.first?.inputs.map(\.name) == ["hand_embedding"])
        #expect(model.signatures.first?.outputs.map(\.name) == ["custom_gesture_recognizer_out"])
        #expect(model.metadata.map(\.name) == ["min_runtime_version", "TFLITE_METADATA"])
        for buffer in model.buffers where buffer.count > 0 {
            #expect((buffer.range.lowerBound - model.bytes.range.lowerBound) % 16 == 0)
        }
    }

    @Test func putsTheBackgroundFirstAndNamesItNone() throws {
        let file = try written(Samples.head()).network(.customGestureClassifier)
        #expect(try file.labels(ofOutput: 0) == ["None", "wave", "fist"])
        let metadata = try #require(file.metadata)
        #expect(metadata.name == "HandGestureRecognition")
        #expect(metadata.minimumParserVersion == "1.0.0")
        let output = try #require(file.outputMetadata(0))
        #expect(output.name == "scores")
        #expect(output.content == .feature)
        #expect(output.minimums == [0])
        #expect(output.maximums == [1])
        #expect(output.associatedFiles.map(\.name) == ["labels.txt"])
        #expect(file.inputMetadata(0)?.name == "embedding")
        #expect(file.inputMetadata(0)?.content == .feature)
        // The last layer contains one row of weights per label, in the order of the labels.
        let head = Samples.head()
        guard case .dense(let weights, let bias) = head.head.network.layers.last else { throw Unexpected() }
        #expect(try constant(file, "layer2/bias") == [bias[1], bias[0], bias[2]])
        let rows = try constant(file, "layer2/weights")
        #expect(rows.count == 384)
        #expect(rows[0] == weights[1])
        #expect(rows[1] == weights[4])
        #expect(rows[128] == weights[0])
        #expect(rows[383] == weights[383])
    }

    @Test func dividesTheLastLayerByTheTemperature() throws {
        let (plain, warm) = (Samples.head(), Samples.head(temperature: 2))
        let (first, second) = (try written(plain), try written(warm))
        for name in ["layer2/weights", "layer2/bias"] {
            let values = try constant(first.network(.customGestureClassifier), name)
            #expect(try constant(second.network(.customGestureClassifier), name) == values.map { $0 / 2 })
        }
    }

    @Test(arguments: [(0 as Float, 0.5 as Float), (0.75, 0.75)]) func writesThresholdsIntoTheMetadata(
        own: Float, written threshold: Float
    ) throws {
        let file = try written(Samples.head(threshold: own)).network(.customGestureClassifier)
        #expect(file.scoreThreshold(ofOutput: 0) == threshold)
    }

    @Test func writesTheSameBytesForTheSameHead() throws {
        #expect(try written(Samples.head()).archive.bytes.array() == written(Samples.head()).archive.bytes.array())
    }

    @Test func keepsUnusualLabels() throws {
        let labels = ["Grüße", "two words", "👋🏽", " none", "a,b;c\"d'"]
        let file = try written(Samples.head(labels: labels, background: nil)).network(.customGestureClassifier)
        #expect(try file.labels(ofOutput: 0) == labels)
    }

    @Test(arguments: ["", "a\nb", "a\rb", "\u{7f}"]) func rejectsEmptyLabelsAndControlCharacters(label: String) {
        #expect(throws: GestureBundleError.label(label)) {
            try GestureBundleWriter.write(
                head: Samples.head(labels: ["a", label, "c"], background: nil), base: Samples.bundle(), file: "b")
        }
    }

    @Test func rejectsASecondLabelNamedNone() {
        #expect(throws: GestureBundleError.labelTwice("None")) {
            try GestureBundleWriter.check(labels: ["nothing", "None"], background: 0)
        }
        #expect(throws: Never.self) { try GestureBundleWriter.check(labels: ["None", "a"], background: 0) }
    }

    @Test func rejectsHeadsWithoutADenseLastLayer() throws {
        let network = try #require(
            ClassifierNetwork(input: LayerShape(frames: 1, channels: 128), layers: [.relu]))
        let labels = (0..<128).map { "\($0)" }
        let head = try #require(ClassifierHead(labels: labels, network: network))
        let embedding = try #require(EmbeddingHead(head: head, card: ModelCard()))
        #expect(throws: GestureBundleError.network) {
            try GestureBundleWriter.write(head: embedding, base: Samples.bundle(), file: "b")
        }
    }

    @Test func rejectsUnsuitableBaseBundles() throws {
        #expect(throws: GestureBundleError.embedding(file: "b:gesture_embedder.tflite", count: 64)) {
            try GestureBundleWriter.write(head: Samples.head(), base: Samples.bundle(embeddingCount: 64), file: "b")
        }
        let roles = TaskBundle.Role.allCases.filter { $0 != .gestureEmbedder }
        #expect(throws: GestureBundleError.self) {
            try GestureBundleWriter.write(head: Samples.head(), base: Samples.bundle(roles: roles), file: "b")
        }
        #expect(throws: GestureBundleError.self) {
            try GestureBundleWriter.write(head: Samples.head(), base: Bytes([1, 2, 3]), file: "b")
        }
    }

    @Test func readsClassifiersFromFilesAndBundles() throws {
        let file = ClassifierFile.embedding(Samples.head())
        #expect(try ClassifierFile(fileOrBundle: Bytes(file.bytes), file: "f") == file)
        #expect(throws: GestureBundleError.classifierMissing(file: "b")) {
            try ClassifierFile(fileOrBundle: Samples.bundle(), file: "b")
        }
        #expect(throws: GestureBundleError.classifier(ClassifierFileError(file: "f", problem: .notAClassifier))) {
            try ClassifierFile(fileOrBundle: Bytes([1, 2, 3]), file: "f")
        }
    }

    @Test(.enabled(if: ModelFiles.have("gesture_recognizer.task"))) func acceptsPublishedBundlesAsBase() throws {
        let base = try ModelFiles.bytes("gesture_recognizer.task")
        let bytes = Bytes(try GestureBundleWriter.write(head: Samples.head(), base: base, file: "base.task"))
        let (bundle, published) = (
            try TaskBundle(bytes: bytes, file: "out.task"), try TaskBundle(bytes: base, file: "base.task")
        )
        for role in TaskBundle.Role.allCases where role != .customGestureClassifier {
            #expect(try bundle.network(role).model.bytes.count == published.network(role).model.bytes.count)
        }
        #expect(try bundle.network(.cannedGestureClassifier).labels(ofOutput: 0).count == 8)
    }

    private func constant(_ file: NetworkFile, _ name: String) throws -> [Float] {
        let subgraph = try #require(file.model.subgraphs.first)
        let tensor = try #require(subgraph.tensors.first { $0.name == name })
        let data = file.model.buffers[tensor.bufferIndex]
        return (0..<data.count / 4).map { Float(bitPattern: data.integer(at: 4 * $0) ?? 0) }
    }

    private struct Unexpected: Error {}
}
