import TabularData
import TegataBuffers
import TegataClassifiers
import TegataSystem
import TegataTraining
import TegataTrainingData

/// A session's folder: what it was made with, how far it is, and its checkpoints.
struct SessionFolder: Sendable {
    let url: URL

    /// How far a session is.
    struct State: Codable {
        var phase: MLPhase
        var iteration: Int
        var date: Date
        /// What tells the data set from others.
        var data: String
        var checkpoints: [MLCheckpoint]
    }

    private static let (parametersName, stateName) = ("parameters.plist", "session.plist")
    private static let (featuresName, trainingName) = ("features", "training")
    private static let classifierName = "classifier.tegata"
    /// More bytes than any of the files has.
    private static let limit = 1 << 31
    /// More bytes than property lists have, even with thousands of checkpoints.
    private static let listLimit = 1 << 24

    /// Whether there is a session already.
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

    func state() throws(MLCreateError) -> State {
        var state: State = try decoded(Self.stateName)
        // The folder may have been moved, and whoever wrote the file must not choose what is read or removed:
        // checkpoints are where this program puts them. What is no longer there does not count.
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

    /// The folder of a checkpoint, which has the name that Create ML gives it.
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

    static func material(
        of checkpoint: URL, _ kind: LabelledExamples.Kind
    ) throws(MLCreateError) -> TrainingMaterial {
        let file = checkpoint.appendingPathComponent(featuresName)
        let bytes = try SessionFolder(url: checkpoint).bytes(file)
        do throws(ClassifierFileError) { return try TrainingMaterial(bytes, kind, file: file.path) } catch {
            throw .io(error)
        }
    }

    static func training(of checkpoint: URL) throws(MLCreateError) -> TrainingCheckpoint {
        let file = checkpoint.appendingPathComponent(trainingName)
        let bytes = try SessionFolder(url: checkpoint).bytes(file)
        do throws(ClassifierFileError) { return try TrainingCheckpoint(bytes, file: file.path) } catch {
            throw .io(error)
        }
    }

    static func classifier(of checkpoint: URL) throws(MLCreateError) -> ClassifierFile {
        let file = checkpoint.appendingPathComponent(classifierName)
        let bytes = try SessionFolder(url: checkpoint).bytes(file)
        do throws(ClassifierFileError) { return try ClassifierFile(bytes, file: file.path) } catch { throw .io(error) }
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
                    "\(url.path): cannot be made (\(error.localizedDescription)); check path and permissions"
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
        else { throw .io(reason: "\(file.path): this is no session's property list; use another session folder") }
        return value
    }
}
