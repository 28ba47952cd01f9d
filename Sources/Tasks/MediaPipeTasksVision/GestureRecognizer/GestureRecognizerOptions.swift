import Foundation
import TegataHands

/// What a ``GestureRecognizer`` looks for. A recogniser copies its options, so that changing them later has no effect.
public final class GestureRecognizerOptions: TaskOptions {
    /// What the recogniser is given, and how it answers.
    public var runningMode = RunningMode.image
    /// Who is told about the results of a live stream; needed in that mode and forbidden in the others. Held weakly.
    public weak var gestureRecognizerLiveStreamDelegate: (any GestureRecognizerLiveStreamDelegate)?
    /// The most hands that are returned.
    public var numHands = 1
    /// The score below which a palm does not count, between 0 and 1.
    public var minHandDetectionConfidence: Float = 0.5
    /// The presence that a hand must exceed, between 0 and 1; in videos, a hand that does not is looked for again.
    public var minHandPresenceConfidence: Float = 0.5
    /// In videos, the overlap beyond which a palm belongs to a hand that is being tracked, between 0 and 1.
    public var minTrackingConfidence: Float = 0.5
    /// For the classifier of the gestures that come with the task; nil is all of them.
    public var cannedGesturesClassifierOptions: ClassifierOptions?
    /// For the classifier that was trained for own gestures, whose answer goes before the other's; nil is all of them.
    public var customGesturesClassifierOptions: ClassifierOptions?
    /// What the original does not have.
    public var tracking = TrackingOptions()
    /// Whether results have all scores of both classifiers and what the embedder made of each hand. Not part of the
    /// original.
    public var returnsGestureDetails = false
    /// In videos, tells when gestures begin and end; hands then have numbers. Not part of the original.
    public var gestureEvents: GestureEventOptions?

    public override init() {
        super.init()
    }

    required init(copying other: TaskOptions) {
        super.init(copying: other)
        guard let other = other as? GestureRecognizerOptions else { return }
        runningMode = other.runningMode
        gestureRecognizerLiveStreamDelegate = other.gestureRecognizerLiveStreamDelegate
        numHands = other.numHands
        minHandDetectionConfidence = other.minHandDetectionConfidence
        minHandPresenceConfidence = other.minHandPresenceConfidence
        minTrackingConfidence = other.minTrackingConfidence
        cannedGesturesClassifierOptions = other.cannedGesturesClassifierOptions?.copied()
        customGesturesClassifierOptions = other.customGesturesClassifierOptions?.copied()
        tracking = other.tracking
        returnsGestureDetails = other.returnsGestureDetails
        gestureEvents = other.gestureEvents
    }

    /// The options of the pipeline.
    var pipelineOptions: HandPipelineOptions {
        var options = HandPipelineOptions(
            numHands: numHands, minHandDetectionConfidence: minHandDetectionConfidence,
            minHandPresenceConfidence: minHandPresenceConfidence, minTrackingConfidence: minTrackingConfidence,
            tracking: tracking)
        options.gestures = gestureOptions
        return options
    }

    var gestureOptions: GestureOptions {
        var options = GestureOptions()
        options.canned = GestureClassifierOptions(cannedGesturesClassifierOptions ?? ClassifierOptions())
        options.custom = GestureClassifierOptions(customGesturesClassifierOptions ?? ClassifierOptions())
        options.returnsDetails = returnsGestureDetails
        options.events = gestureEvents
        return options
    }
}

extension GestureClassifierOptions {
    fileprivate init(_ options: ClassifierOptions) {
        self.init()
        displayNamesLocale = options.displayNamesLocale ?? displayNamesLocale
        maximumResultCount = options.maxResults
        scoreThreshold = options.scoreThreshold
        categoryAllowlist = options.categoryAllowlist ?? []
        categoryDenylist = options.categoryDenylist ?? []
    }
}
