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
