import TegataFormats

/// How gestures are recognised, with MediaPipe's options for each of the two classifiers.
public struct GestureOptions: Sendable, Equatable {
    /// For the classifier that comes with the task.
    public var canned = GestureClassifierOptions()
    /// For the classifier that was trained for own gestures. Its answer goes before that of the canned one.
    public var custom = GestureClassifierOptions()

    /// Whether results have all scores of both classifiers and the embedding.
    public var returnsDetails = false
    /// In videos, tells when gestures begin and end. Hands then have identifiers.
    public var events: GestureEventOptions?

    /// MediaPipe's defaults.
    public init() {}

    func check() throws(HandPipelineError) {
        guard let events else { return }
        guard events.dwellMilliseconds >= 0 else {
            throw .gestures(.eventDuration(milliseconds: events.dwellMilliseconds))
        }
        guard events.releaseMilliseconds >= 0 else {
            throw .gestures(.eventDuration(milliseconds: events.releaseMilliseconds))
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
    /// The score below which a class does not count. Only a number above 0 takes the place of the one in the model's
    /// metadata.
    public var scoreThreshold: Float = 0
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

/// Why gestures cannot be recognised.
public enum GestureError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The networks were loaded without those for gestures.
    case networksMissing
    /// An allowlist or denylist needs labels.
    case labelsMissing(file: String)
    /// The labels or display names of a classifier cannot be read.
    case labels(ModelFormatError)
    /// A score of the more likely hand is at least one half.
    case handednessScore(Float)
    /// A picture has at least one pixel.
    case pictureSize(width: Int, height: Int)
    /// Pictures are turned by multiples of 90 degrees.
    case rotation(degrees: Int)
    /// The times of events are not negative.
    case eventDuration(milliseconds: Int)

    public var description: String {
        switch self {
        case .networksMissing:
            "gestures are asked for, but the networks were loaded without those for gestures; load them too"
        case .labelsMissing(let file):
            "\(file): the classifier has no labels, so that an allowlist or denylist cannot choose from them; leave the lists empty"
        case .labels(let error): error.description
        case .handednessScore(let score):
            "the handedness score is \(score); it must be between 0.5 and 1, for it is that of the more likely hand"
        case .pictureSize(let width, let height):
            "a picture of \(width)×\(height) pixels is not possible; both must be at least 1"
        case .rotation(let degrees): "the rotation is \(degrees) degrees; it must be a multiple of 90"
        case .eventDuration(let milliseconds):
            "gestures should begin or end after \(milliseconds) ms; the time must not be negative"
        }
    }
}
