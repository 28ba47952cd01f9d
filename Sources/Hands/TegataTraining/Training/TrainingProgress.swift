/// The progress of training.
package struct TrainingProgress: Sendable, Equatable {
    /// The phases of training.
    package enum Phase: Sendable {
        /// The network is being trained.
        case training
        /// Folds are trained and then evaluated on the examples that they hold out.
        case evaluating
    }

    package var phase: Phase
    /// The number of completed iterations or, during evaluation, folds.
    package var done: Int
    package var total: Int
    /// The mean loss since the last report, on the randomly changed examples; likewise for ``accuracy``.
    package var loss: Double
    package var accuracy: Double
    /// The loss on held-out examples, nil if there are none; likewise for ``validationAccuracy``.
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
    /// Returns whether to cancel. It is called before every step, including the steps of folds, on their threads.
    package var isCancelled: @Sendable () -> Bool
    /// Called after every step of the classifier itself, and after the report for that step, if any.
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
    /// The metrics on the examples that the classifier was trained on.
    package var training: ClassifierMetrics
    /// The metrics on held-out examples, for the classifier or for networks trained on other folds; nil if none were
    /// held out.
    package var heldOut: ClassifierMetrics?
    /// The held-out examples. The ones whose own label has the lowest logit are the most likely to be mislabelled.
    package var heldOutExamples: [HeldOutExample] = []
    /// The fraction of held-out examples, excluding background, that are rejected as unknown.
    package var rejectedShare: Double?
    /// The expected calibration error on held-out examples; nil if none were held out.
    package var calibrationError: Double?
    /// The loss and accuracy in every report.
    package var history: [TrainingProgress] = []
}
