/// When a sample is to be shown, and for how long.
public struct CMSampleTimingInfo: Sendable, Hashable {
    /// How long the sample is shown.
    public var duration: CMTime
    /// When the sample is to be shown.
    public var presentationTimeStamp: CMTime
    /// When the sample is to be decoded; nothing here decodes by it.
    public var decodeTimeStamp: CMTime

    /// The times of a sample; those that are left out are not valid.
    public init(
        duration: CMTime = .invalid, presentationTimeStamp: CMTime = .invalid, decodeTimeStamp: CMTime = .invalid
    ) {
        self.duration = duration
        self.presentationTimeStamp = presentationTimeStamp
        self.decodeTimeStamp = decodeTimeStamp
    }

    /// Times none of which is valid.
    public static let invalid = CMSampleTimingInfo()
}
