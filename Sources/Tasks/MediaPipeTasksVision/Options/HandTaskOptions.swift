import Foundation
import TegataHands

/// The base class of ``HandLandmarkerOptions`` and ``GestureRecognizerOptions``.
open class HandTaskOptions: TaskOptions {
    /// The input of the task, and the way it returns results.
    open var runningMode = RunningMode.image
    /// The maximum number of hands.
    open var numHands = 1
    /// The score, between 0 and 1, below which a palm is ignored.
    open var minHandDetectionConfidence: Float = 0.5
    /// The presence score, between 0 and 1, that a hand must exceed; in videos, a hand that falls below it is searched
    /// for again.
    open var minHandPresenceConfidence: Float = 0.5
    /// In videos, the overlap, between 0 and 1, beyond which a palm belongs to a tracked hand.
    open var minTrackingConfidence: Float = 0.5
    /// Options for tracking that MediaPipe does not have.
    public var tracking = TrackingOptions()

    /// Creates options without a model.
    public override init() {
        super.init()
    }

    /// Returns options with the same values.
    open override func copy(with zone: NSZone? = nil) -> Any {
        let copy = HandTaskOptions()
        copy.copyValues(of: self)
        return copy
    }

    final func copyValues(of other: HandTaskOptions) {
        baseOptions = other.baseOptions
        runningMode = other.runningMode
        numHands = other.numHands
        minHandDetectionConfidence = other.minHandDetectionConfidence
        minHandPresenceConfidence = other.minHandPresenceConfidence
        minTrackingConfidence = other.minTrackingConfidence
        tracking = other.tracking
    }

    /// The pipeline options, except those for gestures.
    var pipelineOptions: HandPipelineOptions {
        var options = HandPipelineOptions()
        options.maximumHandCount = numHands
        options.minimumDetectionConfidence = minHandDetectionConfidence
        options.minimumPresenceConfidence = minHandPresenceConfidence
        options.minimumTrackingConfidence = minTrackingConfidence
        options.tracking = tracking
        return options
    }

    /// Throws if a live-stream task has no delegate, or another kind of task has one; `property` is the name of the
    /// delegate property.
    func checkDelegate(_ delegate: (any NSObjectProtocol)?, property: String) throws {
        let isPresent = delegate != nil
        guard isPresent != (runningMode == .liveStream) else { return }
        throw taskError(
            .invalidArgument,
            isPresent
                ? "\(property) is set for a task in \(runningMode.displayName) mode, whose calls return their results. Leave it nil."
                : "\(property) is nil for a task in Live Stream mode. Set it, and keep a reference to the object: the"
                    + " options and the task hold it weakly."
        )
    }
}
