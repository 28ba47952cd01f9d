/// What is known of a trained classifier besides itself.
package struct TrainingReport: Sendable, Equatable {
    /// How often it is right on the examples that it was trained with.
    package var training: ClassifierMetrics
    /// How often it, or what was trained on other folds, is right on what was held out; nil where nothing was.
    package var heldOut: ClassifierMetrics?
    /// What was held out, one by one: the most likely mislabelled are those whose own label has the lowest logit.
    package var heldOutExamples: [HeldOutExample]
    /// The share of what was held out, background left out, that is rejected as unknown.
    package var rejectedShare: Double?
    /// How wrong probabilities on what was held out are in the mean.
    package var calibrationError: Double?
    /// Loss and accuracy from report to report.
    package var history: [TrainingProgress]

    package init(
        training: ClassifierMetrics, heldOut: ClassifierMetrics? = nil, heldOutExamples: [HeldOutExample] = [],
        rejectedShare: Double? = nil, calibrationError: Double? = nil, history: [TrainingProgress] = []
    ) {
        self.training = training
        self.heldOut = heldOut
        self.heldOutExamples = heldOutExamples
        self.rejectedShare = rejectedShare
        self.calibrationError = calibrationError
        self.history = history
    }
}
