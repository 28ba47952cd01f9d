import TegataBuffers
import TegataClassifiers
import TegataTraining
import TegataTrainingData

/// The key points of a session, as its folder keeps them. Every example has frames: those of a sequence, or a hand and
/// behind it the same hand as it was found in other ways.
extension TrainingMaterial {
    private static let form = SealedFile(signature: "TEGATAKP", version: nil)

    /// Reads what ``bytes`` has written; `file` is what errors call it.
    init(_ bytes: Bytes, _ kind: LabelledExamples.Kind, file: String) throws(ClassifierFileError) {
        self = try Self.form.read(bytes, file: file) { (reader) throws(ClassifierFileError) in
            var labels: [String] = []
            for _ in 0..<(try reader.count("labels", ofSize: 4)) { labels.append(try reader.text("label")) }
            let background = Int(try reader.integer("background", as: Int32.self))
            let training = try LabelledExamples(&reader, kind, labelCount: labels.count)
            let validation = try LabelledExamples(&reader, kind, labelCount: labels.count)
            return TrainingMaterial(
                labels: labels, background: labels.indices.contains(background) ? background : nil, examples: training,
                validation: validation.count > 0 ? validation : nil)
        }
    }

    /// All of it, as a file holds it.
    var bytes: [UInt8] {
        Self.form.bytes { writer in
            writer.integer(UInt32(labels.count))
            for label in labels { writer.text(label) }
            writer.integer(Int32(background ?? -1))
            examples.write(to: &writer)
            if let validation { validation.write(to: &writer) } else { writer.integer(0 as UInt32) }
        }
    }
}

extension LabelledExamples {
    fileprivate init(_ reader: inout ByteReader, _ kind: Kind, labelCount: Int) throws(ClassifierFileError) {
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
        guard kind == .poses else {
            self = .actions(Examples(examples: examples))
            return
        }
        let poses = examples.compactMap { example in
            example.frames.first.map {
                PoseExample(
                    hand: $0, label: example.label, group: example.group, variants: Array(example.frames.dropFirst()))
            }
        }
        self = .poses(Examples(examples: poses))
    }

    fileprivate func write(to writer: inout ByteWriter) {
        writer.integer(UInt32(count))
        func write(_ label: Int, _ group: Int?, _ frames: [HandKeyPoints]) {
            writer.integer(UInt32(label))
            writer.integer(Int64(group ?? -1))
            writer.integer(UInt32(frames.count))
            for frame in frames {
                for index in 0..<HandKeyPoints.valueCount {
                    let value = frame.values[index]
                    writer.float(value.isFinite ? value : 0)
                }
            }
        }
        switch self {
        case .poses(let poses):
            for pose in poses.examples { write(pose.label, pose.group, [pose.hand] + pose.variants) }
        case .actions(let actions): for action in actions.examples { write(action.label, action.group, action.frames) }
        // Sessions take no networks that make embeddings.
        case .embeddings: break
        }
    }
}
