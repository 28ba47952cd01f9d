import Foundation
import TegataHands

/// The options of a ``HandLandmarker``. A landmarker copies them, so that later changes have no effect.
open class HandLandmarkerOptions: TaskOptions {
    /// The input of the landmarker, and the way it returns results.
    open var runningMode = RunningMode.image
    /// The receiver of a live stream's results; required in that mode and forbidden in the others. Held weakly.
    open weak var handLandmarkerLiveStreamDelegate: (any HandLandmarkerLiveStreamDelegate)?
    /// The maximum number of hands.
    open var numHands = 1
    /// The score below which a palm does not count, between 0 and 1.
    open var minHandDetectionConfidence: Float = 0.5
    /// The presence that a hand must exceed, between 0 and 1; in videos, a hand that does not is searched for again.
    open var minHandPresenceConfidence: Float = 0.5
    /// In videos, the overlap beyond which a palm belongs to a tracked hand, between 0 and 1.
    open var minTrackingConfidence: Float = 0.5
    /// Options for tracking that MediaPipe does not have.
    public var tracking = TrackingOptions()

    /// Creates options without a model.
    public override init() {
        super.init()
    }

    /// Returns options with the same values.
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
