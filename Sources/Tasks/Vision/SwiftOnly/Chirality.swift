/// Which hand of a person, or which side of anything that has two.
public enum Chirality: String, Codable, Hashable, Sendable {
    /// The left one.
    case left
    /// The right one.
    case right
}
