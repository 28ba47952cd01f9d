import TegataClassifiers

/// What the pipeline looks for. The first four are MediaPipe's; all others are off by default and then change nothing.
public struct HandPipelineOptions: Sendable, Equatable {
    /// The most hands that are returned.
    public var maximumHandCount = 1
    /// The score below which a palm does not count.
    public var minimumDetectionConfidence: Float = 0.5
    /// The presence that a hand must exceed.
    public var minimumPresenceConfidence: Float = 0.5
    /// In videos, the overlap beyond which a palm belongs to a hand that is being tracked.
    public var minimumTrackingConfidence: Float = 0.5

    /// What is done beyond MediaPipe.
    public var tracking = TrackingOptions()
    /// Recognises what each hand shows, from its landmarks as they were found.
    public var gestures: GestureOptions?
    /// Tells in videos what each hand does. Hands then have identifiers.
    package var actions: ActionClassifier?
    /// Whether confidences may be any numbers, as in MediaPipe: all or nothing passes beyond 0 and 1.
    package var takesAnyConfidence = false

    /// MediaPipe's defaults: one hand, and nothing beyond the original.
    public init() {}

    /// Whether hands must be known from frame to frame.
    var followsHands: Bool { givesIdentifiers || tracking.averagesHandedness || tracking.smoothing != nil }
    /// Whether results have identifiers.
    var givesIdentifiers: Bool { tracking.identifiesHands || gestures?.events != nil || actions != nil }

    func check() throws(HandPipelineError) {
        guard maximumHandCount >= 1 else { throw .handCount(maximumHandCount) }
        if !takesAnyConfidence {
            try Self.check(.detection, minimumDetectionConfidence)
            try Self.check(.presence, minimumPresenceConfidence)
            try Self.check(.tracking, minimumTrackingConfidence)
        }
        try tracking.check()
        try gestures?.check()
    }

    private static func check(_ confidence: HandPipelineError.Confidence, _ value: Float) throws(HandPipelineError) {
        guard value >= 0, value <= 1 else { throw .confidence(confidence, value) }
    }
}
