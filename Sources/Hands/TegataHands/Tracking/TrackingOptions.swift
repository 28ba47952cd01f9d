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

    func check() throws(HandPipelineError) {
        guard detectionInterval >= 1 else { throw .detectionInterval(detectionInterval) }
        guard identityTimeoutMilliseconds >= 0 else { throw .identityTimeout(identityTimeoutMilliseconds) }
        if let smoothing, !smoothing.isValid { throw .smoothing(smoothing) }
    }
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
