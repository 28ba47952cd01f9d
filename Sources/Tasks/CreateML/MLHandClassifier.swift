import TegataTrainingData

/// A classifier of hands: the common part of ``MLHandPoseClassifier`` and ``MLHandActionClassifier``. Not part of
/// Create ML; no other types can conform.
public protocol MLHandClassifier: CustomStringConvertible, CustomDebugStringConvertible, SendableMetatype {
    /// Images or videos with labels, or key points with labels.
    associatedtype DataSource
    /// The parameters of a training.
    associatedtype ModelParameters: CustomStringConvertible

    /// The classifier as a model of Core ML: input `poses`, outputs `label` and `labelProbabilities`.
    var model: MLModel { get set }
    /// The parameters of the training.
    var modelParameters: ModelParameters { get }
    /// The metrics on the training data.
    var trainingMetrics: MLClassifierMetrics { get set }
    /// The metrics on the validation data; with validation in parts, those of the classifiers trained on the other
    /// parts.
    var validationMetrics: MLClassifierMetrics { get set }

    /// The default parameters.
    static var _defaultParameters: ModelParameters { get }
    /// The training of this kind of classifier.
    static var _training: _HandTraining<Self> { get }
}

/// The training of a kind of classifier. It has no public initialiser, so that no other types can conform to
/// ``MLHandClassifier``.
public struct _HandTraining<Classifier: MLHandClassifier> {
    let kind: DataSetKind
    let plan: (Classifier.ModelParameters, Classifier.DataSource) -> TrainingPlan
    let parameters: (TrainingPlan) -> Classifier.ModelParameters
    /// Creates a classifier from its model, its parameters, and its metrics on the training and validation data.
    let classifier: (MLModel, Classifier.ModelParameters, MLClassifierMetrics, MLClassifierMetrics) -> Classifier
}

extension MLHandClassifier {
    /// The default session parameters, which keep nothing on disk.
    public static var _defaultSessionParameters: MLTrainingSessionParameters { MLTrainingSessionParameters() }

    init(_ outcome: TrainingOutcome, _ parameters: ModelParameters) throws(MLCreateError) {
        self = Self._training.classifier(
            try outcome.model, parameters, outcome.trainingMetrics, outcome.validationMetrics)
    }

    // MARK: Training

    /// Trains a classifier, and returns when it is trained. This blocks the thread; use
    /// ``train(trainingData:parameters:sessionParameters:)`` where that would disturb.
    public init(trainingData: DataSource, parameters: ModelParameters = _defaultParameters) throws {
        let core = try SessionCore.make(Self._training.plan(parameters, trainingData), Self._defaultSessionParameters)
        try self.init(TrainingProcess(core: core).run(), parameters)
    }

    /// Creates the classifier at a checkpoint of its training, which has no metrics.
    public init(checkpoint: MLCheckpoint) throws {
        let (outcome, plan) = try TrainingOutcome.kept(at: checkpoint, Self._training.kind)
        try self.init(outcome, Self._training.parameters(plan))
    }

    /// Starts a training on its own thread, in a new session or in the session of the parameters' directory.
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

    /// Starts a session, or continues it from its last checkpoint, on its own thread.
    public static func resume(_ session: MLTrainingSession<Self>) throws -> MLJob<Self> {
        let plan = session.core.plan
        return MLJob(session.core) { try Self($0, _training.parameters(plan)) }
    }

    // MARK: Use

    /// Writes the classifier to a file that `MLModel` and the `tegata` command read. The file is written completely or
    /// not at all. It has Tegata's own format, whatever its extension; `.task` is rejected, because it needs more than
    /// key points.
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
