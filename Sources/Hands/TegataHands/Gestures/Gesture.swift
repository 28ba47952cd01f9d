/// The classifiers of a gesture bundle.
public enum GestureClassifier: Sendable, CaseIterable {
    /// Trained for own gestures; its answer goes before the other's.
    case custom
    /// Comes with the task.
    case canned
}

/// What a hand shows.
public struct Gesture: Sendable, Equatable {
    /// The label of the class, as it is in the model; empty where the model has no labels. `None` stands for no known
    /// gesture.
    public let name: String
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
}

/// A class of a classifier and its score.
public struct GestureScore: Sendable, Equatable {
    /// Which class of the classifier it is.
    public let index: Int
    /// The label of the class; empty where the model has no labels.
    public let name: String
    /// The name in the language that was asked for; empty where the model does not have it.
    public let displayName: String
    public let score: Float
}

/// How a hand's gesture came about.
public struct GestureDetails: Sendable, Equatable {
    /// What the embedder made of the hand, the input of both classifiers.
    public let embedding: [Float]
    /// All classes of the custom classifier by falling score, whatever the options say; empty without such a
    /// classifier.
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
