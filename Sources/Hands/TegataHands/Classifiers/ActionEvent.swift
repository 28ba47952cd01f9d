/// A hand of a video has begun an action.
package struct ActionEvent: Sendable, Equatable {
    /// As ``HandResult/identifier``.
    package let handIdentifier: Int
    /// The label in the classifier's file.
    package let name: String

    package init(handIdentifier: Int, name: String) {
        self.handIdentifier = handIdentifier
        self.name = name
    }
}
