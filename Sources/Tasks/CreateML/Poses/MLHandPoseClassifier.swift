import TegataClassifiers
import TegataTrainingData

/// A stand-in for Create ML's classifier of hand poses: trained from pictures or key points, written to a file that
/// `MLModel` reads.
///
/// Training uses the CPU. The same data, parameters and version give the same file, byte for byte.
public struct MLHandPoseClassifier: CustomStringConvertible, CustomDebugStringConvertible {
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
        guard case .pose = file else {
            throw MLCreateError.type(
                reason: "\(checkpoint.url.path): the checkpoint is of a classifier of another kind")
        }
        let folder = SessionFolder(url: checkpoint.url.deletingLastPathComponent())
        let plan = try folder.parameters().plan(.poses, folder: folder.url)
        try self.init(TrainingOutcome(file: file, report: nil), ModelParameters(plan))
    }

    /// Starts a training on a thread of its own, in a new session or that in the folder of the parameters.
    public static func train(
        trainingData: DataSource, parameters: ModelParameters = ModelParameters(),
        sessionParameters: MLTrainingSessionParameters = _defaultSessionParameters
    ) throws -> MLJob<MLHandPoseClassifier> {
        try resume(
            makeTrainingSession(
                trainingData: trainingData, parameters: parameters, sessionParameters: sessionParameters))
    }

    /// Makes a session, or takes the one that is in the folder of the parameters if it was made with the same data and
    /// parameters.
    public static func makeTrainingSession(
        trainingData: DataSource, parameters: ModelParameters = ModelParameters(),
        sessionParameters: MLTrainingSessionParameters = _defaultSessionParameters
    ) throws -> MLTrainingSession<MLHandPoseClassifier> {
        MLTrainingSession(try SessionCore.make(parameters.plan(trainingData), sessionParameters))
    }

    /// The session that is in the folder of the parameters.
    public static func restoreTrainingSession(
        sessionParameters: MLTrainingSessionParameters
    ) throws -> MLTrainingSession<MLHandPoseClassifier> {
        MLTrainingSession(try SessionCore.restore(.poses, sessionParameters))
    }

    /// Starts a session, or goes on with it from its last checkpoint, on a thread of its own.
    public static func resume(
        _ session: MLTrainingSession<MLHandPoseClassifier>
    ) throws -> MLJob<MLHandPoseClassifier> {
        let plan = session.core.plan
        return MLJob(session.core) { try MLHandPoseClassifier($0, ModelParameters(plan)) }
    }

    // MARK: Use

    /// The labels and how likely each is, the most likely first, for the hand in a picture; none where there is none.
    public func prediction(from url: URL) throws -> [(label: String, confidence: Double)] {
        try predictions(from: [url]).flatMap { $0 }
    }

    /// What ``prediction(from:)`` says of each of several pictures.
    public func predictions(from urls: [URL]) throws -> [[(label: String, confidence: Double)]] {
        let classifying = try Classifying(model)
        try classifying.checkPoses()
        return try Classifying.extract(urls, .poses).map { item in
            guard case .picture(let hands, _) = item, let hand = hands.first else { return [] }
            return classifying.ranking([hand.keyPoints])
        }
    }

    /// How often the classifier is right on other data.
    public func evaluation(on labeledData: DataSource) throws -> MLClassifierMetrics {
        let classifying = try Classifying(model)
        try classifying.checkPoses()
        return try classifying.metrics(on: labeledData.record, .poses, windowSize: 1, frameRate: 0)
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
        MLHandPoseClassifier

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
