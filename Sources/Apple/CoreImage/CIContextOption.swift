/// How a ``CIContext`` works. There is one way here, and options are not looked at.
public struct CIContextOption: RawRepresentable, Hashable, Sendable {
    /// The key's name.
    public let rawValue: String

    /// A key by its name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Whether the CPU draws, as it always does here.
    public static let useSoftwareRenderer = CIContextOption(rawValue: "kCIContextUseSoftwareRenderer")
    /// Whether what is computed on the way is kept; nothing is here.
    public static let cacheIntermediates = CIContextOption(rawValue: "kCIContextCacheIntermediates")
    /// Whether other work goes first.
    public static let priorityRequestLow = CIContextOption(rawValue: "kCIContextPriorityRequestLow")
    /// Whether pictures are made smaller with more care.
    public static let highQualityDownsample = CIContextOption(rawValue: "kCIContextHighQualityDownsample")
}
