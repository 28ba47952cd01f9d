/// When a sample is to be shown, and for how long.
public struct CMSampleTimingInfo: Sendable, Hashable {
    public var duration: CMTime
    public var presentationTimeStamp: CMTime
    public var decodeTimeStamp: CMTime

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
