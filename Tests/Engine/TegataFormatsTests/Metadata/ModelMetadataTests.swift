import TegataBuffers
import TegataFormats
import TegataTestSupport
import Testing

struct ModelMetadataTests {
    private func read(_ image: FlatBufferImage) throws -> ModelMetadata {
        try ModelMetadata(bytes: Bytes(image.bytes), file: "test")
    }

    @Test func readsAllModelMetadata() throws {
        let metadata = try read(
            MetadataImage.image(
                inputs: [
                    MetadataImage.tensor(
                        "image", units: [MetadataImage.normalization([1, 2, 3], [4, 5, 6])],
                        fields: [
                            1: .string("a picture"), 2: .vector([.string("batch"), .string("row")]),
                            3: .table([
                                0: .uint8(2),
                                1: .table([0: .uint8(1), 1: .table([0: .uint32(640), 1: .uint32(480)])]),
                            ]),
                            5: .table([0: .floats([1]), 1: .floats([-1])]),
                        ]),
                    MetadataImage.tensor(
                        "sound",
                        fields: [3: .table([0: .uint8(4), 1: .table([0: .uint32(16000), 1: .uint32(2)])])]),
                ],
                outputs: [
                    MetadataImage.tensor(
                        "scores",
                        units: [
                            MetadataImage.processUnit(3, [0: .float(0.25)]),
                            MetadataImage.processUnit(2, [0: .uint8(1), 1: .float(0.5)]),
                            MetadataImage.processUnit(6, [:]),
                        ],
                        files: [MetadataImage.associatedFile("labels.txt", locale: "de")],
                        fields: [3: .table([0: .uint8(1), 1: .table([:])])])
                ],
                parserVersion: "1.4.9",
                fields: [1: .string("description"), 2: .string("7"), 4: .string("author"), 5: .string("license")]))
        #expect(metadata.name == "a model")
        #expect(metadata.description == "description")
        #expect(metadata.version == "7")
        #expect(metadata.author == "author")
        #expect(metadata.license == "license")
        #expect(metadata.minimumParserVersion == "1.4.9")
        let image = metadata.subgraphs[0].inputs[0]
        #expect(image.name == "image")
        #expect(image.description == "a picture")
        #expect(image.dimensionNames == ["batch", "row"])
        #expect(image.content == .image(colorSpace: .rgb, defaultSize: .init(width: 640, height: 480)))
        #expect(image.minimums == [-1])
        #expect(image.maximums == [1])
        #expect(
            image.processUnits == [.normalization(Normalization(means: [1, 2, 3], standardDeviations: [4, 5, 6]))])
        #expect(metadata.subgraphs[0].inputs[1].content == .audio(sampleRate: 16000, channels: 2))
        let scores = metadata.subgraphs[0].outputs[0]
        #expect(scores.content == .feature)
        #expect(
            scores.processUnits
                == [.scoreThresholding(0.25), .scoreCalibration(transformation: 1, defaultScore: 0.5), .other(6)])
        #expect(scores.associatedFiles[0].name == "labels.txt")
        #expect(scores.associatedFiles[0].kind == .axisLabels)
        #expect(scores.associatedFiles[0].locale == "de")
    }

    @Test(arguments: ["1.5.0", "1.5", "1", "0.99.99", "1.4.100", "1.5.0.0"])
    func understandsOlderVersions(version: String) throws {
        #expect(try read(MetadataImage.image(parserVersion: version)).minimumParserVersion == version)
    }

    @Test(arguments: ["1.5.1", "2", "1.10.0", "1.5.0.1", "", "1.x", "1..0", "99999999999"])
    func rejectsNewerAndUnknownVersions(version: String) throws {
        let image = MetadataImage.image(parserVersion: version)
        let root = try #require(image.positions["root"])
        let expected = ModelFormatError(
            file: "test", place: "min parser version, byte 0x\(String(root, radix: 16))",
            problem: .metadataVersion(needed: version, supported: "1.5.0"))
        #expect(throws: expected) { try read(image) }
    }
}
