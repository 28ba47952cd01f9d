/// A stand-in for how the shapes are told that an array may have, with Core ML's raw values.
public enum MLMultiArrayShapeConstraintType: Int, Sendable {
    /// Any shape.
    case unspecified = 1
    /// The shapes of a list.
    case enumerated = 2
    /// A range for each axis. Nothing here tells shapes so.
    case range = 3
}
