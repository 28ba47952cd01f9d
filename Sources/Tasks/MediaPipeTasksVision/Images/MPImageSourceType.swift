/// What an image was made from.
public enum MPImageSourceType: UInt, Sendable {
    /// A `UIImage`.
    case image = 0
    /// A `CVPixelBuffer`.
    case pixelBuffer = 1
    /// A `CMSampleBuffer`.
    case sampleBuffer = 2
    /// Memory of the caller, data or an array; not part of the original.
    case memory = 3
}
