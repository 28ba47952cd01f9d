import TegataHands

/// What tasks can do beyond the original. All of it is off by default and then changes nothing.
public struct TrackingOptions: Sendable, Equatable {
    /// In single pictures, finds each hand's landmarks twice, the second time in a crop made from the first landmarks.
    /// The first crop is turned 26.6° too far, as the original's is; the second one is as good as those of videos.
    public var refinesStills = false
    /// In videos, looks for new hands in every nth frame only, and whenever a hand was lost. Fewer than `numHands`
    /// hands must be tracked at all.
    public var detectionInterval = 1
    /// In videos, gives each hand a number that stays when hands cross and when one is not seen for a short while.
    public var identifiesHands = false
    /// How long a hand may be out of sight and still be known.
    public var identityTimeoutMilliseconds = 1000
    /// In videos, smooths the landmarks of each hand.
    public var smoothing: SmoothingOptions?
    /// In videos, takes the mean handedness of a hand over all its frames.
    public var averagesHandedness = false

    /// Options that change nothing.
    public init() {}
}

extension HandPipelineOptions {
    init(
        numHands: Int, minHandDetectionConfidence: Float, minHandPresenceConfidence: Float,
        minTrackingConfidence: Float,
        tracking: TrackingOptions
    ) {
        self.init()
        maximumHandCount = numHands
        minimumDetectionConfidence = minHandDetectionConfidence
        minimumPresenceConfidence = minHandPresenceConfidence
        minimumTrackingConfidence = minTrackingConfidence
        refinesStills = tracking.refinesStills
        detectionInterval = tracking.detectionInterval
        identifiesHands = tracking.identifiesHands
        identityTimeoutMilliseconds = tracking.identityTimeoutMilliseconds
        smoothing = tracking.smoothing
        averagesHandedness = tracking.averagesHandedness
    }
}
