import TegataClassifiers
import TegataTraining
import TegataTrainingData

/// A stand-in for Create ML's classifier of hand actions: trained from videos or key points, written to a file that
/// `MLModel` reads.
///
/// Training uses the CPU. The same data, parameters and version give the same file, byte for byte.
public struct MLHandActionClassifier: CustomStringConvertible, CustomDebugStringConvertible {
    /// The classifier as a model of Core ML: input `poses`, outputs `label` and `labelProbabilities`.
    public var model: MLModel
    /// What it was trained with.
    public let modelParameters: ModelParameters
    /// How often it is right on what it was trained with.
    public var trainingMetrics: MLClassifierMetrics
    /// How often it, or what was trained on other parts of the data, is right on what was held out.
    public var validationMetrics: MLClassifierMetrics

    /// What sessions are made with where nobody says: nothing is kept on disk.
    public static let _defaultSessionParameters = MLTrainingSessionParameters()

    init(_ outcome: TrainingOutcome, _ parameters: ModelParameters) throws(MLCreateError) {
        model = try outcome.model
        modelParameters = parameters
        trainingMetrics = outcome.trainingMetrics
        validationMetrics = outcome.validationMetrics
    }

    // MARK: Training

    /// Trains a classifier, and returns when it is trained. Call it where that does not disturb, and
    /// ``train(trainingData:parameters:sessionParameters:)`` elsewhere.
    public init(trainingData: DataSource, parameters: ModelParameters = ModelParameters()) throws {
        let core = try SessionCore.make(parameters.plan(trainingData), Self._defaultSessionParameters)
        try self.init(TrainingProcess(core: core).run(), parameters)
    }

    /// The classifier as it was at a checkpoint of its training, which says nothing of how good it is.
    public init(checkpoint: MLCheckpoint) throws {
        guard checkpoint.phase == .training else {
            throw MLCreateError.generic(
                reason:
                    "\(checkpoint.url.path): it has features and no classifier yet; take a checkpoint of the training"
            )
        }
        let file = try SessionFolder.classifier(of: checkpoint.url)
        guard case .action = file else {
            throw MLCreateError.type(
                reason: "\(checkpoint.url.path): the checkpoint is of a classifier of another kind")
        }
        let folder = SessionFolder(url: checkpoint.url.deletingLastPathComponent())
        let plan = try folder.parameters().plan(.actions, folder: folder.url)
        try self.init(TrainingOutcome(file: file, report: nil), ModelParameters(plan))
    }

    /// Starts a training on a thread of its own, in a new session or that in the folder of the parameters.
    public static func train(
        trainingData: DataSource, parameters: ModelParameters = ModelParameters(),
        sessionParameters: MLTrainingSessionParameters = _defaultSessionParameters
    ) throws -> MLJob<MLHandActionClassifier> {
        try resume(
            makeTrainingSession(
                trainingData: trainingData, parameters: parameters, sessionParameters: sessionParameters))
    }

    /// Makes a session, or takes the one that is in the folder of the parameters if it was made with the same data and
    /// parameters.
    public static func makeTrainingSession(
        trainingData: DataSource, parameters: ModelParameters = ModelParameters(),
        sessionParameters: MLTrainingSessionParameters = _defaultSessionParameters
    ) throws -> MLTrainingSession<MLHandActionClassifier> {
        MLTrainingSession(try SessionCore.make(parameters.plan(trainingData), sessionParameters))
    }

    /// The session that is in the folder of the parameters.
    public static func restoreTrainingSession(
        sessionParameters: MLTrainingSessionParameters
    ) throws -> MLTrainingSession<MLHandActionClassifier> {
        MLTrainingSession(try SessionCore.restore(.actions, sessionParameters))
    }

    /// Starts a session, or goes on with it from its last checkpoint, on a thread of its own.
    public static func resume(
        _ session: MLTrainingSession<MLHandActionClassifier>
    ) throws -> MLJob<MLHandActionClassifier> {
        let plan = session.core.plan
        return MLJob(session.core) { try MLHandActionClassifier($0, ModelParameters(plan)) }
    }

    // MARK: Use

    /// A stand-in for what a classifier says of a part of a video.
    public struct Prediction: Sendable {
        /// Which frames it looked at, counted from the beginning of the video at the classifier's frame rate.
        public var frameRange: Range<Int>
        /// The labels and how likely each is, the most likely first.
        public var results: [(label: String, confidence: Double)]

        /// Says something of a part of a video.
        public init(frameRange: Range<Int>, results: [(label: String, confidence: Double)]) {
            self.frameRange = frameRange
            self.results = results
        }
    }

    /// What the classifier says of the windows of a video, side by side, for the hand that is seen longest; none where
    /// there is no hand.
    public func prediction(from url: URL) throws -> [Prediction] {
        try predictions(from: [url]).flatMap { $0 }
    }

    /// What ``prediction(from:)`` says of each of several videos.
    public func predictions(from urls: [URL]) throws -> [[Prediction]] {
        let classifying = try Classifying(model)
        let (size, frameRate) = try classifying.actionWindow()
        return try Classifying.extract(urls, .actions).map { item in
            guard case .clip(let sequences) = item else { return [] }
            let seen = sequences.map { sequence in sequence.frames.count { $0.isPresent } }
            guard let most = seen.max(), most > 0, let place = seen.firstIndex(of: most) else { return [] }
            let frames = sequences[place].frames(at: frameRate)
            let first = sequences[place].firstFrame(at: frameRate)
            return Classifying.windows(of: frames.count, size: size).map { window in
                Prediction(
                    frameRange: first + window.lowerBound..<first + window.upperBound,
                    results: classifying.ranking(Classifying.filled(frames[window], size: size)))
            }
        }
    }

    /// How often the classifier is right on the windows of other data.
    public func evaluation(on labeledData: DataSource) throws -> MLClassifierMetrics {
        let classifying = try Classifying(model)
        let (size, frameRate) = try classifying.actionWindow()
        return try classifying.metrics(on: labeledData.record, .actions, windowSize: size, frameRate: frameRate)
    }

    /// Writes the classifier to a file that `MLModel` and the command read, whole or not at all. Its form is our own
    /// whatever the name ends with; a `.task` is refused, as it needs more than key points.
    public func write(to fileURL: URL, metadata: MLModelMetadata? = nil) throws {
        try Classifying(model).write(to: fileURL, metadata: metadata)
    }

    /// Writes the classifier to a file; see ``write(to:metadata:)``.
    public func write(toFile path: String, metadata: MLModelMetadata? = nil) throws {
        try write(to: URL(fileURLWithPath: (path as NSString).expandingTildeInPath), metadata: metadata)
    }

    /// Parameters and metrics.
    public var description: String {
        """
        MLHandActionClassifier

        Parameters
        \(modelParameters)

        Performance on Training Data
        \(trainingMetrics)

        Performance on Validation Data
        \(validationMetrics)
        """
    }

    /// Parameters and metrics.
    public var debugDescription: String { description }
}
