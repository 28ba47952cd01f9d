import TegataTrainingData

/// A hand classifier: the interface that ``MLHandPoseClassifier`` and ``MLHandActionClassifier`` share. Not part of
/// Create ML; no other types can conform.
public protocol MLHandClassifier: CustomStringConvertible, CustomDebugStringConvertible, SendableMetatype {
    /// Images or videos with labels, or key points with labels.
    associatedtype DataSource
    /// Training parameters.
    associatedtype ModelParameters: CustomStringConvertible

    /// The classifier as a Core ML model: input `poses`, outputs `label` and `labelProbabilities`.
    var model: MLModel { get set }
    /// The training parameters.
    var modelParameters: ModelParameters { get }
    /// The metrics on the training data.
    var trainingMetrics: MLClassifierMetrics { get set }
    /// The metrics on the validation data; if validated in parts, the metrics of classifiers trained on the other
    /// parts.
    var validationMetrics: MLClassifierMetrics { get set }

    /// The default parameters.
    static var _defaultParameters: ModelParameters { get }
    /// The training procedure for this kind of classifier.
    static var _training: _HandTraining<Self> { get }
}

/// The training procedure for a kind of classifier. It has no public initialiser, so that no other types can conform to
/// ``MLHandClassifier``.
public struct _HandTraining<Classifier: MLHandClassifier> {
    let kind: DataSetKind
    let plan: (Classifier.ModelParameters, Classifier.DataSource) -> TrainingPlan
    let parameters: (TrainingPlan) -> Classifier.ModelParameters
    /// Creates a classifier from its model, its parameters, and its metrics on the training and validation data.
    let classifier: (MLModel, Classifier.ModelParameters, MLClassifierMetrics, MLClassifierMetrics) -> Classifier
}

extension MLHandClassifier {
    /// The default session parameters, with which nothing is kept on disk.
    public static var _defaultSessionParameters: MLTrainingSessionParameters { MLTrainingSessionParameters() }

    init(_ outcome: TrainingOutcome, _ parameters: ModelParameters) throws(MLCreateError) {
        self = Self._training.classifier(
            try outcome.model, parameters, outcome.trainingMetrics, outcome.validationMetrics)
    }

    // MARK: Training

    /// Trains a classifier, and returns when it is trained. This blocks the thread; where that is a problem, use
    /// ``train(trainingData:parameters:sessionParameters:)``.
    public init(trainingData: DataSource, parameters: ModelParameters = _defaultParameters) throws {
        let core = try SessionCore.make(Self._training.plan(parameters, trainingData), Self._defaultSessionParameters)
        try self.init(TrainingProcess(core: core).run(), parameters)
    }

    /// Creates the classifier as it was at a training checkpoint; it has no metrics.
    public init(checkpoint: MLCheckpoint) throws {
        let (outcome, plan) = try TrainingOutcome.kept(at: checkpoint, Self._training.kind)
        try self.init(outcome, Self._training.parameters(plan))
    }

    /// Starts training on a separate thread, in a new session or in the session in the parameters' directory.
    public static func train(
        trainingData: DataSource, parameters: ModelParameters = _defaultParameters,
        sessionParameters: MLTrainingSessionParameters = _defaultSessionParameters
    ) throws -> MLJob<Self> {
        try resume(
            makeTrainingSession(
                trainingData: trainingData, parameters: parameters, sessionParameters: sessionParameters))
    }

    /// Creates a session, or opens the session in the parameters' directory if it was created with the same data and
    /// parameters.
    public static func makeTrainingSession(
        trainingData: DataSource, parameters: ModelParameters = _defaultParameters,
        sessionParameters: MLTrainingSessionParameters = _defaultSessionParameters
    ) throws -> MLTrainingSession<Self> {
        MLTrainingSession(try SessionCore.make(_training.plan(parameters, trainingData), sessionParameters))
    }

    /// Opens the session in the parameters' directory.
    public static func restoreTrainingSession(
        sessionParameters: MLTrainingSessionParameters
    ) throws -> MLTrainingSession<Self> {
        MLTrainingSession(try SessionCore.restore(_training.kind, sessionParameters))
    }

    /// Starts a session, or continues it from its last checkpoint, on a separate thread.
    public static func resume(_ session: MLTrainingSession<Self>) throws -> MLJob<Self> {
        let plan = session.core.plan
        return MLJob(session.core) { try Self($0, _training.parameters(plan)) }
    }

    // MARK: Use

    /// Writes the classifier to a file that `MLModel` and the `tegata` command read. The file is written completely or
    /// not at all. It has Tegata's own format, regardless of its extension; `.task` is rejected, because such files
    /// need more than key points.
    public func write(to fileURL: URL, metadata: MLModelMetadata? = nil) throws {
        try Classifying(model).write(to: fileURL, metadata: metadata)
    }

    /// Writes the classifier to a file; see ``write(to:metadata:)``.
    public func write(toFile path: String, metadata: MLModelMetadata? = nil) throws {
        try write(to: URL(fileURLWithPath: (path as NSString).expandingTildeInPath), metadata: metadata)
    }

    /// The parameters and metrics.
    public var description: String {
        """
        \(Self.self)

        Parameters
        \(modelParameters)

        Performance on Training Data
        \(trainingMetrics)

        Performance on Validation Data
        \(validationMetrics)
        """
    }

    /// The parameters and metrics.
    public var debugDescription: String { description }
}
