import TegataClassifiers
import TegataTraining

/// What a training ends with.
struct TrainingOutcome: Sendable {
    var file: ClassifierFile
    /// Nil for a classifier of a checkpoint, of which nothing is known yet.
    var report: TrainingReport?

    var model: MLModel {
        get throws(MLCreateError) {
            guard let model = HandClassifierModel(file) else {
                throw .generic(reason: "the classifier takes embeddings, which Create ML's do not")
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
                MLCreateError.generic(reason: "nothing was held out from the training; choose validation data"))
    }
}
