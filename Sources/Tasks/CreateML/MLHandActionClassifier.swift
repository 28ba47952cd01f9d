import TegataClassifiers
import TegataTraining
import TegataTrainingData

/// A hand action classifier, as in Create ML: trained on videos or key points, and written to a file that `MLModel`
/// reads.
///
/// Training uses the CPU. The same data, parameters and version yield the same file, byte for byte.
/// ``MLHandClassifier`` declares the members for training, sessions and files.
public struct MLHandActionClassifier: MLHandClassifier {
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
            kind: .actions, plan: { $0.plan($1) }, parameters: ModelParameters.init(_:),
            classifier: Self.init(model:modelParameters:trainingMetrics:validationMetrics:))
    }

    /// A prediction for part of a video.
    public struct Prediction: Sendable {
        /// The frames that the prediction covers, counted from the beginning of the video at the classifier's frame
        /// rate.
        public var frameRange: Range<Int>
        /// The labels and their probabilities, most probable first.
        public var results: [(label: String, confidence: Double)]

        /// Creates a prediction.
        public init(frameRange: Range<Int>, results: [(label: String, confidence: Double)]) {
            self.frameRange = frameRange
            self.results = results
        }
    }

    /// Returns predictions for consecutive windows of a video, for the hand that is visible the longest; none without a
    /// hand.
    public func prediction(from url: URL) throws -> [Prediction] {
        try predictions(from: [url]).flatMap { $0 }
    }

    /// Returns the result of ``prediction(from:)`` for each of several videos.
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

    /// Returns the metrics on windows from other data.
    public func evaluation(on labeledData: DataSource) throws -> MLClassifierMetrics {
        let classifying = try Classifying(model)
        let (size, frameRate) = try classifying.actionWindow()
        return try classifying.metrics(on: labeledData.record, .actions, windowSize: size, frameRate: frameRate)
    }
}

extension MLHandActionClassifier {
    /// Training parameters.
    public struct ModelParameters: CustomStringConvertible, CustomDebugStringConvertible {
        /// The data that is held out from training to evaluate the classifier.
        public var validation: ValidationData
        /// The number of videos per iteration.
        public var batchSize: Int
        /// The number of iterations.
        public var maximumIterations: Int
        /// The number of frames in a window of the classifier.
        public var predictionWindowSize: Int
        /// Random changes to videos, so that a few videos can stand for many.
        public var augmentationOptions: VideoAugmentationOptions
        /// The kind of network; there is only one.
        public var algorithm: ModelAlgorithmType
        /// The classifier's frame rate, in frames per second. Videos with another rate are resampled to it.
        public var targetFrameRate: Double

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
            predictionWindowSize: Int = __Defaults.predictionWindowSize,
            augmentationOptions: VideoAugmentationOptions = [], algorithm: ModelAlgorithmType = .gcn,
            targetFrameRate: Double = __Defaults.targetFrameRate
        ) {
            self.validation = validation
            self.batchSize = batchSize
            self.maximumIterations = maximumIterations
            self.predictionWindowSize = predictionWindowSize
            self.augmentationOptions = augmentationOptions
            self.algorithm = algorithm
            self.targetFrameRate = targetFrameRate
        }

        init(_ plan: TrainingPlan) {
            self.init(
                validation: ValidationData(plan.validation), batchSize: plan.batchSize,
                maximumIterations: plan.maximumIterations, predictionWindowSize: plan.windowSize,
                augmentationOptions: VideoAugmentationOptions(rawValue: plan.augmentation),
                targetFrameRate: plan.frameRate)
        }

        /// Returns the plan for training with these parameters.
        func plan(_ source: DataSource) -> TrainingPlan {
            TrainingPlan(
                kind: .actions, source: source.record, validation: validation.planned, batchSize: batchSize,
                maximumIterations: maximumIterations, windowSize: predictionWindowSize, frameRate: targetFrameRate,
                augmentation: augmentationOptions.rawValue)
        }

        /// All parameters.
        public var description: String {
            """
            Validation Data: \(validation.name)
            Batch Size: \(batchSize)
            Max Iterations: \(maximumIterations)
            Prediction Window Size: \(predictionWindowSize)
            Target Frame Rate: \(targetFrameRate)
            Augmentation Options: \(augmentationOptions.rawValue)
            Algorithm: \(algorithm)
            """
        }

        /// All parameters.
        public var debugDescription: String { description }
    }

    /// The default parameter values.
    public enum __Defaults {
        /// The number of videos per iteration.
        public static var batchSize: Int { 16 }
        /// The number of iterations.
        public static var maximumIterations: Int { 80 }
        /// The number of frames per window.
        public static var predictionWindowSize: Int { 60 }
        /// The number of frames per second.
        public static var targetFrameRate: Double { 30 }
        /// The name of the path column.
        public static var videoColumnName: String { DefaultNames.video }
        /// The name of the column with the start times of actions, in seconds.
        public static var startTimeColumnName: String { DefaultNames.startTime }
        /// The name of the column with the end times of actions, in seconds.
        public static var endTimeColumnName: String { DefaultNames.endTime }
        /// The name of the label column.
        public static var labelColumnName: String { DefaultNames.label }
        /// The name of the session column.
        public static var sessionIdColumnName: String { DefaultNames.session }
        /// The name of the key-point column.
        public static var featureColumnName: String { DefaultNames.feature }
    }
}

extension MLHandActionClassifier {
    /// Random changes to videos during training. They change key points rather than pixels, which takes next to no
    /// time.
    ///
    /// Regardless of these options, hands are always seen from slightly different directions, and with slightly longer
    /// or shorter fingers.
    public struct VideoAugmentationOptions: OptionSet, Hashable, Codable, Sendable {
        /// One bit for each change.
        public let rawValue: Int

        /// Creates options from their bits.
        public init(rawValue: Int) {
            self.rawValue = rawValue
        }

        /// Left hands become right hands, and vice versa.
        public static let horizontallyFlip = VideoAugmentationOptions(rawValue: 1)
        /// Hands are rotated in the image.
        public static let rotate = VideoAugmentationOptions(rawValue: 2)
        /// Hands are moved in the image.
        public static let translate = VideoAugmentationOptions(rawValue: 4)
        /// Hands become larger or smaller.
        public static let scale = VideoAugmentationOptions(rawValue: 8)
        /// Actions become faster or slower, with frames interpolated between the given ones.
        public static let interpolateFrames = VideoAugmentationOptions(rawValue: 16)
        /// Frames are dropped, and the frames before them are repeated.
        public static let dropFrames = VideoAugmentationOptions(rawValue: 32)
    }
}
