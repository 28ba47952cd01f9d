/// What an image was made from.
public struct MPImageSourceType: RawRepresentable, Hashable, Sendable {
    /// The number of the kind of source.
    public let rawValue: Int

    /// The kind of source with that number.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// A `UIImage`.
    public static let image = MPImageSourceType(rawValue: 0)
    /// A `CVPixelBuffer`.
    public static let pixelBuffer = MPImageSourceType(rawValue: 1)
    /// A `CMSampleBuffer`.
    public static let sampleBuffer = MPImageSourceType(rawValue: 2)
    /// Memory of the caller, data or an array; not part of the original.
    public static let memory = MPImageSourceType(rawValue: 3)
}
