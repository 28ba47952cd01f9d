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
