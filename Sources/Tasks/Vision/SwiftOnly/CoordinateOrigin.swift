/// The corner that coordinates count from.
public enum CoordinateOrigin: Hashable, Sendable {
    /// With y upwards.
    case lowerLeft
    /// With y downwards.
    case upperLeft
}
