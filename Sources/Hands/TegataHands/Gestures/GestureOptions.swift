import TegataClassifiers

/// How gestures are recognised, with MediaPipe's options for each of the two classifiers.
public struct GestureOptions: Sendable, Equatable {
    /// For the classifier that comes with the task.
    public var canned = GestureClassifierOptions()
    /// For the classifier that was trained for own gestures. Its answer goes before that of the canned one.
    public var custom = GestureClassifierOptions()

    /// Whether results have all scores of both classifiers and the embedding.
    public var returnsDetails = false
    /// Tells poses that were trained over key points; its answer goes before those of both, with the options of
    /// `custom`.
    package var poses: PoseClassifier?
    /// In videos, tells when gestures begin and end. Hands then have identifiers.
    public var events: GestureEventOptions?

    /// MediaPipe's defaults.
    public init() {}

    func check() throws(GestureError) {
        guard let events else { return }
        for milliseconds in [events.dwellMilliseconds, events.releaseMilliseconds] where milliseconds < 0 {
            throw .eventDuration(milliseconds: milliseconds)
        }
    }
}
