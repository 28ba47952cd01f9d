/// What a hand shows.
public struct Gesture: Sendable, Equatable {
    /// The label of the class, as it is in the model; empty where the model has no labels. `None` stands for no known
    /// gesture.
    public let name: String
    /// How sure the classifier is, between 0 and 1.
    public let score: Float
    /// Who answered.
    public let classifier: GestureClassifier

    package init(name: String, score: Float, classifier: GestureClassifier) {
        self.name = name
        self.score = score
        self.classifier = classifier
    }

    /// The name of the class for no known gesture.
    public static let noneName = "None"
    /// The names of that class, which is called `none` where users train it themselves.
    package static let noneNames = [noneName, "none"]

    /// What people are shown where the class has no name.
    package static let unnamedLabel = "unnamed gesture"
    /// The name as people are shown it.
    package var label: String { name.isEmpty ? Self.unnamedLabel : name }

    /// The beginning of the name in UTF-8 for records that have room for so many bytes; no character is cut.
    package func nameBytes(atMost limit: Int) -> Substring.UTF8View {
        let bytes = name.utf8
        var end = bytes.index(bytes.startIndex, offsetBy: limit, limitedBy: bytes.endIndex) ?? bytes.endIndex
        // Bytes that continue a character begin with the bits 10.
        while end > bytes.startIndex, end < bytes.endIndex, bytes[end] & 0xC0 == 0x80 { end = bytes.index(before: end) }
        return Substring(name[..<end]).utf8
    }
}

/// The classifiers of a gesture bundle.
public enum GestureClassifier: Sendable, CaseIterable {
    /// Trained for own gestures; its answer goes before the other's.
    case custom
    /// Comes with the task.
    case canned
}

/// A class of a classifier and its score.
public struct GestureScore: Sendable, Equatable {
    /// Which class of the classifier it is.
    public let index: Int
    /// The label of the class; empty where the model has no labels.
    public let name: String
    /// The name in the language that was asked for; empty where the model does not have it.
    public let displayName: String
    /// How sure the classifier is, between 0 and 1.
    public let score: Float
}

/// How a hand's gesture came about.
public struct GestureDetails: Sendable, Equatable {
    /// What the embedder made of the hand, the input of both classifiers; empty without networks for gestures.
    public let embedding: [Float]
    /// All classes of the custom classifier by falling score, whatever the options say; empty without such a
    /// classifier. A classifier of poses takes its place.
    public let custom: [GestureScore]
    /// All classes of the canned classifier by falling score, whatever the options say; empty without such a
    /// classifier.
    public let canned: [GestureScore]
}

/// A gesture, and on request how it came about.
public struct RecognizedGesture: Sendable, Equatable {
    /// Nil where no class counts.
    public let gesture: Gesture?
    /// Nil unless asked for.
    public let details: GestureDetails?
}

extension RecognizedGesture {
    /// The answer where a classifier of poses answers before this one.
    func behind(_ pose: (gesture: Gesture?, scores: [GestureScore]), hasDetails: Bool) -> RecognizedGesture {
        RecognizedGesture(
            gesture: combined(pose.gesture, gesture),
            details: hasDetails
                ? GestureDetails(
                    embedding: details?.embedding ?? [], custom: pose.scores, canned: details?.canned ?? [])
                : nil)
    }
}

/// One answer of two: the first one that is there and not `None`, or else the first that is there.
package func combined(_ first: Gesture?, _ second: Gesture?) -> Gesture? {
    guard let first else { return second }
    guard let second, isSame(first.name, Gesture.noneName), !isSame(second.name, Gesture.noneName) else { return first }
    return second
}
