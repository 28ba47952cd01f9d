import Foundation
import TegataHands

/// What a ``HandLandmarker`` looks for. A landmarker copies its options, so that changing them later has no effect.
open class HandLandmarkerOptions: TaskOptions {
    /// What the landmarker is given, and how it answers.
    open var runningMode = RunningMode.image
    /// Who is told about the results of a live stream; needed in that mode and forbidden in the others. Held weakly.
    open weak var handLandmarkerLiveStreamDelegate: (any HandLandmarkerLiveStreamDelegate)?
    /// The most hands that are returned.
    open var numHands = 1
    /// The score below which a palm does not count, between 0 and 1.
    open var minHandDetectionConfidence: Float = 0.5
    /// The presence that a hand must exceed, between 0 and 1; in videos, a hand that does not is looked for again.
    open var minHandPresenceConfidence: Float = 0.5
    /// In videos, the overlap beyond which a palm belongs to a hand that is being tracked, between 0 and 1.
    open var minTrackingConfidence: Float = 0.5
    /// What the original does not have.
    public var tracking = TrackingOptions()

    /// Options without a model.
    public override init() {
        super.init()
    }

    /// Options with the same values.
    open override func copy(with zone: NSZone? = nil) -> Any {
        HandLandmarkerOptions(copying: self)
    }

    convenience init(copying other: HandLandmarkerOptions) {
        self.init()
        baseOptions = other.baseOptions
        runningMode = other.runningMode
        handLandmarkerLiveStreamDelegate = other.handLandmarkerLiveStreamDelegate
        numHands = other.numHands
        minHandDetectionConfidence = other.minHandDetectionConfidence
        minHandPresenceConfidence = other.minHandPresenceConfidence
        minTrackingConfidence = other.minTrackingConfidence
        tracking = other.tracking
    }

    /// The options of the pipeline.
    var pipelineOptions: HandPipelineOptions {
        HandPipelineOptions(
            numHands: numHands, minHandDetectionConfidence: minHandDetectionConfidence,
            minHandPresenceConfidence: minHandPresenceConfidence, minTrackingConfidence: minTrackingConfidence,
            tracking: tracking)
    }
}
