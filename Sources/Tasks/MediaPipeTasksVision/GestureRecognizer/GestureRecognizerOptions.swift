import Foundation
import TegataClassifiers
import TegataHands

/// The options of a ``GestureRecognizer``. A recogniser copies them, so later changes have no effect.
open class GestureRecognizerOptions: HandTaskOptions {
    /// The receiver of a live stream's results; required in that mode and forbidden in the others. Held weakly.
    open weak var gestureRecognizerLiveStreamDelegate: (any GestureRecognizerLiveStreamDelegate)?
    /// The options for the canned gesture classifier; nil means all classes.
    open var cannedGesturesClassifierOptions: ClassifierOptions?
    /// The options for the custom gesture classifier, whose result takes precedence; nil means all classes.
    open var customGesturesClassifierOptions: ClassifierOptions?
    /// Whether results include all scores of both classifiers and the embedding of each hand. Not part of MediaPipe.
    public var returnsGestureDetails = false
    /// In videos, options for reporting when gestures begin and end; if set, hands have IDs. Not part of MediaPipe.
    public var gestureEvents: GestureEventOptions?
    /// The path of a pose classifier that was trained on key points; nil means none. Its result takes precedence over
    /// the results of the bundle's classifiers, and ``customGesturesClassifierOptions`` apply to it too. Not part of
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
        copyValues(of: other)
        gestureRecognizerLiveStreamDelegate = other.gestureRecognizerLiveStreamDelegate
        cannedGesturesClassifierOptions = other.cannedGesturesClassifierOptions.map(ClassifierOptions.init(copying:))
        customGesturesClassifierOptions = other.customGesturesClassifierOptions.map(ClassifierOptions.init(copying:))
        returnsGestureDetails = other.returnsGestureDetails
        gestureEvents = other.gestureEvents
        poseClassifierPath = other.poseClassifierPath
    }

    /// Returns the gesture options, after reading the pose classifier.
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

/// The classes that a classifier may return, and how many of them.
open class ClassifierOptions: NSObject, NSCopying {
    /// The language of display names; nil means English.
    open var displayNamesLocale: String?
    /// The maximum number of classes; 0 or less means all.
    open var maxResults = -1
    /// The score below which a class is ignored. It overrides the value in the model's metadata, even if it is 0; the
    /// metadata's value is used only if there are no options.
    open var scoreThreshold: Float = 0
    /// If not empty, the only classes to consider. Names that the model does not have are ignored.
    open var categoryAllowlist: [String]?
    /// If not empty, classes to ignore. The allowlist takes precedence.
    open var categoryDenylist: [String]?

    /// Creates options that include all classes.
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
