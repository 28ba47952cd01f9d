import Foundation
import TegataClassifiers
import TegataHands

/// The options of a ``GestureRecognizer``. A recogniser copies them, so that later changes have no effect.
open class GestureRecognizerOptions: TaskOptions {
    /// The input of the recogniser, and the way it returns results.
    open var runningMode = RunningMode.image
    /// The receiver of a live stream's results; required in that mode and forbidden in the others. Held weakly.
    open weak var gestureRecognizerLiveStreamDelegate: (any GestureRecognizerLiveStreamDelegate)?
    /// The maximum number of hands.
    open var numHands = 1
    /// The score below which a palm does not count, between 0 and 1.
    open var minHandDetectionConfidence: Float = 0.5
    /// The presence that a hand must exceed, between 0 and 1; in videos, a hand that does not is searched for again.
    open var minHandPresenceConfidence: Float = 0.5
    /// In videos, the overlap beyond which a palm belongs to a tracked hand, between 0 and 1.
    open var minTrackingConfidence: Float = 0.5
    /// The options of the classifier of canned gestures; nil means all classes.
    open var cannedGesturesClassifierOptions: ClassifierOptions?
    /// The options of the classifier of custom gestures, whose result takes precedence; nil means all classes.
    open var customGesturesClassifierOptions: ClassifierOptions?
    /// Options for tracking that MediaPipe does not have.
    public var tracking = TrackingOptions()
    /// Whether results include all scores of both classifiers and the embedding of each hand. Not part of MediaPipe.
    public var returnsGestureDetails = false
    /// In videos, the options for reporting when gestures begin and end; hands then have IDs. Not part of MediaPipe.
    public var gestureEvents: GestureEventOptions?
    /// The path of a pose classifier that was trained on key points; nil means none. Its result takes precedence over
    /// those of the bundle's classifiers, and ``customGesturesClassifierOptions`` apply to it too. Not part of
    /// MediaPipe.
    public var poseClassifierPath: String?

    /// Creates options without a model.
    public override init() {
        super.init()
    }

    /// Returns options with the same values.
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

    /// Returns the options of the pipeline, including those for gestures.
    func pipelineOptions(_ gestures: GestureOptions) -> HandPipelineOptions {
        var options = HandPipelineOptions(
            numHands: numHands, minHandDetectionConfidence: minHandDetectionConfidence,
            minHandPresenceConfidence: minHandPresenceConfidence, minTrackingConfidence: minTrackingConfidence,
            tracking: tracking)
        options.gestures = gestures
        return options
    }

    /// Returns the options for gestures; reads the pose classifier.
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

/// The classes that a classifier may return, and their number.
open class ClassifierOptions: NSObject, NSCopying {
    /// The language of display names; nil means English.
    open var displayNamesLocale: String?
    /// The maximum number of classes; 0 or less means all.
    open var maxResults = -1
    /// The score below which a class does not count. It overrides the value in the model's metadata, even if it is 0;
    /// only without options does the value in the metadata count.
    open var scoreThreshold: Float = 0
    /// If it is not empty, the only classes that count. Names that the model does not have are ignored.
    open var categoryAllowlist: [String]?
    /// If it is not empty, classes that do not count. The allowlist takes precedence.
    open var categoryDenylist: [String]?

    /// Creates options with which all classes count.
    public override init() {}

    /// Returns options with the same values.
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
