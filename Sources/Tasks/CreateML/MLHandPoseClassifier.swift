import TegataClassifiers
import TegataTrainingData

/// A hand pose classifier, as in Create ML: trained on images or key points, and written to a file that `MLModel`
/// reads.
///
/// Training uses the CPU. The same data, parameters and version yield the same file, byte for byte.
/// ``MLHandClassifier`` declares the members for training, sessions and files.
public struct MLHandPoseClassifier: MLHandClassifier {
    /// The classifier as a Core ML model: input `poses`, outputs `label` and `labelProbabilities`.
    public var model: MLModel
    /// The training parameters.
    public let modelParameters: ModelParameters
    /// The metrics on the training data.
    public var trainingMetrics: MLClassifierMetrics
    /// The metrics on the validation data; if validated in parts, the metrics of classifiers trained on the other
    /// parts.
    public var validationMetrics: MLClassifierMetrics

    /// The default parameters.
    public static var _defaultParameters: ModelParameters { ModelParameters() }
    /// The training procedure for this kind of classifier.
    public static var _training: _HandTraining<Self> {
        _HandTraining(
            kind: .poses, plan: { $0.plan($1) }, parameters: ModelParameters.init(_:),
            classifier: Self.init(model:modelParameters:trainingMetrics:validationMetrics:))
    }

    /// Returns the labels and their probabilities, most probable first, for the hand in an image; none if there is no
    /// hand.
    public func prediction(from url: URL) throws -> [(label: String, confidence: Double)] {
        try predictions(from: [url]).flatMap { $0 }
    }

    /// Returns the result of ``prediction(from:)`` for each of several images.
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
    /// Training parameters.
    public struct ModelParameters: CustomStringConvertible, CustomDebugStringConvertible {
        /// The data that is held out from training to evaluate the classifier.
        public var validation: ValidationData
        /// The number of images per iteration.
        public var batchSize: Int
        /// The number of iterations.
        public var maximumIterations: Int
        /// Random changes to images, so that a few images can stand for many.
        public var augmentationOptions: ImageAugmentationOptions
        /// The kind of network; there is only one.
        public var algorithm: ModelAlgorithmType

        /// The data that is held out.
        public typealias ValidationData = MLValidationData<DataSource>

        /// A kind of network.
        public enum ModelAlgorithmType: Hashable, Codable, Sendable {
            /// The only kind. Create ML uses a graph network; this module uses a small network over features of the
            /// hand's shape.
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

        /// Returns the plan for training with these parameters.
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

    /// The default parameter values.
    public enum __Defaults {
        /// The number of images per iteration.
        public static var batchSize: Int { 16 }
        /// The number of iterations.
        public static var maximumIterations: Int { 80 }
        /// The name of the path column.
        public static var imageColumnName: String { DefaultNames.image }
        /// The name of the label column.
        public static var labelColumnName: String { DefaultNames.label }
        /// The name of the session column.
        public static var sessionIdColumnName: String { DefaultNames.session }
        /// The name of the key-point column.
        public static var featureColumnName: String { DefaultNames.feature }
    }
}

extension MLHandPoseClassifier {
    /// Random changes to images during training. They change key points rather than pixels, which takes next to no
    /// time.
    ///
    /// Regardless of these options, hands are always seen from slightly different directions, and with slightly longer
    /// or shorter fingers.
    public struct ImageAugmentationOptions: OptionSet, Hashable, Codable, Sendable {
        /// One bit for each change.
        public let rawValue: Int

        /// Creates options from their bits.
        public init(rawValue: Int) {
            self.rawValue = rawValue
        }

        /// Left hands become right hands, and vice versa.
        public static let horizontallyFlip = ImageAugmentationOptions(rawValue: 1)
        /// Hands are rotated in the image.
        public static let rotate = ImageAugmentationOptions(rawValue: 2)
        /// Hands are moved in the image.
        public static let translate = ImageAugmentationOptions(rawValue: 4)
        /// Hands become larger or smaller.
        public static let scale = ImageAugmentationOptions(rawValue: 8)
    }
}
