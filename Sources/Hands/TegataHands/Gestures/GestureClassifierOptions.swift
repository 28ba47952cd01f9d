/// Which classes of a classifier take part, as MediaPipe decides it.
public struct GestureClassifierOptions: Sendable, Equatable {
    /// The language of display names, which all scores have and the one answer has not.
    public var displayNamesLocale = "en"
    /// The most classes that take part, the best ones; 0 and less is all of them. The best class is the answer, so that
    /// nothing changes.
    public var maximumResultCount = -1
    /// The score below which a class does not count, in place of the one in the model's metadata.
    public var scoreThreshold: Float?
    /// If it is not empty, the only classes that count. Names that the model does not have are ignored; if it has none
    /// of them, all count.
    public var categoryAllowlist: [String] = []
    /// If it is not empty, classes that do not count. An allowlist goes before it.
    public var categoryDenylist: [String] = []

    /// MediaPipe's defaults.
    public init() {}
}
