import TegataBuffers
import TegataFormats
import TegataTestSupport
import Testing

struct NetworkFileTests {
    private func network(
        _ metadata: FlatBufferImage?, files: [(String, String)] = [], outputCount: Int = 1
    ) throws -> NetworkFile {
        var builder = TFLiteBuilder()
        builder.inputs = [builder.tensor("in", [1])]
        builder.outputs = Array(repeating: builder.inputs[0], count: outputCount)
        if let metadata { builder.metadata = [("TFLITE_METADATA", metadata.bytes)] }
        guard !files.isEmpty else { return try NetworkFile(bytes: Bytes(builder.bytes()), file: "test.tflite") }
        var writer = ZipWriter(after: Bytes(builder.bytes()))
        for (name, text) in files { try writer.append(name, Bytes(Array(text.utf8))) }
        return try NetworkFile(bytes: Bytes(writer.finish()), file: "test.tflite")
    }

    @Test func usesDefaultsWithoutMetadata() throws {
        let network = try network(nil)
        #expect(network.metadata == nil)
        #expect(network.normalization(ofInput: 0) == .unitRange)
        #expect(network.scoreThreshold(ofOutput: 0) == nil)
        #expect(try network.labels(ofOutput: 0) == [])
        #expect(try network.appendedArchive() == nil)
    }

    @Test func readsNormalizationThresholdAndLabels() throws {
        let metadata = MetadataImage.image(
            inputs: [MetadataImage.tensor("in", units: [MetadataImage.normalization([127.5], [127.5])])],
            outputs: [
                MetadataImage.tensor(
                    "out", units: [MetadataImage.processUnit(3, [0: .float(0.5)])],
                    files: [
                        MetadataImage.associatedFile("other.txt", type: 1),
                        MetadataImage.associatedFile("labels.txt"),
                        MetadataImage.associatedFile("labels-de.txt", locale: "de"),
                        MetadataImage.associatedFile("labels-fr.txt", locale: "fr"),
                    ])
            ])
        let network = try network(
            metadata,
            files: [("labels.txt", "one\r\ntwo\n"), ("labels-de.txt", "eins\nzwei"), ("labels-fr.txt", "un")])
        #expect(network.normalization(ofInput: 0) == Normalization(means: [127.5], standardDeviations: [127.5]))
        #expect(network.normalization(ofInput: 1) == .unitRange)
        #expect(network.scoreThreshold(ofOutput: 0) == 0.5)
        #expect(try network.labels(ofOutput: 0) == ["one", "two"])
        #expect(try network.labels(ofOutput: 0, locale: "de") == ["eins", "zwei"])
        #expect(try network.labels(ofOutput: 0, locale: "en") == [])
        #expect(try network.labels(ofOutput: 1) == [])
        #expect(
            throws: ModelFormatError(
                file: "test.tflite", place: "member \"labels-fr.txt\"",
                problem: .displayNameCount(labels: 2, displayNames: 1))
        ) { try network.labels(ofOutput: 0, locale: "fr") }
    }

    @Test(arguments: [
        ("", []), ("\n", [""]), ("a", ["a"]), ("a\n", ["a"]), ("a\n\n", ["a", ""]), ("a\r\nb\r\n", ["a", "b"]),
        ("\na", ["", "a"]),
    ])
    func readsOneLabelPerLine(text: String, labels: [String]) {
        #expect(labelLines(Bytes(Array(text.utf8)), atMost: 2) == labels)
    }

    @Test func limitsLabelCounts() throws {
        #expect(labelLines(Bytes(Array("a\nb\nc".utf8)), atMost: 2) == nil)
        let metadata = MetadataImage.image(
            outputs: [MetadataImage.tensor("out", files: [MetadataImage.associatedFile("labels.txt")])])
        let network = try network(metadata, files: [("labels.txt", String(repeating: "\n", count: 70_000))])
        #expect(
            throws: ModelFormatError(
                file: "test.tflite", place: "member \"labels.txt\"",
                problem: .countAboveLimit(count: 65_537, limit: 65_536))
        ) { try network.labels(ofOutput: 0) }
    }

    /// Many outputs may name the same list, and a list may be one long line.
    @Test(arguments: [(String(repeating: "\n", count: 40_000), 80_000, 65_536), (text(12 << 20), 24 << 20, 16 << 20)])
    func limitsLabelsOfAllOutputs(text: String, count: Int, limit: Int) throws {
        func file(outputs: Int) throws -> NetworkFile {
            let tensor = MetadataImage.tensor("out", files: [MetadataImage.associatedFile("labels.txt")])
            let metadata = MetadataImage.image(outputs: Array(repeating: tensor, count: outputs))
            return try network(metadata, files: [("labels.txt", text)], outputCount: outputs)
        }
        let one = try file(outputs: 1)
        #expect(try one.labelsOfOutputs() == [try one.labels(ofOutput: 0)])
        #expect(
            throws: ModelFormatError(
                file: "test.tflite", place: "labels of output 1",
                problem: .countAboveLimit(count: count, limit: limit))
        ) { try file(outputs: 2).labelsOfOutputs() }
    }

    /// Empty lists take time as well, and so does searching many files.
    @Test func readsTheListOfManyOutputsOnce() throws {
        let tensor = MetadataImage.tensor("out", files: [MetadataImage.associatedFile("labels.txt")])
        func file(outputs: Int) throws -> NetworkFile {
            let metadata = MetadataImage.image(outputs: Array(repeating: tensor, count: outputs))
            let others = (0..<10_000).map { ("\($0)", "") }
            return try network(metadata, files: [("labels.txt", "")] + others, outputCount: outputs)
        }
        let many = try file(outputs: 20_000)
        #expect(try many.labelsOfOutputs() == Array(repeating: [], count: 20_000))
    }

    private static func text(_ byteCount: Int) -> String { String(repeating: "a", count: byteCount) }
}
