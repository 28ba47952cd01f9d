/// Which hand of a person.
public enum Handedness: Int, Sendable, CaseIterable {
    case right = 0
    case left = 1

    /// The category name of the published task.
    public var name: String { self == .right ? "Right" : "Left" }
}
