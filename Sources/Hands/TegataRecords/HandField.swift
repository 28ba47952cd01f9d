import TegataHands

/// A field that is written for each hand. JSON, CSV, arrays and pages are all generated from ``all``, so a field added
/// there appears in each of them.
package struct HandField: Sendable {
    /// The name in JSON.
    package let name: String
    /// The name, or name prefix, of its columns in CSV; nil if it has none.
    package let column: String?
    /// Whether it is written only if gestures were requested.
    package let isOfGestures: Bool
    /// Whether it is written only if hands in space were requested.
    package let isMetric: Bool
    /// Whether it is written only if skeletons were requested.
    package let isOfSkeleton: Bool
    /// Whether it is written only if the tracks of a whole video were revised.
    package let isOfRevision: Bool
    package let content: Content

    /// The kinds of values, each with a function that returns a hand's value; nil if it has none.
    package enum Content: Sendable {
        case integer(@Sendable (HandResult) -> Int?)
        case category(@Sendable (HandResult) -> HandCategory?)
        /// A list containing the category, or an empty list.
        case listedCategory(@Sendable (HandResult) -> HandCategory?)
        /// Categories in descending order of score; CSV includes only the first.
        case categories(@Sendable (HandResult) -> [HandCategory]?)
        case points(@Sendable (HandResult) -> HandPoints)
        /// All points, or nil if the hand has none.
        case knownPoints(@Sendable (HandResult) -> HandPoints?)
        case place(@Sendable (HandResult) -> HandPoint?)
        case number(@Sendable (HandResult) -> Float?)
        /// A list that CSV never includes, because CSV needs a fixed number of columns.
        case numbers(@Sendable (HandResult) -> [Float]?)
    }

    private init(
        _ name: String, column: String? = nil, isOfGestures: Bool = false, isMetric: Bool = false,
        isOfSkeleton: Bool = false, isOfRevision: Bool = false, _ content: Content
    ) {
        self.name = name
        self.column = column
        self.isOfGestures = isOfGestures
        self.isMetric = isMetric
        self.isOfSkeleton = isOfSkeleton
        self.isOfRevision = isOfRevision
        self.content = content
    }

    package static let landmarks = HandField("landmarks", column: "", .points { $0.landmarks })
    package static let worldLandmarks = HandField("worldLandmarks", column: "world_", .points { $0.worldLandmarks })

    /// All fields in JSON order; in CSV, points come after all other fields that need neither a camera nor a skeleton.
    package static let all = [
        HandField("id", column: "id", .integer { $0.identifier }),
        HandField("handedness", column: "handedness", .category { HandCategory(handednessOf: $0) }),
        HandField("interpolated", column: "interpolated", isOfRevision: true, .integer { $0.isInterpolated ? 1 : 0 }),
        landmarks,
        worldLandmarks,
        HandField(
            "gestures", column: "gesture", isOfGestures: true,
            .listedCategory { $0.gesture.map { HandCategory($0) } }),
        HandField(
            "customScores", isOfGestures: true, .categories { $0.gestureDetails?.custom.map { HandCategory($0) } }),
        HandField(
            "cannedScores", isOfGestures: true, .categories { $0.gestureDetails?.canned.map { HandCategory($0) } }),
        HandField("embedding", isOfGestures: true, .numbers { $0.gestureDetails?.embedding }),
        HandField("action", .category { $0.action.map { HandCategory($0) } }),
        HandField("position", column: "position", isMetric: true, .place { $0.metric?.position }),
        HandField(
            "distanceUncertainty", column: "distance_uncertainty", isMetric: true,
            .number { $0.metric?.distanceUncertainty }),
        HandField("palmNormal", column: "palm_normal", isMetric: true, .place { $0.metric?.palmNormal }),
        HandField("pinchAperture", column: "pinch_aperture", isMetric: true, .number { $0.metric?.pinchAperture }),
        HandField("cameraLandmarks", column: "camera_", isMetric: true, .knownPoints { $0.metric?.points }),
        HandField(
            "skeletonLandmarks", column: "skeleton_", isOfSkeleton: true, .knownPoints { $0.skeletonLandmarks }),
    ]

    /// The function that returns the points; nil if the field has another kind of value.
    package var points: (@Sendable (HandResult) -> HandPoints)? {
        if case .points(let points) = content { points } else { nil }
    }
}

/// A class and its score, with the same members as in MediaPipe.
package struct HandCategory: Sendable, Equatable {
    package let index: Int
    package let score: Float
    package let name: String
    package let displayName: String
}

extension HandCategory {
    /// Creates the category for the handedness; the legacy graph has no display names.
    init(handednessOf hand: HandResult) {
        let handedness = hand.handedness
        self.init(
            index: hand.handednessIndex, score: hand.handednessScore, name: handedness.name,
            displayName: hand.graph == .tasks ? handedness.name : "")
    }

    /// Creates the category for a gesture. As in the published task, the index is always −1 and there is no display
    /// name.
    init(_ gesture: Gesture) {
        self.init(index: -1, score: gesture.score, name: gesture.name, displayName: "")
    }

    /// Creates the category for an action, in the same form as a gesture.
    init(_ action: HandAction) {
        self.init(index: -1, score: action.score, name: action.name, displayName: "")
    }

    init(_ score: GestureScore) {
        self.init(index: score.index, score: score.score, name: score.name, displayName: score.displayName)
    }
}
