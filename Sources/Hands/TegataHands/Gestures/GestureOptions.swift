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

/// Which classes of a classifier take part, as MediaPipe decides it.
public struct GestureClassifierOptions: Sendable, Equatable {
    /// The language of display names, which all scores have and the one answer has not.
    public var displayNamesLocale = "en"
    /// The most classes that take part, the best ones; 0 and less is all of them. The best class is the answer, so that
    /// nothing changes.
    public var maximumResultCount = -1
    /// The score below which a class does not count, in place of the one in the model's metadata.
    public var scoreThreshold: Float?
    /// If it is not empty, the only classes that count. Names that the model does not have are ignored; if it has none
    /// of them, all count.
    public var categoryAllowlist: [String] = []
    /// If it is not empty, classes that do not count. An allowlist goes before it.
    public var categoryDenylist: [String] = []

    /// MediaPipe's defaults.
    public init() {}
}

/// When gestures of a video begin and end.
public struct GestureEventOptions: Sendable, Equatable {
    /// For how long a hand must make a gesture before it begins.
    public var dwellMilliseconds: Int
    /// For how long a hand must not make its gesture, or must be out of sight, before it ends.
    public var releaseMilliseconds: Int
    /// The score below which a gesture does not count here.
    public var minimumScore: Float

    /// Times and a score; by default a gesture begins and ends after 150 ms.
    public init(dwellMilliseconds: Int = 150, releaseMilliseconds: Int = 150, minimumScore: Float = 0) {
        self.dwellMilliseconds = dwellMilliseconds
        self.releaseMilliseconds = releaseMilliseconds
        self.minimumScore = minimumScore
    }
}
