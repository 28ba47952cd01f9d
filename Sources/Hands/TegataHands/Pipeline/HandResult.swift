/// A hand in a picture.
public struct HandResult: Sendable, Equatable {
    /// The points as fractions of the picture's width and height, also outside 0…1; depths have the unit of x and count
    /// from the wrist, negative towards the camera.
    public internal(set) var landmarks: HandPoints
    /// The points in metres around the middle of the hand, with the picture's axes.
    public internal(set) var worldLandmarks: HandPoints
    /// How sure the landmark network is that there is a hand.
    public internal(set) var presence: Float
    /// How sure the landmark network is that it is a right hand.
    public internal(set) var rightProbability: Float
    /// What the landmarks were found in.
    public internal(set) var rectangle: HandRectangle
    /// Whose numbers these are.
    public internal(set) var graph = HandGraph.tasks
    /// The same number for the same hand in all frames of a video, if asked for.
    public package(set) var identifier: Int?
    /// What the hand shows, if asked for; nil also where no class counts.
    public package(set) var gesture: Gesture?
    /// What the hand of a video does, if asked for; nil also while it does nothing that is known.
    public internal(set) var action: HandAction?
    /// How the gesture came about, if asked for.
    public internal(set) var gestureDetails: GestureDetails?

    /// Where the hand is in space, if asked for; nil also where its landmarks make no palm that a camera could see.
    public package(set) var metric: MetricHand?

    package init(
        landmarks: HandPoints, worldLandmarks: HandPoints, presence: Float, rightProbability: Float,
        rectangle: HandRectangle
    ) {
        self.landmarks = landmarks
        self.worldLandmarks = worldLandmarks
        self.presence = presence
        self.rightProbability = rightProbability
        self.rectangle = rectangle
    }

    /// The more likely hand of the person whose picture is not mirrored.
    public var handedness: Handedness { rightProbability >= 1 - rightProbability ? .right : .left }
    /// The place of that hand among the categories of MediaPipe's graph: those of the tasks begin with the right hand,
    /// and those of the legacy graph with the left one.
    public var handednessIndex: Int { handedness == (graph == .legacy ? .left : .right) ? 0 : 1 }
    /// How likely that is, at least one half.
    public var handednessScore: Float { handedness == .right ? rightProbability : 1 - rightProbability }
}
