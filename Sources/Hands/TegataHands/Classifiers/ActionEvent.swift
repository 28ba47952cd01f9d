/// A hand of a video has begun an action.
public struct ActionEvent: Sendable, Equatable {
    /// As ``HandResult/identifier``.
    public let handIdentifier: Int
    /// The label in the classifier's file.
    public let name: String

    package init(handIdentifier: Int, name: String) {
        self.handIdentifier = handIdentifier
        self.name = name
    }
}
