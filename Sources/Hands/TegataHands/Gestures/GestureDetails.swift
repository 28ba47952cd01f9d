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
