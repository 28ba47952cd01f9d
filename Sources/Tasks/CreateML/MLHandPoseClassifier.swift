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
        let (outcome, plan) = try TrainingOutcome.kept(at: checkpoint, .poses)
        try self.init(outcome, ModelParameters(plan))
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
        classifierDescription(
            of: "MLHandPoseClassifier", modelParameters, training: trainingMetrics, validation: validationMetrics)
    }

    /// Parameters and metrics.
    public var debugDescription: String { description }
}

extension MLHandPoseClassifier {
    /// A stand-in for how a classifier is trained.
    public struct ModelParameters: CustomStringConvertible, CustomDebugStringConvertible {
        /// What is held out from training to judge the classifier with.
        public var validation: ValidationData
        /// How many pictures an iteration looks at.
        public var batchSize: Int
        /// How many iterations are made.
        public var maximumIterations: Int
        /// How pictures are changed by chance, so that few stand for many.
        public var augmentationOptions: ImageAugmentationOptions
        /// The kind of network; there is one.
        public var algorithm: ModelAlgorithmType

        /// A stand-in for what is held out.
        public enum ValidationData {
            /// Other data.
            case dataSource(DataSource)
            /// A part of the training data.
            case split(strategy: MLSplitStrategy)
            /// Nothing: nobody knows how good the classifier is, and it rejects nothing.
            case none
        }

        /// A stand-in for the kinds of networks.
        public enum ModelAlgorithmType: Hashable, Codable, Sendable {
            /// The only one. The original's is a graph network; here it is a small network over what a hand's points
            /// say of its form.
            case gcn
        }

        /// Chooses parameters.
        public init(
            validation: ValidationData = .split(strategy: .automatic), batchSize: Int = __Defaults.batchSize,
            maximumIterations: Int = __Defaults.maximumIterations,
            augmentationOptions: ImageAugmentationOptions = [], algorithm: ModelAlgorithmType = .gcn
        ) {
            self.validation = validation
            self.batchSize = batchSize
            self.maximumIterations = maximumIterations
            self.augmentationOptions = augmentationOptions
            self.algorithm = algorithm
        }

        init(_ plan: TrainingPlan) {
            let validation: ValidationData =
                switch plan.validation {
                case .source(let source): .dataSource(DataSource(source))
                case .split(let strategy): .split(strategy: strategy)
                case .none: .none
                }
            self.init(
                validation: validation, batchSize: plan.batchSize, maximumIterations: plan.maximumIterations,
                augmentationOptions: ImageAugmentationOptions(rawValue: plan.augmentation))
        }

        /// What is done with data and these parameters.
        func plan(_ source: DataSource) -> TrainingPlan {
            let validation: TrainingPlan.Validation =
                switch self.validation {
                case .dataSource(let source): .source(source.record)
                case .split(let strategy): .split(strategy)
                case .none: .none
                }
            return TrainingPlan(
                kind: .poses, source: source.record, validation: validation, batchSize: batchSize,
                maximumIterations: maximumIterations,
                augmentation: augmentationOptions.rawValue)
        }

        /// All parameters.
        public var description: String {
            let validation =
                switch self.validation {
                case .dataSource: "other data"
                case .split(let strategy): "\(strategy)"
                case .none: "none"
                }
            return """
                Validation Data: \(validation)
                Batch Size: \(batchSize)
                Max Iterations: \(maximumIterations)
                Augmentation Options: \(augmentationOptions.rawValue)
                Algorithm: \(algorithm)
                """
        }

        /// All parameters.
        public var debugDescription: String { description }
    }

    /// What is meant where nobody says.
    public enum __Defaults {
        /// How many pictures an iteration looks at.
        public static var batchSize: Int { 16 }
        /// How many iterations are made.
        public static var maximumIterations: Int { 80 }
        /// The column of paths.
        public static var imageColumnName: String { DefaultNames.image }
        /// The column of labels.
        public static var labelColumnName: String { DefaultNames.label }
        /// The column of sessions.
        public static var sessionIdColumnName: String { DefaultNames.session }
        /// The column of key points.
        public static var featureColumnName: String { DefaultNames.feature }
    }
}

extension MLHandPoseClassifier {
    /// A stand-in for how pictures are changed by chance in training. Key points are changed, not pixels, which costs
    /// next to nothing.
    ///
    /// Beyond that hands are always seen a little from elsewhere, and with fingers a little longer or shorter.
    public struct ImageAugmentationOptions: OptionSet, Hashable, Codable, Sendable {
        /// One bit for each change.
        public let rawValue: Int

        /// Makes options of bits.
        public init(rawValue: Int) {
            self.rawValue = rawValue
        }

        /// Left hands become right ones and the other way round.
        public static let horizontallyFlip = ImageAugmentationOptions(rawValue: 1)
        /// Hands are turned in the picture.
        public static let rotate = ImageAugmentationOptions(rawValue: 2)
        /// Hands are moved in the picture.
        public static let translate = ImageAugmentationOptions(rawValue: 4)
        /// Hands become larger or smaller.
        public static let scale = ImageAugmentationOptions(rawValue: 8)
    }
}
