/// What an image was made from.
public enum MPImageSourceType: UInt, Sendable {
    case image = 0
    case pixelBuffer = 1
    case sampleBuffer = 2
    /// Memory of the caller, data or an array; not part of the original.
    case memory = 3
}
