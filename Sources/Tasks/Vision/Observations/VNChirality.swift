/// Which hand of a person.
public enum VNChirality: Int, Sendable {
    /// The left hand.
    case left = -1
    /// Not known; never an answer of this module.
    case unknown = 0
    /// The right hand.
    case right = 1
}
