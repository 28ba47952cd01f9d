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
