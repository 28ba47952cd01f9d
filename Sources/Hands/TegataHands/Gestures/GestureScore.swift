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
