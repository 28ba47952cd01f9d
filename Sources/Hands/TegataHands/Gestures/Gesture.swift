/// A gesture that a hand shows.
public struct Gesture: Sendable, Equatable {
    /// The class label, as given in the model; empty if the model has no labels. `None` means that no known gesture was
    /// recognised.
    public let name: String
    /// The classifier's confidence, between 0 and 1.
    public let score: Float
    /// The classifier that produced the result.
    public let classifier: GestureClassifier

    package init(name: String, score: Float, classifier: GestureClassifier) {
        self.name = name
        self.score = score
        self.classifier = classifier
    }

    /// The name of the class that stands for no known gesture.
    public static let noneName = "None"
    /// The names of the class that stands for no known gesture; user-trained classifiers call it `none`.
    package static let noneNames = [noneName, "none"]

    /// The label shown to people if the class has no name.
    package static let unnamedLabel = "unnamed gesture"
    /// The name shown to people.
    package var label: String { name.isEmpty ? Self.unnamedLabel : name }

    /// Returns the beginning of the name in UTF-8, at most `limit` bytes long; no character is cut.
    package func nameBytes(atMost limit: Int) -> Substring.UTF8View {
        let bytes = name.utf8
        var end = bytes.index(bytes.startIndex, offsetBy: limit, limitedBy: bytes.endIndex) ?? bytes.endIndex
        // Continuation bytes of a character begin with the bits 10.
        while end > bytes.startIndex, end < bytes.endIndex, bytes[end] & 0xC0 == 0x80 { end = bytes.index(before: end) }
        return Substring(name[..<end]).utf8
    }
}

/// The classifiers of a gesture bundle.
public enum GestureClassifier: Sendable, CaseIterable {
    /// The classifier trained for custom gestures; its result takes precedence over the canned one's.
    case custom
    /// The classifier that comes with the task.
    case canned
}

/// A classifier's class and its score.
public struct GestureScore: Sendable, Equatable {
    /// The index of the class within the classifier.
    public let index: Int
    /// The class label; empty if the model has no labels.
    public let name: String
    /// The name in the requested language; empty if the model does not provide it.
    public let displayName: String
    /// The classifier's confidence, between 0 and 1.
    public let score: Float
}

/// The embedding and the scores from which a hand's gesture was chosen.
public struct GestureDetails: Sendable, Equatable {
    /// The embedder's output for the hand, which both classifiers take as input; empty if there are no gesture
    /// networks.
    public let embedding: [Float]
    /// All classes of the custom classifier in descending order of score, regardless of the options; empty if there is
    /// no such classifier. If a custom pose classifier is used, these are its classes.
    public let custom: [GestureScore]
    /// All classes of the canned classifier in descending order of score, regardless of the options; empty if there is
    /// no such classifier.
    public let canned: [GestureScore]
}

/// A gesture and, on request, its details.
public struct RecognizedGesture: Sendable, Equatable {
    /// The gesture; nil if no class qualifies.
    public let gesture: Gesture?
    /// The details; nil unless they were requested.
    public let details: GestureDetails?
}

extension RecognizedGesture {
    /// Returns the combined result if a custom pose classifier takes precedence over this one.
    func behind(_ pose: (gesture: Gesture?, scores: [GestureScore]), hasDetails: Bool) -> RecognizedGesture {
        RecognizedGesture(
            gesture: combined(pose.gesture, gesture),
            details: hasDetails
                ? GestureDetails(
                    embedding: details?.embedding ?? [], custom: pose.scores, canned: details?.canned ?? [])
                : nil)
    }
}

/// Returns one of two results: the first that is neither nil nor `None`, otherwise the first that is not nil.
package func combined(_ first: Gesture?, _ second: Gesture?) -> Gesture? {
    guard let first else { return second }
    guard let second, isSame(first.name, Gesture.noneName), !isSame(second.name, Gesture.noneName) else { return first }
    return second
}
