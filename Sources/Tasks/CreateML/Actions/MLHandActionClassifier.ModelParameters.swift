import TegataTrainingData

extension MLHandActionClassifier {
    /// A stand-in for how a classifier is trained.
    public struct ModelParameters: CustomStringConvertible, CustomDebugStringConvertible {
        /// What is held out from training to judge the classifier with.
        public var validation: ValidationData
        /// How many videos an iteration looks at.
        public var batchSize: Int
        /// How many iterations are made.
        public var maximumIterations: Int
        /// How many frames the classifier looks at at a time.
        public var predictionWindowSize: Int
        /// How videos are changed by chance, so that few stand for many.
        public var augmentationOptions: VideoAugmentationOptions
        /// The kind of network; there is one.
        public var algorithm: ModelAlgorithmType
        /// How many frames a second it looks at: videos are thinned or filled up to that.
        public var targetFrameRate: Double

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
            let validation: ValidationData =
                switch plan.validation {
                case .source(let source): .dataSource(DataSource(source))
                case .split(let strategy): .split(strategy: strategy)
                case .none: .none
                }
            self.init(
                validation: validation, batchSize: plan.batchSize, maximumIterations: plan.maximumIterations,
                predictionWindowSize: plan.windowSize,
                augmentationOptions: VideoAugmentationOptions(rawValue: plan.augmentation),
                targetFrameRate: plan.frameRate)
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
                kind: .actions, source: source.record, validation: validation, batchSize: batchSize,
                maximumIterations: maximumIterations, windowSize: predictionWindowSize, frameRate: targetFrameRate,
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
                Prediction Window Size: \(predictionWindowSize)
                Target Frame Rate: \(targetFrameRate)
                Augmentation Options: \(augmentationOptions.rawValue)
                Algorithm: \(algorithm)
                """
        }

        /// All parameters.
        public var debugDescription: String { description }
    }

    /// What is meant where nobody says.
    public enum __Defaults {
        /// How many videos an iteration looks at.
        public static var batchSize: Int { 16 }
        /// How many iterations are made.
        public static var maximumIterations: Int { 80 }
        /// How many frames a window has.
        public static var predictionWindowSize: Int { 60 }
        /// How many frames a second there are.
        public static var targetFrameRate: Double { 30 }
        /// The column of paths.
        public static var videoColumnName: String { DefaultNames.video }
        /// The column of the times where actions begin, in seconds.
        public static var startTimeColumnName: String { DefaultNames.startTime }
        /// The column of the times where actions end, in seconds.
        public static var endTimeColumnName: String { DefaultNames.endTime }
        /// The column of labels.
        public static var labelColumnName: String { DefaultNames.label }
        /// The column of sessions.
        public static var sessionIdColumnName: String { DefaultNames.session }
        /// The column of key points.
        public static var featureColumnName: String { DefaultNames.feature }
    }
}
