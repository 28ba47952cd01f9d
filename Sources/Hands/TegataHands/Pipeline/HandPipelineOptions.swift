import TegataClassifiers

/// What the pipeline looks for. The first four are MediaPipe's; all others change nothing by default.
public struct HandPipelineOptions: Sendable, Equatable {
    /// The most hands that are returned.
    public var maximumHandCount = 1
    /// The score below which a palm does not count.
    public var minimumDetectionConfidence: Float = 0.5
    /// The presence that a hand must exceed; with ``HandGraph/legacy`` nothing.
    public var minimumPresenceConfidence: Float = 0.5
    /// In videos, the overlap beyond which a palm belongs to a hand that is being tracked; with ``HandGraph/legacy``
    /// the presence that a hand must exceed, in pictures too.
    public var minimumTrackingConfidence: Float = 0.5
    /// Whose numbers are given.
    public var graph = HandGraph.tasks

    /// Where hands are looked for.
    public var search = SearchOptions()
    /// What is done beyond MediaPipe.
    public var tracking = TrackingOptions()
    /// Says where hands are in space.
    public var metric: MetricOptions?
    /// Recognises what each hand shows, from its landmarks as they were found; of a ``GesturePipeline`` only.
    public var gestures: GestureOptions?
    /// Tells in videos what each hand does; of a ``GesturePipeline`` only. Hands then have identifiers.
    package var actions: ActionClassifier?
    /// Whether confidences may be any numbers, as in MediaPipe: all or nothing passes beyond 0 and 1.
    package var takesAnyConfidence = false

    /// MediaPipe's defaults: one hand, and nothing beyond the original.
    public init() {}

    /// Of how many palms that tiles show crops are made at most: some are none, and some one hand twice.
    var tiledCandidateLimit: Int { maximumHandCount > .max / 4 ? .max : 2 * maximumHandCount + 8 }
    /// Whether more is asked for than hands.
    var recognizes: Bool {
        // Comparing with nil would compare with a classifier.
        if case .some = gestures { return true }
        return hasActions
    }
    private var hasActions: Bool {
        if case .some = actions { return true }
        return false
    }
    /// Whether hands must be known from frame to frame.
    var followsHands: Bool { givesIdentifiers || tracking.averagesHandedness || tracking.smoothing != nil }
    /// Whether results have identifiers.
    var givesIdentifiers: Bool { tracking.identifiesHands || gestures?.events != nil || hasActions }

    /// How many hands a frame of a video can have.
    package var videoHandLimit: Int {
        switch graph {
        case .tasks: maximumHandCount
        case .legacy: maximumHandCount > .max / 2 ? .max : 2 * maximumHandCount - 1
        }
    }

    func check() throws(HandPipelineError) {
        guard maximumHandCount >= 1 else { throw .handCount(maximumHandCount) }
        if PipelineVariant(self).limitsConfidences, !takesAnyConfidence {
            try Self.check(.detection, minimumDetectionConfidence)
            try Self.check(.presence, minimumPresenceConfidence)
            try Self.check(.tracking, minimumTrackingConfidence)
        }
        try search.check(graph)
        try tracking.check()
        try metric?.check()
    }

    private static func check(_ confidence: HandPipelineError.Confidence, _ value: Float) throws(HandPipelineError) {
        guard value >= 0, value <= 1 else { throw .confidence(confidence, value) }
    }
}
