import TegataBuffers
import TegataFormats
import TegataTestSupport
import Testing

struct BrokenNetworkTests {
    /// Returns a row made from a network with one ADD and the tensors "in", "constant" and "out".
    private static func row(
        _ name: String, table: String, in path: String, _ field: String, _ problem: ModelFormatError.Problem,
        tensor: [Int: FlatValue] = [:], operation: [Int: FlatValue] = [:], root: [Int: FlatValue] = [:],
        metadata: [(name: String, data: [UInt8])] = [], inputs: [Int] = [0], outputs: [Int] = [2],
        patch: (inout FlatBufferImage) -> Void = { _ in }
    ) -> BrokenFile {
        var builder = TFLiteBuilder()
        _ = builder.tensor("in", [2])
        _ = builder.tensor("constant", [2], data: [1, 2])
        _ = builder.tensor("out", [2], fields: tensor)
        builder.operation(.add, inputs: [0, 1], outputs: [2], fields: operation)
        builder.inputs = inputs
        builder.outputs = outputs
        builder.metadata = metadata
        builder.rootFields = root
        var image = builder.image()
        let position = image.positions[table]!
        patch(&image)
        return BrokenFile(
            name, image.bytes, path + (path.isEmpty ? "" : ", ") + field + ", byte \(hex(position))", problem)
    }

    private static func signature(_ fields: [Int: FlatValue]) -> [Int: FlatValue] {
        [7: .vector([.named("signature", .table(fields))])]
    }

    static let rows: [BrokenFile] = {
        let tensor = "subgraph 0, tensor 2"
        let operation = "subgraph 0, operator 0"
        let outside = UInt64(1) << 40
        let constant = BrokenNetworkTests.row(
            "constant with too few bytes", table: "tensor 1", in: "subgraph 0, tensor 1", "buffer",
            .constantSize(expected: 8, found: 7),
            patch: { image in
                let data = image.field(0, ofTableAt: image.positions["buffer 1"]!)
                let vector = data + Int(image.read(data, as: UInt32.self))
                image.patch(vector, UInt32(7))
            })
        return [
            row("version 2", table: "root", in: "", "version", .schemaVersion(2), root: [0: .uint32(2)]),
            row(
                "no subgraphs", table: "root", in: "", "subgraphs", .noSubgraphs,
                root: [
                    2: .vector([])
                ]),
            row(
                "weights in another file", table: "root", in: "", "external buffers", .externalFile,
                root: [9: .vector([.table([:])])]),
            constant,
            row(
                "unknown type", table: "tensor 2", in: tensor, "type", .tensorTypeUnknown(23), tensor: [1: .int8(23)]),
            row(
                "negative type", table: "tensor 2", in: tensor, "type", .tensorTypeUnknown(-1), tensor: [1: .int8(-1)]),
            row(
                "negative dimension", table: "tensor 2", in: tensor, "shape", .dimensionNegative(-2),
                tensor: [0: .int32s([1, -2])]),
            row(
                "absurd shape", table: "tensor 2", in: tensor, "shape",
                .shapeTooLarge([Int](repeating: 0x7FFF_FFFF, count: 3)),
                tensor: [0: .int32s([Int32](repeating: .max, count: 3))]),
            row(
                "signature of another rank", table: "tensor 2", in: tensor, "shape signature",
                .shapeSignatureRank(rank: 1, signatureRank: 2), tensor: [7: .int32s([-1, 2])]),
            row(
                "signature with -2", table: "tensor 2", in: tensor, "shape signature", .dimensionNegative(-2),
                tensor: [7: .int32s([-2])]),
            row(
                "buffer index", table: "tensor 2", in: tensor, "buffer", .indexOutOfRange(index: 9, count: 2),
                tensor: [2: .uint32(9)]),
            row(
                "tensor in another file", table: "tensor 2", in: tensor, "external buffer", .externalFile,
                tensor: [10: .uint32(1)]),
            row(
                "zero points without scales", table: "quantization", in: tensor + ", quantization", "zero point",
                .quantizationCounts(scales: 1, zeroPoints: 2),
                tensor: [4: .named("quantization", .table([2: .floats([1]), 3: .int64s([1, 2])]))]),
            row(
                "opcode index", table: "operator 0", in: operation, "opcode index",
                .indexOutOfRange(index: 1, count: 1), operation: [0: .uint32(1)]),
            row(
                "operator input", table: "operator 0", in: operation, "inputs", .indexOutOfRange(index: 3, count: 3),
                operation: [1: .int32s([0, 3])]),
            row(
                "operator input below -1", table: "operator 0", in: operation, "inputs",
                .indexOutOfRange(index: -2, count: 3), operation: [1: .int32s([-2])]),
            row(
                "operator output missing", table: "operator 0", in: operation, "outputs",
                .indexOutOfRange(index: -1, count: 3), operation: [2: .int32s([-1])]),
            row(
                "operator intermediate", table: "operator 0", in: operation, "intermediates",
                .indexOutOfRange(index: 7, count: 3), operation: [8: .int32s([7])]),
            row(
                "custom options outside", table: "operator 0", in: operation, "large custom options offset",
                .rangeOutsideFile(offset: outside, byteCount: 4, available: 0),
                operation: [9: .uint64(outside), 10: .uint64(4)]),
            row(
                "graph input", table: "subgraph 0", in: "subgraph 0", "inputs", .indexOutOfRange(index: 3, count: 3),
                inputs: [3]),
            row(
                "graph output", table: "subgraph 0", in: "subgraph 0", "outputs", .indexOutOfRange(index: -1, count: 3),
                outputs: [-1]),
            row(
                "buffer outside the file", table: "far", in: "buffer 1", "offset",
                .rangeOutsideFile(offset: outside, byteCount: 8, available: 0),
                root: [4: .vector([.table([:]), .named("far", .table([1: .uint64(outside), 2: .uint64(8)]))])]),
            row(
                "metadata buffer index", table: "entry", in: "metadata 0", "buffer",
                .indexOutOfRange(index: 2, count: 2),
                root: [6: .vector([.named("entry", .table([0: .string("x"), 1: .uint32(2)]))])]),
            row(
                "signature subgraph", table: "signature", in: "signature 0", "subgraph index",
                .indexOutOfRange(index: 1, count: 1), root: signature([4: .uint32(1)])),
            row(
                "signature tensor", table: "input", in: "signature 0, input 0", "tensor index",
                .indexOutOfRange(index: 4, count: 3),
                root: signature([0: .vector([.named("input", .table([1: .uint32(4)]))])])),
        ].map(withFileSize)
    }()

    /// Fills in the file size, which is known only once a row is built.
    private static func withFileSize(_ row: BrokenFile) -> BrokenFile {
        guard case .rangeOutsideFile(let offset, let byteCount, available: 0) = row.problem else { return row }
        return BrokenFile(
            row.name, row.bytes, row.place,
            .rangeOutsideFile(offset: offset, byteCount: byteCount, available: row.bytes.count))
    }

    @Test(arguments: rows)
    func reportsTheExactError(_ row: BrokenFile) {
        row.check { (bytes, file) throws(ModelFormatError) in _ = try TFLiteModel(bytes: bytes, file: file) }
    }

    /// Networks in which the metadata, or a file that the metadata names, is broken.
    static let metadataRows: [BrokenFile] = {
        func network(_ image: FlatBufferImage, files: [(String, [UInt8])] = []) -> [UInt8] {
            var builder = TFLiteBuilder()
            builder.inputs = [builder.tensor("in", [1])]
            builder.outputs = builder.inputs
            builder.metadata = [("TFLITE_METADATA", image.bytes)]
            return builder.bytes()
        }
        func row(
            _ name: String, _ path: String, _ table: String, _ problem: ModelFormatError.Problem,
            units: [FlatValue]
        ) -> BrokenFile {
            let image = MetadataImage.image(
                inputs: [MetadataImage.tensor("in", units: units)], fields: [:])
            return BrokenFile(
                name, network(image), "subgraph 0, input 0, \(path), byte \(hex(image.positions[table]!))", problem,
                fileSuffix: ":TFLITE_METADATA")
        }
        func normalization(_ means: [Float], _ deviations: [Float]) -> FlatValue {
            .table([0: .uint8(1), 1: .named("options", .table([0: .floats(means), 1: .floats(deviations)]))])
        }
        var wrongIdentifier = MetadataImage.image()
        wrongIdentifier.patch(4, UInt32(0x3230_304D))
        let labels = MetadataImage.image(
            outputs: [MetadataImage.tensor("out", files: [MetadataImage.associatedFile("labels.txt")])])
        var withFiles = ZipWriter(after: Bytes(network(labels)))
        try? withFiles.append("other.txt", Bytes([]))
        return [
            BrokenFile(
                "metadata identifier", network(wrongIdentifier), "byte 0x4",
                .identifierWrong(expected: "M001", found: "M002"), fileSuffix: ":TFLITE_METADATA"),
            row(
                "two normalisations", "process units", "second", .processUnitRepeated(kind: "normalisation"),
                units: [
                    normalization([0], [1]),
                    .named("second", MetadataImage.normalization([0], [1])),
                ]),
            row(
                "means without deviations", "process unit 0, options, mean", "options",
                .normalizationCounts(means: 3, standardDeviations: 1), units: [normalization([1, 2, 3], [1])]),
            row(
                "no means", "process unit 0, options, mean", "options",
                .normalizationCounts(means: 0, standardDeviations: 0), units: [normalization([], [])]),
            row(
                "deviation zero", "process unit 0, options, std", "options", .standardDeviationInvalid(0),
                units: [normalization([1], [0])]),
            row(
                "deviation infinite", "process unit 0, options, std", "options", .standardDeviationInvalid(.infinity),
                units: [normalization([1, 1], [1, .infinity])]),
            BrokenFile(
                "labels without archive", network(labels), "appended files",
                .memberMissing("labels.txt", present: [])),
            BrokenFile(
                "labels not in the archive", withFiles.finish(), "central directory",
                .memberMissing("labels.txt", present: ["other.txt"])),
            BrokenFile("a bundle as a network", ZipImage([.init("a", [])]).bytes, "", .networkExpected),
        ]
    }()

    @Test(arguments: metadataRows)
    func reportsTheExactErrorOfMetadata(_ row: BrokenFile) {
        row.check { (bytes, file) throws(ModelFormatError) in
            _ = try NetworkFile(bytes: bytes, file: file).labels(ofOutput: 0)
        }
    }

    /// Broken bundles.
    static let bundleRows: [BrokenFile] = [
        BrokenFile("a network as a bundle", TFLiteBuilder().bytes(), "", .bundleExpected),
        BrokenFile("no archive", Array("<html>not found</html>".utf8), "", .endRecordMissing),
        BrokenFile(
            "no palm detector", ZipImage([.init("hand_landmarks_detector.tflite", [1])]).bytes, "central directory",
            .memberMissing("hand_detector.tflite", present: ["hand_landmarks_detector.tflite"])),
        BrokenFile(
            "palm detector in a directory", ZipImage([.init("models/hand_detector.tflite", [1])]).bytes,
            "central directory", .memberMissing("hand_detector.tflite", present: ["models/hand_detector.tflite"])),
        BrokenFile(
            "inner bundle is not an archive", ZipImage([.init("hand_landmarker.task", [1])]).bytes, "",
            .endRecordMissing,
            fileSuffix: ":hand_landmarker.task"),
        BrokenFile(
            "palm detector is not a network", ZipImage([.init("hand_detector.tflite", Array("something".utf8))]).bytes,
            "byte 0x4", .identifierWrong(expected: "TFL3", found: "thin"), fileSuffix: ":hand_detector.tflite"),
        BrokenFile(
            "no palm detector in the inner bundle",
            ZipImage([.init("hand_landmarker.task", ZipImage([]).bytes)]).bytes, "central directory",
            .memberMissing("hand_detector.tflite", present: []), fileSuffix: ":hand_landmarker.task"),
    ]

    @Test(arguments: bundleRows)
    func reportsTheExactErrorOfBundles(_ row: BrokenFile) {
        row.check { (bytes, file) throws(ModelFormatError) in
            _ = try TaskBundle(bytes: bytes, file: file).network(.palmDetector)
        }
    }

    @Test func reportsMissingFiles() {
        let error = #expect(throws: ModelFormatError(file: "/does/not/exist.task", problem: .unreadable(.notFound))) {
            try TaskBundle(path: "/does/not/exist.task")
        }
        #expect(error?.description == "/does/not/exist.task: no such file; check the path")
    }

    @Test func describesFilePlaceReasonAndRemedy() {
        let error = ModelFormatError(
            file: "hand.task", place: "central directory",
            problem: .memberMissing("hand_detector.tflite", present: ["a", "b"]))
        #expect(
            error.description == """
                hand.task: central directory: there is no member "hand_detector.tflite"; present: "a", "b"; \
                use a bundle for this task
                """)
    }
}
