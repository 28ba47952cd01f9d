/// How a picture is read into a ``CIImage``.
public struct CIImageOption: RawRepresentable, Hashable, Sendable {
    /// The key's name.
    public let rawValue: String

    /// A key by its name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Whether the picture of a file is turned as its camera was held, a `Bool`; without it the picture stays as it is
    /// stored.
    public static let applyOrientationProperty = CIImageOption(rawValue: "kCIImageApplyOrientationProperty")
}
