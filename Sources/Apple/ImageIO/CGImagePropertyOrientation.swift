@_exported import CoreGraphics

/// The orientation of a stored image: the change that turns it upright, numbered as in the EXIF standard.
public enum CGImagePropertyOrientation: UInt32, Sendable {
    /// No change.
    case up = 1
    /// A horizontal flip.
    case upMirrored = 2
    /// A half turn.
    case down = 3
    /// A vertical flip.
    case downMirrored = 4
    /// A horizontal flip, followed by a quarter turn counterclockwise.
    case leftMirrored = 5
    /// A quarter turn clockwise.
    case right = 6
    /// A horizontal flip, followed by a quarter turn clockwise.
    case rightMirrored = 7
    /// A quarter turn counterclockwise.
    case left = 8
}
