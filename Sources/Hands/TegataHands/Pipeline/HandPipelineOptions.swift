import TegataClassifiers

/// The pipeline's options. The first four are MediaPipe's; the others have no effect by default.
public struct HandPipelineOptions: Sendable, Equatable {
    /// The maximum number of hands to return.
    public var maximumHandCount = 1
    /// The default maximum of everything that does not have Google's or Apple's interface: people have two hands.
    package static let usualHandCount = 2
    /// The score below which a palm is ignored.
    public var minimumDetectionConfidence: Float = 0.5
    /// The presence that a hand must exceed; ignored with ``HandGraph/legacy``.
    public var minimumPresenceConfidence: Float = 0.5
    /// In videos, the overlap beyond which a palm is considered part of a tracked hand. With ``HandGraph/legacy``, the
    /// presence that a hand must exceed, in single images as well.
    public var minimumTrackingConfidence: Float = 0.5
    /// The MediaPipe graph whose numbers the results match.
    public var graph = HandGraph.tasks

    /// The parts of the image in which to search for hands.
    public var search = SearchOptions()
    /// The tracking features beyond MediaPipe's.
    public var tracking = TrackingOptions()
    /// The options for locating hands in space; nil disables this.
    public var metric: MetricOptions?
    /// The options for fitting skeletons with constant bones; nil disables this.
    public var skeleton: SkeletonOptions?
    /// The options for recognising each hand's gesture from its unsmoothed landmarks, in a ``GesturePipeline`` only;
    /// nil disables gesture recognition.
    public var gestures: GestureOptions?
    /// The classifier of each hand's actions in videos, in a ``GesturePipeline`` only; nil disables action recognition.
    /// If it is set, hands have identifiers.
    package var actions: ActionClassifier?
    /// Whether confidences may be any numbers, as in MediaPipe; beyond 0…1, either everything or nothing passes.
    package var takesAnyConfidence = false
    /// Whether errors call options by their names in C, which Python and JavaScript share; otherwise in words.
    package var errorsNameOptions = false

    /// Creates options with MediaPipe's defaults: one hand and no additional features.
    public init() {}

    /// The maximum number of palms from tiles to crop. It exceeds the number of hands, because some palms are false
    /// positives and some belong to the same hand.
    var tiledCandidateLimit: Int { maximumHandCount > .max / 4 ? .max : 2 * maximumHandCount + 8 }
    /// Whether gestures or actions are requested.
    var recognizes: Bool {
        // Match the pattern, because comparing with nil would need an equatable classifier.
        if case .some = gestures { return true }
        return hasActions
    }
    private var hasActions: Bool {
        if case .some = actions { return true }
        return false
    }
    /// Whether hands must be matched from frame to frame.
    var followsHands: Bool {
        givesIdentifiers || tracking.averagesHandedness || tracking.smoothing != nil
            || tracking.predictionMilliseconds > 0
    }
    /// Whether results have identifiers.
    var givesIdentifiers: Bool { tracking.identifiesHands || gestures?.events != nil || hasActions }

    /// The maximum number of hands in a frame of a video.
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
    /// The described options of the pipeline itself, in the order in which the help lists them.
    package static let described = [PipelineOption.handCount] + PipelineOption.confidences
}

extension PipelineOption {
    package static let handCount = integer(
        "max_hands", "number of hands", in: 1...(.max), demand: "ask for at least 1",
        Argument("--num-hands", placeholder: "N", limit: 1000, "maximum number of hands", isOnDevices: true)
    ) { $1(&$0.maximumHandCount) }
    package static let detectionConfidence = number(
        "min_detection_confidence", "minimum detection confidence", in: 0...1,
        Argument("--min-detection-confidence", placeholder: "X", "minimum score of a detected palm")
    ) { $1(&$0.minimumDetectionConfidence) }
    package static let presenceConfidence = number(
        "min_presence_confidence", "minimum presence confidence", in: 0...1,
        Argument(
            "--min-presence-confidence", placeholder: "X", "minimum confidence that a hand is present")
    ) { $1(&$0.minimumPresenceConfidence) }
    package static let trackingConfidence = number(
        "min_tracking_confidence", "minimum tracking confidence", in: 0...1,
        Argument(
            "--min-tracking-confidence", placeholder: "X",
            "in videos, the overlap above which a palm belongs to a tracked hand")
    ) { $1(&$0.minimumTrackingConfidence) }

    fileprivate static let confidences = [detectionConfidence, presenceConfidence, trackingConfidence]
}
