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
