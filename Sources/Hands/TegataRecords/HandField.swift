import TegataHands

/// Something that is written of a hand. JSON, CSV, arrays and pages are all made from ``all``: a field that is added
/// there is in each of them.
package struct HandField: Sendable {
    /// What JSON calls it.
    package let name: String
    /// What its columns in CSV are called, or begin with; nil where it has none.
    package let column: String?
    /// Whether it is only there where gestures were asked for.
    package let isOfGestures: Bool
    /// Whether it is only there where hands were asked for in space.
    package let isMetric: Bool
    package let content: Content

    /// The kinds of values, each with what a hand has; nil where it has none.
    package enum Content: Sendable {
        case integer(@Sendable (HandResult) -> Int?)
        case category(@Sendable (HandResult) -> HandCategory?)
        /// A list with the category, or an empty one.
        case listedCategory(@Sendable (HandResult) -> HandCategory?)
        /// By falling score. CSV has room for the first.
        case categories(@Sendable (HandResult) -> [HandCategory]?)
        case points(@Sendable (HandResult) -> HandPoints)
        /// All points, or nil where the hand has none.
        case knownPoints(@Sendable (HandResult) -> HandPoints?)
        case place(@Sendable (HandResult) -> HandPoint?)
        case number(@Sendable (HandResult) -> Float?)
        /// Never in CSV, which must know how many there are.
        case numbers(@Sendable (HandResult) -> [Float]?)
    }

    private init(
        _ name: String, column: String? = nil, isOfGestures: Bool = false, isMetric: Bool = false, _ content: Content
    ) {
        self.name = name
        self.column = column
        self.isOfGestures = isOfGestures
        self.isMetric = isMetric
        self.content = content
    }

    package static let landmarks = HandField("landmarks", column: "", .points { $0.landmarks })
    package static let worldLandmarks = HandField("worldLandmarks", column: "world_", .points { $0.worldLandmarks })

    /// In the order of JSON; in CSV, points are behind everything else that needs no camera.
    package static let all = [
        HandField("id", column: "id", .integer { $0.identifier }),
        HandField("handedness", column: "handedness", .category { HandCategory(handednessOf: $0) }),
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
    ]

    /// The points, if that is what the field has.
    package var points: (@Sendable (HandResult) -> HandPoints)? {
        if case .points(let points) = content { points } else { nil }
    }
}

/// A class and its score, with the members that MediaPipe gives it.
package struct HandCategory: Sendable, Equatable {
    package let index: Int
    package let score: Float
    package let name: String
    package let displayName: String
}

extension HandCategory {
    /// Which hand it is; the legacy graph has no display names.
    init(handednessOf hand: HandResult) {
        let handedness = hand.handedness
        self.init(
            index: hand.handednessIndex, score: hand.handednessScore, name: handedness.name,
            displayName: hand.graph == .tasks ? handedness.name : "")
    }

    /// What a hand shows; as the published task has it, the index tells nothing, and there is no display name.
    init(_ gesture: Gesture) {
        self.init(index: -1, score: gesture.score, name: gesture.name, displayName: "")
    }

    /// What the hand of a video does, in the form of a gesture.
    init(_ action: HandAction) {
        self.init(index: -1, score: action.score, name: action.name, displayName: "")
    }

    init(_ score: GestureScore) {
        self.init(index: score.index, score: score.score, name: score.name, displayName: score.displayName)
    }
}
