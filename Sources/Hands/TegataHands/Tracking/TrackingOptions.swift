/// What can be done beyond MediaPipe. All of it is off by default and then changes nothing.
public struct TrackingOptions: Sendable, Equatable {
    /// In single pictures, finds each hand's landmarks twice, the second time in a crop made from the first landmarks.
    /// A palm tells the place of its hand only roughly, and its crop is turned 26.6° too far, as MediaPipe's is; the
    /// second crop is as good as one of a video.
    public var refinesStills = false
    /// Where more palms are seen than hands are asked for, takes the largest, not those that score highest.
    public var prefersLargeHands = false
    /// In videos, looks for new hands in every nth frame only, and whenever a hand was lost. Fewer hands than are asked
    /// for must be tracked at all.
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

    /// Whether landmarks are smoothed; they are with usual strength if no other is given.
    var smooths: Bool {
        get { smoothing != nil }
        set { smoothing = newValue ? smoothing ?? SmoothingOptions() : nil }
    }

    func check() throws(HandPipelineError) {
        if let smoothing, !smoothing.isValid { throw .smoothing(smoothing) }
    }
}

extension TrackingOptions {
    /// The plain options, in the order of help.
    package static let described: [PipelineOption] = [
        .flag(
            "smooths",
            .init("--smooth", "take the jitter out of landmarks (One-Euro filter); slow movement lags a little")
        ) { $1(&$0.tracking.smooths) },
        .detectionInterval,
        .flag(
            "averages_handedness",
            .init("--average-handedness", "decide which hand it is over all frames of a hand")
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
            "while hands are missing, look for new ones in every Nth frame only", isOnDevices: true)
    ) { $1(&$0.tracking.detectionInterval) }
}

/// How strongly the landmarks of a tracked hand are smoothed: a low-pass filter that gives way when the hand moves
/// (Casiez, Roussel and Vogel, "1€ Filter", CHI 2012). Speeds are counted in palm lengths per second, so that the
/// distance from the camera does not matter.
public struct SmoothingOptions: Sendable, Equatable {
    /// The cutoff frequency of a hand at rest; lower means calmer.
    public var minimumCutoffHertz: Float
    /// How much the cutoff rises with the speed, in hertz per palm length per second; higher means less lag.
    public var speedCoefficient: Float
    /// The cutoff frequency of the speed itself.
    public var speedCutoffHertz: Float

    /// The numbers of a filter; those given by default suit hands before a camera.
    public init(minimumCutoffHertz: Float = 1, speedCoefficient: Float = 4, speedCutoffHertz: Float = 1) {
        self.minimumCutoffHertz = minimumCutoffHertz
        self.speedCoefficient = speedCoefficient
        self.speedCutoffHertz = speedCutoffHertz
    }

    /// Whether a filter can work with these numbers.
    var isValid: Bool {
        minimumCutoffHertz > 0 && speedCoefficient >= 0 && speedCutoffHertz > 0 && minimumCutoffHertz.isFinite
            && speedCoefficient.isFinite && speedCutoffHertz.isFinite
    }
}
