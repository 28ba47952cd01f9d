import TegataClassifiers
import TegataTrainingData

/// A classifier of hand poses, as in Create ML: trained on images or key points, written to a file that `MLModel`
/// reads.
///
/// Training uses the CPU. The same data, parameters and version give the same file, byte for byte.
/// ``MLHandClassifier`` has the members for training, sessions and files.
public struct MLHandPoseClassifier: MLHandClassifier {
    /// The classifier as a model of Core ML: input `poses`, outputs `label` and `labelProbabilities`.
    public var model: MLModel
    /// The parameters of the training.
    public let modelParameters: ModelParameters
    /// The metrics on the training data.
    public var trainingMetrics: MLClassifierMetrics
    /// The metrics on the validation data; with validation in parts, those of the classifiers trained on the other
    /// parts.
    public var validationMetrics: MLClassifierMetrics

    /// The default parameters.
    public static var _defaultParameters: ModelParameters { ModelParameters() }
    /// The training of this kind of classifier.
    public static var _training: _HandTraining<Self> {
        _HandTraining(
            kind: .poses, plan: { $0.plan($1) }, parameters: ModelParameters.init(_:),
            classifier: Self.init(model:modelParameters:trainingMetrics:validationMetrics:))
    }

    /// Returns the labels and their probabilities, the most probable first, for the hand in an image; none if there is
    /// no hand.
    public func prediction(from url: URL) throws -> [(label: String, confidence: Double)] {
        try predictions(from: [url]).flatMap { $0 }
    }

    /// Returns ``prediction(from:)`` for each of several images.
    public func predictions(from urls: [URL]) throws -> [[(label: String, confidence: Double)]] {
        let classifying = try Classifying(model)
        try classifying.checkPoses()
        return try Classifying.extract(urls, .poses).map { item in
            guard case .picture(let hands, _) = item, let hand = hands.first else { return [] }
            return classifying.ranking([hand.keyPoints])
        }
    }

    /// Returns the metrics on other data.
    public func evaluation(on labeledData: DataSource) throws -> MLClassifierMetrics {
        let classifying = try Classifying(model)
        try classifying.checkPoses()
        return try classifying.metrics(on: labeledData.record, .poses, windowSize: 1, frameRate: 0)
    }
}

extension MLHandPoseClassifier {
    /// The parameters of a training.
    public struct ModelParameters: CustomStringConvertible, CustomDebugStringConvertible {
        /// The data that is held out from training to evaluate the classifier.
        public var validation: ValidationData
        /// The number of images per iteration.
        public var batchSize: Int
        /// The number of iterations.
        public var maximumIterations: Int
        /// Random changes of images, so that few images stand for many.
        public var augmentationOptions: ImageAugmentationOptions
        /// The kind of network; there is one.
        public var algorithm: ModelAlgorithmType

        /// The data that is held out.
        public typealias ValidationData = MLValidationData<DataSource>

        /// A kind of network.
        public enum ModelAlgorithmType: Hashable, Codable, Sendable {
            /// The only kind. Create ML's is a graph network; this one is a small network over features of the hand's
            /// shape.
            case gcn
        }

        /// Creates parameters.
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
            self.init(
                validation: ValidationData(plan.validation), batchSize: plan.batchSize,
                maximumIterations: plan.maximumIterations,
                augmentationOptions: ImageAugmentationOptions(rawValue: plan.augmentation))
        }

        /// Returns the plan of a training with these parameters.
        func plan(_ source: DataSource) -> TrainingPlan {
            TrainingPlan(
                kind: .poses, source: source.record, validation: validation.planned, batchSize: batchSize,
                maximumIterations: maximumIterations, augmentation: augmentationOptions.rawValue)
        }

        /// All parameters.
        public var description: String {
            """
            Validation Data: \(validation.name)
            Batch Size: \(batchSize)
            Max Iterations: \(maximumIterations)
            Augmentation Options: \(augmentationOptions.rawValue)
            Algorithm: \(algorithm)
            """
        }

        /// All parameters.
        public var debugDescription: String { description }
    }

    /// The defaults of parameters.
    public enum __Defaults {
        /// The number of images per iteration.
        public static var batchSize: Int { 16 }
        /// The number of iterations.
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
    /// Random changes of images in training. They change key points, not pixels, which takes next to no time.
    ///
    /// In addition, hands are always seen from slightly different directions, and with slightly longer or shorter
    /// fingers.
    public struct ImageAugmentationOptions: OptionSet, Hashable, Codable, Sendable {
        /// One bit for each change.
        public let rawValue: Int

        /// Creates options from bits.
        public init(rawValue: Int) {
            self.rawValue = rawValue
        }

        /// Left hands become right hands, and the other way round.
        public static let horizontallyFlip = ImageAugmentationOptions(rawValue: 1)
        /// Hands are rotated in the image.
        public static let rotate = ImageAugmentationOptions(rawValue: 2)
        /// Hands are moved in the image.
        public static let translate = ImageAugmentationOptions(rawValue: 4)
        /// Hands become larger or smaller.
        public static let scale = ImageAugmentationOptions(rawValue: 8)
    }
}
