/// The progress of a training.
package struct TrainingProgress: Sendable, Equatable {
    /// The phases of a training.
    package enum Phase: Sendable {
        /// The network is trained.
        case training
        /// Folds are trained and evaluated on the examples that they hold out.
        case evaluating
    }

    package var phase: Phase
    /// The number of completed iterations or, while evaluating, of folds.
    package var done: Int
    package var total: Int
    /// The mean loss since the last report, on the randomly changed examples; likewise ``accuracy``.
    package var loss: Double
    package var accuracy: Double
    /// The loss on held-out examples, nil if there are none; likewise ``validationAccuracy``.
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

/// An observer of training that is called more often than reports are made.
package struct TrainingWatch {
    /// Returns whether to cancel. It is called before every step, including those of folds, on their threads.
    package var isCancelled: @Sendable () -> Bool
    /// Called after every step of the classifier itself, and after its report if there is one.
    package var afterStep: (TrainingSnapshot) -> Void

    package init(
        isCancelled: @escaping @Sendable () -> Bool = { false },
        afterStep: @escaping (TrainingSnapshot) -> Void = { _ in }
    ) {
        self.isCancelled = isCancelled
        self.afterStep = afterStep
    }
}

/// The evaluation of a trained classifier.
package struct TrainingReport: Sendable, Equatable {
    /// The metrics on the examples that the classifier was trained with.
    package var training: ClassifierMetrics
    /// The metrics on held-out examples, of the classifier or of networks trained on other folds; nil if none were held
    /// out.
    package var heldOut: ClassifierMetrics?
    /// The held-out examples. Those whose own label has the lowest logit are the most likely to be mislabelled.
    package var heldOutExamples: [HeldOutExample] = []
    /// The fraction of held-out examples, except for background, that is rejected as unknown.
    package var rejectedShare: Double?
    /// The expected calibration error on held-out examples; nil if none were held out.
    package var calibrationError: Double?
    /// The loss and accuracy of every report.
    package var history: [TrainingProgress] = []
}
