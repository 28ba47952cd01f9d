/// How far a training is.
package struct TrainingProgress: Sendable, Equatable {
    /// What is being done.
    package enum Phase: Sendable {
        /// The network is trained.
        case training
        /// Folds are trained and what they leave out is judged.
        case evaluating
    }

    package var phase: Phase
    /// How many iterations are done, of how many; while evaluating, how many folds.
    package var done: Int
    package var total: Int
    /// The mean loss and accuracy since the last report, on the examples as they were changed by chance.
    package var loss: Double
    package var accuracy: Double
    /// Loss and accuracy on what is held out, where something is.
    package var validationLoss: Double?
    package var validationAccuracy: Double?

    package init(
        phase: Phase, done: Int, total: Int, loss: Double = 0, accuracy: Double = 0, validationLoss: Double? = nil,
        validationAccuracy: Double? = nil
    ) {
        self.phase = phase
        self.done = done
        self.total = total
        self.loss = loss
        self.accuracy = accuracy
        self.validationLoss = validationLoss
        self.validationAccuracy = validationAccuracy
    }
}

/// Who looks on while a classifier is trained, more closely than reports allow.
package struct TrainingWatch {
    /// Asked before every step, those of folds included, by the threads that make them.
    package var isCancelled: @Sendable () -> Bool
    /// Called after every step of the classifier itself, and after its report where there is one.
    package var afterStep: (TrainingSnapshot) -> Void

    package init(
        isCancelled: @escaping @Sendable () -> Bool = { false },
        afterStep: @escaping (TrainingSnapshot) -> Void = { _ in }
    ) {
        self.isCancelled = isCancelled
        self.afterStep = afterStep
    }
}

/// What is known of a trained classifier besides itself.
package struct TrainingReport: Sendable, Equatable {
    /// How often it is right on the examples that it was trained with.
    package var training: ClassifierMetrics
    /// How often it, or what was trained on other folds, is right on what was held out; nil where nothing was.
    package var heldOut: ClassifierMetrics?
    /// What was held out, one by one: the most likely mislabelled are those whose own label has the lowest logit.
    package var heldOutExamples: [HeldOutExample] = []
    /// The share of what was held out, background left out, that is rejected as unknown.
    package var rejectedShare: Double?
    /// How wrong probabilities on what was held out are in the mean.
    package var calibrationError: Double?
    /// Loss and accuracy from report to report.
    package var history: [TrainingProgress] = []
}
