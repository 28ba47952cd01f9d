/// The classifiers of a gesture bundle.
public enum GestureClassifier: Sendable, CaseIterable {
    /// Trained for own gestures; its answer goes before the other's.
    case custom
    /// Comes with the task.
    case canned
}
