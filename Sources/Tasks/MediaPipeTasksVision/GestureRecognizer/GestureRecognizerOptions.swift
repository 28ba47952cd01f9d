import Foundation
import TegataClassifiers
import TegataHands

/// What a ``GestureRecognizer`` looks for. A recogniser copies its options, so that changing them later has no effect.
open class GestureRecognizerOptions: TaskOptions {
    /// What the recogniser is given, and how it answers.
    open var runningMode = RunningMode.image
    /// Who is told about the results of a live stream; needed in that mode and forbidden in the others. Held weakly.
    open weak var gestureRecognizerLiveStreamDelegate: (any GestureRecognizerLiveStreamDelegate)?
    /// The most hands that are returned.
    open var numHands = 1
    /// The score below which a palm does not count, between 0 and 1.
    open var minHandDetectionConfidence: Float = 0.5
    /// The presence that a hand must exceed, between 0 and 1; in videos, a hand that does not is looked for again.
    open var minHandPresenceConfidence: Float = 0.5
    /// In videos, the overlap beyond which a palm belongs to a hand that is being tracked, between 0 and 1.
    open var minTrackingConfidence: Float = 0.5
    /// For the classifier of the gestures that come with the task; nil is all of them.
    open var cannedGesturesClassifierOptions: ClassifierOptions?
    /// For the classifier that was trained for own gestures, whose answer goes before the other's; nil is all of them.
    open var customGesturesClassifierOptions: ClassifierOptions?
    /// What the original does not have.
    public var tracking = TrackingOptions()
    /// Whether results have all scores of both classifiers and what the embedder made of each hand. Not part of the
    /// original.
    public var returnsGestureDetails = false
    /// In videos, tells when gestures begin and end; hands then have numbers. Not part of the original.
    public var gestureEvents: GestureEventOptions?
    /// The path of a classifier of poses that was trained over key points; its answer goes before those of the bundle's
    /// classifiers, and ``customGesturesClassifierOptions`` count for it too. Not part of the original.
    public var poseClassifierPath: String?

    /// Options without a model.
    public override init() {
        super.init()
    }

    /// Options with the same values.
    open override func copy(with zone: NSZone? = nil) -> Any {
        GestureRecognizerOptions(copying: self)
    }

    convenience init(copying other: GestureRecognizerOptions) {
        self.init()
        baseOptions = other.baseOptions
        runningMode = other.runningMode
        gestureRecognizerLiveStreamDelegate = other.gestureRecognizerLiveStreamDelegate
        numHands = other.numHands
        minHandDetectionConfidence = other.minHandDetectionConfidence
        minHandPresenceConfidence = other.minHandPresenceConfidence
        minTrackingConfidence = other.minTrackingConfidence
        cannedGesturesClassifierOptions = other.cannedGesturesClassifierOptions.map(ClassifierOptions.init(copying:))
        customGesturesClassifierOptions = other.customGesturesClassifierOptions.map(ClassifierOptions.init(copying:))
        tracking = other.tracking
        returnsGestureDetails = other.returnsGestureDetails
        gestureEvents = other.gestureEvents
        poseClassifierPath = other.poseClassifierPath
    }

    /// The options of the pipeline with those of its gestures.
    func pipelineOptions(_ gestures: GestureOptions) -> HandPipelineOptions {
        var options = HandPipelineOptions(
            numHands: numHands, minHandDetectionConfidence: minHandDetectionConfidence,
            minHandPresenceConfidence: minHandPresenceConfidence, minTrackingConfidence: minTrackingConfidence,
            tracking: tracking)
        options.gestures = gestures
        return options
    }

    /// How gestures are recognised; reads the classifier of poses.
    func gestureOptions() throws -> GestureOptions {
        var options = GestureOptions()
        options.canned = cannedGesturesClassifierOptions.map { GestureClassifierOptions($0) } ?? options.canned
        options.custom = customGesturesClassifierOptions.map { GestureClassifierOptions($0) } ?? options.custom
        options.returnsDetails = returnsGestureDetails
        options.events = gestureEvents
        options.poses = try poseClassifierPath.map { path in try withTaskErrors { try PoseClassifier(at: path) } }
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

/// Which of its classes a classifier may answer, and how many.
open class ClassifierOptions: NSObject, NSCopying {
    /// The language of display names; nil is English.
    open var displayNamesLocale: String?
    /// The most classes that take part; 0 and less is all of them.
    open var maxResults = -1
    /// The score below which a class does not count, in place of the one in the model's metadata, also where it is 0.
    /// Without options, the one in the metadata counts.
    open var scoreThreshold: Float = 0
    /// If it is not empty, the only classes that count. Names that the model does not have are ignored.
    open var categoryAllowlist: [String]?
    /// If it is not empty, classes that do not count. An allowlist goes before it.
    open var categoryDenylist: [String]?

    /// Options by which all classes count.
    public override init() {}

    /// Options with the same values.
    open func copy(with zone: NSZone? = nil) -> Any {
        ClassifierOptions(copying: self)
    }

    convenience init(copying other: ClassifierOptions) {
        self.init()
        displayNamesLocale = other.displayNamesLocale
        maxResults = other.maxResults
        scoreThreshold = other.scoreThreshold
        categoryAllowlist = other.categoryAllowlist
        categoryDenylist = other.categoryDenylist
    }
}
