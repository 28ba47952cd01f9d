@_exported import CoreGraphics

/// A stand-in for Image I/O's orientations: what must be done to a stored picture to see it upright, by the numbers of
/// the EXIF standard.
public enum CGImagePropertyOrientation: UInt32, Sendable {
    case up = 1
    case upMirrored = 2
    case down = 3
    case downMirrored = 4
    case leftMirrored = 5
    case right = 6
    case rightMirrored = 7
    case left = 8
}
