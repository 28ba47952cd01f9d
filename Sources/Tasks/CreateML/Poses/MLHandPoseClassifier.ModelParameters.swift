import TegataTrainingData

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
