@_exported import CoreGraphics

/// A stand-in for Image I/O's orientations: what must be done to a stored picture to see it upright, by the numbers of
/// the EXIF standard.
public enum CGImagePropertyOrientation: UInt32, Sendable {
    /// Nothing is to be done.
    case up = 1
    /// Left and right change places.
    case upMirrored = 2
    /// A half turn.
    case down = 3
    /// Top and bottom change places.
    case downMirrored = 4
    /// Left and right change places, and then a quarter turn counter-clockwise.
    case leftMirrored = 5
    /// A quarter turn clockwise.
    case right = 6
    /// Left and right change places, and then a quarter turn clockwise.
    case rightMirrored = 7
    /// A quarter turn counter-clockwise.
    case left = 8
}
