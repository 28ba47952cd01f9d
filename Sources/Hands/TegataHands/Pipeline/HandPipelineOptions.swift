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
        try PipelineOption.handCount.check(self)
        if PipelineVariant(self).limitsConfidences, !takesAnyConfidence {
            try check(PipelineOption.confidences)
        }
        if search.area != .whole {
            guard graph == .tasks else { throw .searchInLegacyGraph }
            try check(SearchOptions.described)
            try search.check()
        }
        try check(TrackingOptions.described)
        try tracking.check()
        try metric?.check()
    }

    private func check(_ described: [PipelineOption]) throws(HandPipelineError) {
        for option in described { try option.check(self) }
    }
}

extension HandPipelineOptions {
    /// The plain options of the pipeline itself, in the order of help.
    package static let described = [PipelineOption.handCount] + PipelineOption.confidences
}

extension PipelineOption {
    package static let handCount = integer(
        "max_hands", "number of hands", in: 1...(.max), demand: "ask for at least 1",
        Argument("--num-hands", placeholder: "N", limit: 1000, "the most hands that are looked for", isOnDevices: true)
    ) { $1(&$0.maximumHandCount) }
    package static let detectionConfidence = number(
        "min_detection_confidence", "minimum detection confidence", in: 0...1,
        Argument("--min-detection-confidence", placeholder: "X", "the score below which a palm does not count")
    ) { $1(&$0.minimumDetectionConfidence) }
    package static let presenceConfidence = number(
        "min_presence_confidence", "minimum presence confidence", in: 0...1,
        Argument(
            "--min-presence-confidence", placeholder: "X", "how sure the landmark network must be that there is a hand")
    ) { $1(&$0.minimumPresenceConfidence) }
    package static let trackingConfidence = number(
        "min_tracking_confidence", "minimum tracking confidence", in: 0...1,
        Argument(
            "--min-tracking-confidence", placeholder: "X",
            "in videos, the overlap beyond which a palm is a hand that is known already")
    ) { $1(&$0.minimumTrackingConfidence) }

    fileprivate static let confidences = [detectionConfidence, presenceConfidence, trackingConfidence]
}
