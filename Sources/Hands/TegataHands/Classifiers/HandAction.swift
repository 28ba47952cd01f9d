/// What a hand of a video does.
public struct HandAction: Sendable, Equatable {
    /// The label in the classifier's file.
    public let name: String
    /// How sure the classifier is, averaged over a few windows, between 0 and 1.
    public let score: Float

    package init(name: String, score: Float) {
        self.name = name
        self.score = score
    }
}
