import TegataBuffers
import TegataClassifiers
import TegataTraining
import TegataTrainingData

/// Key points that were found or given, ready to train with.
struct FeatureSet: Sendable, Equatable {
    var labels: [String]
    var background: Int?
    /// Sequences of frames, of one frame each where poses are meant.
    var training: [ActionExample]
    /// What is only looked at.
    var validation: [ActionExample]

    var poses: [PoseExample] { Self.poses(training) }
    var validationPoses: [PoseExample] { Self.poses(validation) }

    private static func poses(_ examples: [ActionExample]) -> [PoseExample] {
        examples.compactMap { example in
            example.frames.first.map { PoseExample(hand: $0, label: example.label, group: example.group) }
        }
    }

    init(labels: [String], background: Int?, training: [ActionExample], validation: [ActionExample]) {
        self.labels = labels
        self.background = background
        self.training = training
        self.validation = validation
    }

    // MARK: File

    private static let signature = Array("TEGATAKP".utf8)

    /// Reads what ``bytes`` has written; `file` is what errors call it.
    init(_ bytes: Bytes, file: String) throws(ClassifierFileError) {
        guard bytes.slice(at: 0, count: Self.signature.count)?.equals("TEGATAKP") ?? false else {
            throw ClassifierFileError(file: file, problem: .notAClassifier)
        }
        guard let body = bytes.slice(at: 0, count: bytes.count - 64),
            let checksum = bytes.slice(at: bytes.count - 64, count: 64)
        else { throw ClassifierFileError(file: file, problem: .truncated(needed: 72, available: bytes.count)) }
        guard checksum.equals(sha256(body)) else { throw ClassifierFileError(file: file, problem: .checksum) }
        var reader = ByteReader(body, file: file)
        let _: UInt64 = try reader.integer("signature")
        var labels: [String] = []
        for _ in 0..<(try reader.count("labels", ofSize: 4)) { labels.append(try reader.text("label")) }
        let background = Int(try reader.integer("background", as: Int32.self))
        self.labels = labels
        self.background = labels.indices.contains(background) ? background : nil
        training = try Self.examples(&reader, labelCount: labels.count)
        validation = try Self.examples(&reader, labelCount: labels.count)
        guard reader.remaining == 0 else { throw reader.failure("end", .bytesLeft(count: reader.remaining)) }
    }

    private static func examples(
        _ reader: inout ByteReader, labelCount: Int
    ) throws(ClassifierFileError) -> [ActionExample] {
        var examples: [ActionExample] = []
        for _ in 0..<(try reader.count("examples", ofSize: 16)) {
            let label = Int(try reader.integer("label", as: UInt32.self))
            guard label < labelCount else { throw reader.failure("label", .value(found: label)) }
            let group = Int(try reader.integer("group", as: Int64.self))
            var frames: [HandKeyPoints] = []
            for _ in 0..<(try reader.count("frames", ofSize: 4 * HandKeyPoints.valueCount)) {
                var hand = HandKeyPoints()
                for index in 0..<HandKeyPoints.valueCount { hand.values[index] = try reader.float("points") }
                frames.append(hand)
            }
            examples.append(ActionExample(frames: frames, label: label, group: group < 0 ? nil : group))
        }
        return examples
    }

    /// All of it, as a file holds it.
    var bytes: [UInt8] {
        var writer = ByteWriter()
        for byte in Self.signature { writer.integer(byte) }
        writer.integer(UInt32(labels.count))
        for label in labels { writer.text(label) }
        writer.integer(Int32(background ?? -1))
        for examples in [training, validation] {
            writer.integer(UInt32(examples.count))
            for example in examples {
                writer.integer(UInt32(example.label))
                writer.integer(Int64(example.group ?? -1))
                writer.integer(UInt32(example.frames.count))
                for frame in example.frames {
                    for index in 0..<HandKeyPoints.valueCount {
                        let value = frame.values[index]
                        writer.float(value.isFinite ? value : 0)
                    }
                }
            }
        }
        writer.appendChecksum()
        return writer.bytes
    }
}
