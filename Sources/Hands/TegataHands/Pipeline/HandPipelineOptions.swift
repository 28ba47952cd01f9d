import TegataKernelSelection

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

    public init() {}

    /// Whether hands must be known from frame to frame.
    var followsHands: Bool { givesIdentifiers || tracking.averagesHandedness || tracking.smoothing != nil }
    /// Whether results have identifiers.
    var givesIdentifiers: Bool { tracking.identifiesHands || gestures?.events != nil }

    func check() throws(HandPipelineError) {
        guard maximumHandCount >= 1 else { throw .handCount(maximumHandCount) }
        try Self.check(.detection, minimumDetectionConfidence)
        try Self.check(.presence, minimumPresenceConfidence)
        try Self.check(.tracking, minimumTrackingConfidence)
        try tracking.check()
        try gestures?.check()
    }

    private static func check(_ confidence: HandPipelineError.Confidence, _ value: Float) throws(HandPipelineError) {
        guard value >= 0, value <= 1 else { throw .confidence(confidence, value) }
    }
}

/// How to look at one picture.
public struct FrameOptions: Sendable, Equatable {
    /// By how much the picture must be turned clockwise to be upright, a multiple of 90. Results stay in the picture as
    /// it was given.
    public var rotationDegrees = 0
    /// The only part to look at; pixels outside do not count.
    public var region: RegionOfInterest?
    /// Whether the picture shows the world as a mirror does. Hands are then called by their right names; landmarks stay
    /// in the picture as it was given, and so do the axes of world landmarks.
    public var isMirrored = false

    public init(rotationDegrees: Int = 0, region: RegionOfInterest? = nil, isMirrored: Bool = false) {
        self.rotationDegrees = rotationDegrees
        self.region = region
        self.isMirrored = isMirrored
    }
}

/// Why a picture cannot be looked at.
public enum HandPipelineError: Error, Equatable, Sendable, CustomStringConvertible {
    case handCount(Int)
    case confidence(Confidence, Float)
    case detectionInterval(Int)
    case identityTimeout(Int)
    case smoothing(SmoothingOptions)
    case rotation(degrees: Int)
    case image(ImageError)
    case timestamp(milliseconds: Int, last: Int)
    case kernels(KernelSelectionError)
    case gestures(GestureError)

    /// The options between 0 and 1.
    public enum Confidence: String, Sendable {
        case detection, presence, tracking
    }

    public var description: String {
        switch self {
        case .handCount(let count): "the number of hands is \(count); ask for at least 1"
        case .confidence(let confidence, let value):
            "the minimum \(confidence.rawValue) confidence is \(value); it must be between 0 and 1"
        case .detectionInterval(let interval): "the detection interval is \(interval) frames; it must be at least 1"
        case .identityTimeout(let milliseconds): "the identity timeout is \(milliseconds) ms; it must not be negative"
        case .smoothing(let options):
            "smoothing with cutoffs of \(options.minimumCutoffHertz) and \(options.speedCutoffHertz) Hz and a speed coefficient of "
                + "\(options.speedCoefficient) is not possible; cutoffs must be above 0 and the coefficient not below 0"
        case .rotation(let degrees): "the rotation is \(degrees) degrees; it must be a multiple of 90"
        case .image(let error): error.description
        case .timestamp(let milliseconds, let last):
            "the timestamp is \(milliseconds) ms after one of \(last) ms; timestamps must increase"
        case .kernels(let error): error.description
        case .gestures(let error): error.description
        }
    }
}
