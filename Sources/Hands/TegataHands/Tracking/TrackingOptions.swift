import TegataBuffers

/// The tracking features beyond MediaPipe's. All are off by default.
public struct TrackingOptions: Sendable, Equatable {
    /// Whether to find each hand's landmarks twice in single images, the second time in a crop computed from the first
    /// landmarks. A palm gives only a rough position of its hand, and its crop is rotated 26.6° too far, as in
    /// MediaPipe. The second crop is as good as one from a video.
    public var refinesStills = false
    /// Whether to choose the largest palms rather than the ones with the highest scores if there are more palms than
    /// requested hands.
    public var prefersLargeHands = false
    /// In videos, the interval in frames at which to search for new hands while fewer than requested are tracked.
    /// Losing a hand starts a search at once.
    public var detectionInterval = 1
    /// The minimum time between two such searches; devices set this because they are slow.
    package var searchPeriodMilliseconds: Milliseconds = 0
    /// Whether to give each hand in a video a track ID that it keeps when hands cross or when it is briefly out of
    /// sight.
    public var identifiesHands = false
    /// The time in milliseconds after which an out-of-sight hand loses its ID.
    public var identityTimeoutMilliseconds = 1000
    /// The smoothing of each hand's landmarks in videos; nil means none.
    public var smoothing: SmoothingOptions?
    /// In videos, the time in milliseconds by which the results are ahead: each hand is where it will be then if it keeps
    /// moving as it does, so that drawings on a screen do not lag behind it. Regions, gestures and events are not ahead.
    public var predictionMilliseconds = 0
    /// Whether to report, in videos, a hand's handedness averaged over all its frames.
    public var averagesHandedness = false

    /// Creates options that have no effect.
    public init() {}

    /// Whether landmarks are smoothed; setting it to true uses the default strength unless another is already set.
    var smooths: Bool {
        get { smoothing != nil }
        set { smoothing = newValue ? smoothing ?? SmoothingOptions() : nil }
    }

    func check() throws(HandPipelineError) {
        if let smoothing, !smoothing.isValid { throw .smoothing(smoothing) }
    }
}

extension TrackingOptions {
    /// The described options, in the order in which the help lists them.
    package static let described: [PipelineOption] = [
        .flag(
            "smooths",
            .init("--smooth", "smooth the landmarks (One-Euro filter); slow movements lag a little")
        ) { $1(&$0.tracking.smooths) },
        .integer(
            "prediction_ms", "prediction", unit: " ms", in: 0...1000, demand: "it must be between 0 and 1000",
            .init(
                "--predict", placeholder: "MS", "report each hand where it will be after this time in milliseconds",
                isOnDevices: true)
        ) { $1(&$0.tracking.predictionMilliseconds) },
        .detectionInterval,
        .flag(
            "averages_handedness",
            .init("--average-handedness", "report each hand's mean handedness over all its frames")
        ) { $1(&$0.tracking.averagesHandedness) },
        .flag("identifies_hands") { $1(&$0.tracking.identifiesHands) },
        .integer(
            "identity_timeout_ms", "identity timeout", unit: " ms", in: 0...(.max), demand: "it must not be negative"
        ) { $1(&$0.tracking.identityTimeoutMilliseconds) },
        .flag("refines_stills") { $1(&$0.tracking.refinesStills) },
        .flag("prefers_large_hands") { $1(&$0.tracking.prefersLargeHands) },
    ]
}

extension PipelineOption {
    package static let detectionInterval = integer(
        "detection_interval", "detection interval", unit: " frames", in: 1...(.max),
        Argument(
            "--detection-interval", placeholder: "N", limit: 1_000_000,
            "while hands are missing, search only every Nth frame for new ones", isOnDevices: true)
    ) { $1(&$0.tracking.detectionInterval) }
}

/// The parameters for smoothing a tracked hand's landmarks with a low-pass filter that adapts to movement (Casiez,
/// Roussel and Vogel, "1€ Filter", CHI 2012). Speeds are in palm lengths per second, so that the distance from the
/// camera does not matter.
public struct SmoothingOptions: Sendable, Equatable {
    /// The cutoff frequency for a hand at rest, in hertz; a lower value gives steadier landmarks.
    public var minimumCutoffHertz: Float
    /// The increase of the cutoff with speed, in hertz per palm length per second; a higher value gives less lag.
    public var speedCoefficient: Float
    /// The cutoff frequency for the speed estimate, in hertz.
    public var speedCutoffHertz: Float

    /// Creates a filter's parameters; the defaults suit hands in front of a camera.
    public init(minimumCutoffHertz: Float = 1, speedCoefficient: Float = 4, speedCutoffHertz: Float = 1) {
        self.minimumCutoffHertz = minimumCutoffHertz
        self.speedCoefficient = speedCoefficient
        self.speedCutoffHertz = speedCutoffHertz
    }

    /// Whether a filter can use these parameters.
    var isValid: Bool {
        minimumCutoffHertz > 0 && speedCoefficient >= 0 && speedCutoffHertz > 0 && minimumCutoffHertz.isFinite
            && speedCoefficient.isFinite && speedCutoffHertz.isFinite
    }
}
