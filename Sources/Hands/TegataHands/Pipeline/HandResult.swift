import CTegataShims

/// What was found in a picture, and how long it took.
public struct HandPipelineResult: Sendable {
    /// Hands of the last frame first, in their old order, then new ones by falling palm score. With
    /// ``HandGraph/legacy`` new ones go before those of the last frame.
    public internal(set) var hands: [HandResult]
    /// The palms that crops were made of, in fractions of the picture, those that count more first; empty for frames of
    /// a video in which no new hands were looked for.
    public internal(set) var palms: [PalmDetection] = []
    /// Gestures of a video that began, go on or ended, if asked for.
    public internal(set) var gestureEvents: [GestureEvent] = []
    /// Actions of a video that began, if asked for.
    public internal(set) var actionEvents: [ActionEvent] = []
    /// How long each stage took.
    public internal(set) var timings: StageTimings
}

/// Nanoseconds of each stage for one picture, over all hands; 0 where a stage did not run or the system has no clock.
public struct StageTimings: Sendable, Equatable {
    /// From pixels to the palm detector's input.
    public internal(set) var palmImage: UInt64 = 0
    /// The palm detector.
    public internal(set) var palmNetwork: UInt64 = 0
    /// From the palm detector's output to rectangles.
    public internal(set) var palmDecoding: UInt64 = 0
    /// From pixels to the landmark network's input.
    public internal(set) var handImages: UInt64 = 0
    /// The landmark network.
    public internal(set) var handNetwork: UInt64 = 0
    /// From the landmark network's output to hands.
    public internal(set) var handDecoding: UInt64 = 0
    /// From hands to gestures.
    public internal(set) var gestures: UInt64 = 0
    /// All of it.
    public internal(set) var total: UInt64 = 0

    package init() {}
}

/// How long `body` takes.
func nanoseconds(of body: () -> Void) -> UInt64 {
    let start = tegata_monotonic_nanoseconds()
    body()
    return tegata_monotonic_nanoseconds() - start
}

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
    public package(set) var gestureDetails: GestureDetails?

    /// Where the hand is in space, if asked for; nil also where its landmarks make no palm that a camera could see.
    public package(set) var metric: MetricHand?

    /// Whether the points are those of the other hand, because the picture shows the world as a mirror does.
    var isShownMirrored = false
    /// The picture's width by its height.
    var aspectRatio: Float = 1
    /// −1 if the wrist's quaternion is the negated one: it follows the hand from frame to frame, so that no quaternion
    /// changes its sign suddenly.
    var orientationSign: Float = 1

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

/// Which hand of a person.
public enum Handedness: Int, Sendable, CaseIterable {
    /// The right hand.
    case right = 0
    /// The left hand.
    case left = 1

    /// The category name of the published task.
    public var name: String { self == .right ? "Right" : "Left" }
}

/// Which hands the landmark network's first category stands for.
enum HandNaming {
    /// The right hands of pictures that do not mirror the world.
    case ofPictures
    /// The left hands of pictures that are taken to be mirrored. Where it is known that they are, the network has seen
    /// them the right way round.
    case ofMirroredPictures

    /// The probability of a right hand, from that of the network's first category, and the other way round.
    func rightProbability(_ first: Float, isMirrored: Bool) -> Float {
        guard self == .ofMirroredPictures, !isMirrored else { return first }
        // Of two equal chances the first category's counts.
        return first == 0.5 ? first.nextDown : 1 - first
    }
}
