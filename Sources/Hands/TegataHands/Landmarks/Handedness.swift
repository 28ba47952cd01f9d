/// Which hand of a person.
public enum Handedness: Int, Sendable, CaseIterable {
    /// The right hand.
    case right = 0
    /// The left hand.
    case left = 1

    /// The category name of the published task.
    public var name: String { self == .right ? "Right" : "Left" }
}
