import TegataClassifiers
import TegataTraining
import TegataTrainingData

/// The data and parameters for training either classifier.
struct TrainingPlan: Sendable {
    enum Validation: Sendable {
        case source(SourceRecord)
        case split(MLSplitStrategy)
        case none
    }

    var kind: DataSetKind
    var source: SourceRecord
    var validation: Validation
    var batchSize: Int
    var maximumIterations: Int
    var windowSize = 0
    var frameRate = 0.0
    /// The raw value of either classifier's option set, which is the same as for ``AugmentationChanges``.
    var augmentation: Int

    /// The kind of examples that the classifier is trained with.
    var exampleKind: LabelledExamples.Kind { kind == .poses ? .poses : .actions(frameRate: frameRate) }

    /// Throws if parameters are invalid or files are missing, before anything else is done.
    func check() throws(MLCreateError) {
        try source.check()
        guard batchSize >= 1 else { throw .generic(reason: "batchSize is \(batchSize); choose at least 1") }
        guard maximumIterations >= 1 else {
            throw .generic(reason: "maximumIterations is \(maximumIterations); choose at least 1")
        }
        if kind == .actions {
            guard windowSize >= 2, windowSize <= 4096 else {
                throw .generic(reason: "predictionWindowSize is \(windowSize); choose 2 to 4096")
            }
            try Self.checkFrameRate(frameRate)
        }
        switch validation {
        case .source(let source): try source.check()
        case .split(.fixed(let ratio, _)) where !(ratio >= 0 && ratio < 1):
            throw .generic(reason: "the ratio of the split is \(ratio); choose 0 or more and less than 1")
        case .split, .none: break
        }
    }

    static func checkFrameRate(_ rate: Double) throws(MLCreateError) {
        guard rate.isFinite, rate > 0, rate <= 1000 else {
            throw .generic(reason: "targetFrameRate is \(rate); choose more than 0 and at most 1000")
        }
    }

    /// Returns the plan with its tables reduced to what files can hold.
    func normalized() throws(MLCreateError) -> TrainingPlan {
        var plan = self
        plan.source = try source.normalized()
        if case .source(let source) = validation { plan.validation = .source(try source.normalized()) }
        return plan
    }

    /// Returns the recipe for a number of examples.
    func recipe(exampleCount: Int, _ parameters: MLTrainingSessionParameters) -> TrainingRecipe {
        var recipe = TrainingRecipe()
        // Always vary the directions and shapes of hands and the start of windows, regardless of the options.
        recipe.changes = AugmentationChanges(rawValue: augmentation).union([.tilt, .form, .shift])
        (recipe.windowSize, recipe.frameRate) = (windowSize, frameRate)
        recipe.options.iterations = max(min(maximumIterations, parameters.iterations), 1)
        recipe.options.acceptsOtherLengths = true
        recipe.options.batchSize = batchSize
        recipe.options.reportInterval = max(parameters.reportInterval, 1)
        recipe.options.threadCount = ProcessInfo.processInfo.activeProcessorCount
        switch validation {
        case .source: break
        case .none: recipe.options.validation = .none
        // Smaller numbers are validated in parts: see MLSplitStrategy.
        case .split(.automatic) where exampleCount < 200: recipe.options.validation = .automatic
        case .split(let strategy):
            let (ratio, seed) = strategy.resolve(count: exampleCount)
            recipe.options.validation = ratio > 0 ? .split(share: ratio) : .none
            recipe.options.seed = UInt64(bitPattern: Int64(seed))
        }
        return recipe
    }
}

/// The outcome of training.
struct TrainingOutcome: Sendable {
    var file: ClassifierFile
    /// Nil for a classifier from a checkpoint, which has no metrics yet.
    var report: TrainingReport?

    /// Returns the classifier stored in a checkpoint, and the plan of its session.
    static func kept(
        at checkpoint: MLCheckpoint, _ kind: DataSetKind
    ) throws(MLCreateError) -> (outcome: TrainingOutcome, plan: TrainingPlan) {
        let path = checkpoint.url.path
        guard checkpoint.phase == .training else {
            throw .generic(
                reason: "\(path): it contains features but no classifier yet; use a checkpoint from the training phase")
        }
        let file = try SessionFolder.classifier(of: checkpoint.url)
        switch (file, kind) {
        case (.pose, .poses), (.action, .actions): break
        default: throw .type(reason: "\(path): the checkpoint belongs to another kind of classifier")
        }
        let folder = SessionFolder(url: checkpoint.url.deletingLastPathComponent())
        return (TrainingOutcome(file: file, report: nil), try folder.parameters().plan(kind, folder: folder.url))
    }

    var model: MLModel {
        get throws(MLCreateError) {
            guard let model = HandClassifierModel(file) else {
                throw .generic(reason: "the classifier takes embeddings, but Create ML's take key points")
            }
            return MLModel(model)
        }
    }

    var trainingMetrics: MLClassifierMetrics {
        report.map { MLClassifierMetrics($0.training, labels: file.head.labels) }
            ?? MLClassifierMetrics(MLCreateError.generic(reason: "the training has not ended; resume its session"))
    }

    var validationMetrics: MLClassifierMetrics {
        report?.heldOut.map { MLClassifierMetrics($0, labels: file.head.labels) }
            ?? MLClassifierMetrics(
                MLCreateError.generic(reason: "nothing was held out from training; choose validation data"))
    }
}
