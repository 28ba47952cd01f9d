import ModelWalk
import TegataBuffers
import TegataFormats
import TegataTestSupport
import Testing

/// Damaged copies of real files. `TEGATA_MUTATIONS=10000` makes 10,000 copies of each file and truncates each file at
/// 2,000 places.
@Suite(.serialized)
struct HostileFileTests {
    private func check(_ report: HostileFiles.Report, _ name: String) {
        // A second counts as a hang, because the slowest case takes milliseconds.
        #expect(report.slowestSeconds < 1, "\(name): \(report)")
        print("\(name): \(report)")
    }

    @Test(.enabled(if: !ModelFiles.present.isEmpty), arguments: ModelFiles.present)
    func survivesTruncatedFiles(_ name: String) throws {
        let bytes = try ModelFiles.bytes(name)
        let isBundle = name.hasSuffix(".task")
        // A bundle cut off at the end of an inner archive is still an archive, but it lacks some networks.
        let whole = isBundle ? try TaskBundle(bytes: bytes, file: name) : nil
        let roles = TaskBundle.Role.allCases.filter { whole?.has($0) == true }
        let report = HostileFiles(bytes, file: name).truncations(HostileFiles.truncationCount) {
            (bytes, file) throws(ModelFormatError) in
            try walk(bytes, file: file)
            for role in roles { _ = try TaskBundle(bytes: bytes, file: file).network(role) }
        }
        check(report, name)
        if isBundle { #expect(report.refused == report.cases) }
    }

    @Test(.enabled(if: !ModelFiles.present.isEmpty), arguments: ModelFiles.present)
    func survivesMutatedFiles(_ name: String) throws {
        let report = HostileFiles(try ModelFiles.bytes(name), file: name).mutations(HostileFiles.mutationCount, seed: 1)
        {
            (bytes, file) throws(ModelFormatError) in try walk(bytes, file: file)
        }
        check(report, name)
    }

    @Test func survivesMutatedAndTruncatedSmallFiles() throws {
        var builder = TFLiteBuilder()
        builder.inputs = [builder.tensor("in", [2])]
        builder.outputs = [builder.tensor("out", [2])]
        let constant = builder.tensor("constant", [2], data: [1, 2])
        builder.operation(.add, inputs: [0, constant], outputs: [1], options: (11, [0: .int8(1)]))
        let metadata = MetadataImage.image(
            inputs: [MetadataImage.tensor("in", units: [MetadataImage.normalization([0], [1])])],
            outputs: [MetadataImage.tensor("out", files: [MetadataImage.associatedFile("labels.txt")])])
        builder.metadata = [("TFLITE_METADATA", metadata.bytes)]
        var network = ZipWriter(after: Bytes(builder.bytes()))
        try network.append("labels.txt", Bytes(Array("a\nb\n".utf8)))
        let bytes = network.finish()
        let inner = ZipImage([
            .init("hand_detector.tflite", bytes),
            .init("hand_landmarks_detector.tflite", deflated: storedDeflateStream(bytes), of: bytes),
        ])
        let bundle = ZipImage([.init("hand_landmarker.task", inner.bytes)]) { $0.isZip64 = true }
        for (name, data) in [("small.tflite", bytes), ("small.task", bundle.bytes)] {
            try walk(Bytes(data), file: name)
            let files = HostileFiles(Bytes(data), file: name)
            let count = 10 * HostileFiles.mutationCount
            check(
                files.mutations(count, seed: 2) { (bytes, file) throws(ModelFormatError) in try walk(bytes, file: file)
                },
                name)
            check(
                files.truncations(data.count) { (bytes, file) throws(ModelFormatError) in try walk(bytes, file: file) },
                name)
        }
    }
}
