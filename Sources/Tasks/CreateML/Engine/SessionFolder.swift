import TabularData
import TegataBuffers
import TegataClassifiers
import TegataSystem
import TegataTraining
import TegataTrainingData

/// A session's directory: its parameters, its state and its checkpoints.
package struct SessionFolder: Sendable {
    let url: URL

    package init(url: URL) {
        self.url = url
    }

    /// The state of a session.
    struct State: Codable {
        var phase: MLPhase
        var iteration: Int
        var date: Date
        /// The identifier of the data set.
        var data: String
        var checkpoints: [MLCheckpoint]
    }

    private static let (parametersName, stateName) = ("parameters.plist", "session.plist")
    private static let (featuresName, trainingName) = ("features", "training")
    private static let classifierName = "classifier.tegata"
    /// More bytes than any of these files has.
    private static let limit = 1 << 31
    /// More bytes than the property lists have, even with thousands of checkpoints.
    private static let listLimit = 1 << 24

    /// Whether the directory already contains a session.
    var hasSession: Bool {
        FileManager.default.fileExists(atPath: url.appendingPathComponent(Self.parametersName).path)
    }

    // MARK: Session

    func create(_ plan: TrainingPlan, _ state: State) throws(MLCreateError) {
        try makeFolder(url)
        for (name, frame) in SessionFile.tables(of: plan) {
            do { try frame.writeJSON(to: url.appendingPathComponent(name)) } catch {
                throw .io(reason: error.localizedDescription)
            }
        }
        try write(state)
        try write(propertyList(SessionFile(plan)), to: url.appendingPathComponent(Self.parametersName))
    }

    func parameters() throws(MLCreateError) -> SessionFile { try decoded(Self.parametersName) }

    /// Reads the parameters and the tables in the directory, but none of the other data that they name.
    package func readParameters(_ kind: DataSetKind) throws(MLCreateError) {
        _ = try parameters().plan(kind, folder: url)
    }

    /// Reads the state.
    package func readState() throws(MLCreateError) {
        _ = try state()
    }

    func state() throws(MLCreateError) -> State {
        var state: State = try decoded(Self.stateName)
        // The directory may have been moved, and the author of the file must not choose the paths that are read or
        // removed. So use the paths that this program gives to checkpoints, and ignore missing ones.
        state.checkpoints = state.checkpoints.compactMap { checkpoint in
            guard checkpoint.phase == .extractingFeatures || checkpoint.phase == .training, checkpoint.iteration >= 0
            else { return nil }
            var checkpoint = checkpoint
            checkpoint.url = checkpointURL(checkpoint.phase, iteration: checkpoint.iteration)
            return FileManager.default.fileExists(atPath: checkpoint.url.path) ? checkpoint : nil
        }
        return state
    }

    func write(_ state: State) throws(MLCreateError) {
        try write(propertyList(state), to: url.appendingPathComponent(Self.stateName))
    }

    // MARK: Checkpoints

    /// Returns the directory of a checkpoint, with Create ML's name for it.
    func checkpointURL(_ phase: MLPhase, iteration: Int) -> URL {
        let number = "\(iteration)"
        let digits = String(repeating: "0", count: max(9 - number.count, 0)) + number
        let name = phase == .extractingFeatures ? "extracting" : "training"
        return url.appendingPathComponent("\(name)-\(digits).checkpoint", isDirectory: true)
    }

    static func write(_ material: TrainingMaterial, to checkpoint: URL) throws(MLCreateError) {
        let folder = SessionFolder(url: checkpoint)
        try folder.makeFolder(checkpoint)
        try folder.write(Data(material.bytes), to: checkpoint.appendingPathComponent(featuresName))
    }

    static func write(
        _ training: TrainingCheckpoint, _ classifier: ClassifierFile?, to checkpoint: URL
    ) throws(MLCreateError) {
        let folder = SessionFolder(url: checkpoint)
        try folder.makeFolder(checkpoint)
        if let classifier {
            try folder.write(Data(classifier.bytes), to: checkpoint.appendingPathComponent(classifierName))
        }
        try folder.write(Data(training.bytes), to: checkpoint.appendingPathComponent(trainingName))
    }

    package static func material(
        of checkpoint: URL, _ kind: LabelledExamples.Kind
    ) throws(MLCreateError) -> TrainingMaterial {
        try read(featuresName, of: checkpoint) { (bytes, file) throws(ClassifierFileError) in
            try TrainingMaterial(bytes, kind, file: file)
        }
    }

    package static func training(of checkpoint: URL) throws(MLCreateError) -> TrainingCheckpoint {
        try read(trainingName, of: checkpoint, TrainingCheckpoint.init(_:file:))
    }

    static func classifier(of checkpoint: URL) throws(MLCreateError) -> ClassifierFile {
        try read(classifierName, of: checkpoint, ClassifierFile.init(_:file:))
    }

    private static func read<Result>(
        _ name: String, of checkpoint: URL, _ body: (Bytes, String) throws(ClassifierFileError) -> Result
    ) throws(MLCreateError) -> Result {
        let file = checkpoint.appendingPathComponent(name)
        let bytes = try SessionFolder(url: checkpoint).bytes(file)
        do throws(ClassifierFileError) { return try body(bytes, file.path) } catch { throw .io(error) }
    }

    func remove(_ checkpoint: MLCheckpoint) throws(MLCreateError) {
        let url = checkpointURL(checkpoint.phase, iteration: checkpoint.iteration)
        do { try FileManager.default.removeItem(at: url) } catch {
            throw .io(reason: "\(url.path): cannot be removed (\(error.localizedDescription))")
        }
    }

    // MARK: Files

    private func makeFolder(_ url: URL) throws(MLCreateError) {
        do { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) } catch {
            throw .io(
                reason:
                    "\(url.path): cannot be created (\(error.localizedDescription)); check path and permissions"
            )
        }
    }

    private func write(_ data: Data, to file: URL) throws(MLCreateError) {
        do throws(FileError) { try PendingFile.writeFile(data.bytes, to: file.path) } catch { throw .io(error) }
    }

    private func bytes(_ file: URL, atMost limit: Int = Self.limit) throws(MLCreateError) -> Bytes {
        do throws(FileError) {
            return try Bytes(readingFileAt: file.path, atMost: limit, acceptingPipes: false)
        } catch { throw .io(error) }
    }

    private func propertyList(_ value: some Encodable) throws(MLCreateError) -> Data {
        let encoder = PropertyListEncoder()
        encoder.outputFormat = .xml
        do { return try encoder.encode(value) } catch { throw .io(error) }
    }

    private func decoded<T: Decodable>(_ name: String) throws(MLCreateError) -> T {
        let file = url.appendingPathComponent(name)
        let bytes = try bytes(file, atMost: Self.listLimit).array()
        guard PropertyListText.isSafe(bytes),
            let value = try? PropertyListDecoder().decode(T.self, from: Data(bytes))
        else { throw .io(reason: "\(file.path): is not a session's property list; use another session directory") }
        return value
    }
}

/// Checks property lists before Foundation reads them, because its reader recurses for every level of nesting, and
/// crashes if there are too many.
enum PropertyListText {
    /// The beginning of property lists that this program writes; other forms and encodings would need separate checks.
    private static let start = Array("<?xml version=\"1.0\" encoding=\"UTF-8\"?>".utf8)
    /// Far more levels of nesting than a session's files have.
    private static let deepest = 64

    /// Returns whether the bytes are safe to read. They may still not be a property list.
    static func isSafe(_ bytes: [UInt8]) -> Bool {
        guard bytes.starts(with: start) else { return false }
        var depth = 0
        var place = start.count
        while let open = bytes[place...].firstIndex(of: UInt8(ascii: "<")) {
            let inside = bytes[(open + 1)...]
            guard let end = inside.firstIndex(of: UInt8(ascii: ">")) else { return false }
            let tag = inside[..<end]
            // Allow only tags between these characters, so that no reader can interpret them differently.
            guard let first = tag.first, !tag.contains(UInt8(ascii: "<")) else { return false }
            switch first {
            case UInt8(ascii: "/"): depth -= 1
            // The document type precedes the first element, and the writer produces no comments.
            case UInt8(ascii: "!"), UInt8(ascii: "?"): guard depth == 0 else { return false }
            default: if tag.last != UInt8(ascii: "/") { depth += 1 }
            }
            guard depth >= 0, depth <= deepest else { return false }
            place = end + 1
        }
        return true
    }
}

/// A session's key points, stored in its directory. Every example has frames: the frames of a sequence, or a hand
/// followed by the same hand as it was found in other ways.
extension TrainingMaterial {
    private static let form = SealedFile(signature: "TEGATAKP", version: nil)

    /// Reads the content of ``bytes``, which errors call `file`.
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

    /// The content of the file.
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
        // Sessions have no networks that compute embeddings.
        case .embeddings: break
        }
    }
}
