import TegataClassifiers

/// The options for recognising gestures, including MediaPipe's options for each of the two classifiers.
public struct GestureOptions: Sendable, Equatable {
    /// The options of the classifier that comes with the task.
    public var canned = GestureClassifierOptions()
    /// The options of the classifier that was trained for custom gestures. Its result takes precedence over the canned
    /// one's.
    public var custom = GestureClassifierOptions()

    /// Whether results include all scores of both classifiers and the embedding.
    public var returnsDetails = false
    /// The classifier of custom poses, trained on key points; nil if there is none. Its result takes precedence over
    /// both others, and it uses the options in `custom`.
    package var poses: PoseClassifier?
    /// The options for detecting when gestures in a video begin and end; hands then have identifiers. With nil, no
    /// events are reported.
    public var events: GestureEventOptions?

    /// Creates options with MediaPipe's defaults.
    public init() {}

    func check() throws(GestureError) {
        guard let events else { return }
        for milliseconds in [events.dwellMilliseconds, events.releaseMilliseconds] where milliseconds < 0 {
            throw .eventDuration(milliseconds: milliseconds)
        }
    }
}

/// The options that select a classifier's classes, following MediaPipe's rules.
public struct GestureClassifierOptions: Sendable, Equatable {
    /// The language of the display names. All scores have them; the gesture itself does not.
    public var displayNamesLocale = "en"
    /// The maximum number of best classes; 0 or less means all of them. This does not affect the result, which is the
    /// best class.
    public var maximumResultCount = -1
    /// The score below which a class is ignored; nil takes it from the model's metadata.
    public var scoreThreshold: Float?
    /// The only classes to consider, unless the list is empty. Names that the model does not have are ignored; if it
    /// has none of them, all classes are considered.
    public var categoryAllowlist: [String] = []
    /// The classes to ignore. An allowlist takes precedence.
    public var categoryDenylist: [String] = []

    /// Creates options with MediaPipe's defaults.
    public init() {}
}

/// The options that determine when gestures in a video begin and end.
public struct GestureEventOptions: Sendable, Equatable {
    /// The time in milliseconds for which a hand must make a gesture before the gesture begins.
    public var dwellMilliseconds: Int
    /// The time in milliseconds for which a hand must stop making its gesture, or be out of sight, before the gesture
    /// ends.
    public var releaseMilliseconds: Int
    /// The score below which a gesture is ignored for events.
    public var minimumScore: Float

    /// Creates options from times and a score; by default, a gesture begins and ends after 150 ms.
    public init(dwellMilliseconds: Int = 150, releaseMilliseconds: Int = 150, minimumScore: Float = 0) {
        self.dwellMilliseconds = dwellMilliseconds
        self.releaseMilliseconds = releaseMilliseconds
        self.minimumScore = minimumScore
    }
}
