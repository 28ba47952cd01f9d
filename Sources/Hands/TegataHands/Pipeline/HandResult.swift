import CTegataShims

/// The hands found in an image, and the time it took.
public struct HandPipelineResult: Sendable {
    /// The hands: those of the last frame first, in their old order, then new ones by falling palm score. With
    /// ``HandGraph/legacy``, new ones come before those of the last frame.
    public package(set) var hands: [HandResult]
    /// The palms from which crops were made, in fractions of the image, the most important first; empty for frames of a
    /// video that were not searched for new hands.
    public internal(set) var palms: [PalmDetection] = []
    /// The gestures of a video that began, go on or ended, if requested.
    public package(set) var gestureEvents: [GestureEvent] = []
    /// The actions of a video that began, if requested.
    public package(set) var actionEvents: [ActionEvent] = []
    /// The time of each stage.
    public internal(set) var timings: StageTimings
}

extension HandPipelineResult {
    /// Creates a result without hands.
    package init() {
        self.init(hands: [], timings: StageTimings())
    }
}

/// The times of the stages for one image in nanoseconds, over all hands; 0 if a stage did not run or the system has no
/// clock.
public struct StageTimings: Sendable, Equatable {
    /// The time from pixels to the palm detector's input.
    public internal(set) var palmImage: UInt64 = 0
    /// The time that the palm detector took.
    public internal(set) var palmNetwork: UInt64 = 0
    /// The time from the palm detector's output to rectangles.
    public internal(set) var palmDecoding: UInt64 = 0
    /// The time from pixels to the landmark network's input.
    public internal(set) var handImages: UInt64 = 0
    /// The time of the landmark network.
    public internal(set) var handNetwork: UInt64 = 0
    /// The time from the landmark network's output to hands.
    public internal(set) var handDecoding: UInt64 = 0
    /// The time from hands to gestures.
    public internal(set) var gestures: UInt64 = 0
    /// The total time.
    public internal(set) var total: UInt64 = 0

    package init() {}
}

/// Returns the time that `body` takes.
func nanoseconds(of body: () -> Void) -> UInt64 {
    let start = tegata_monotonic_nanoseconds()
    body()
    return tegata_monotonic_nanoseconds() - start
}

/// A hand in an image.
public struct HandResult: Sendable, Equatable {
    /// The points as fractions of the image's width and height, which may lie outside 0…1. Depths have the unit of x
    /// and count from the wrist, negative towards the camera.
    public package(set) var landmarks: HandPoints
    /// The points in metres around the middle of the hand, with the image's axes.
    public package(set) var worldLandmarks: HandPoints
    /// The landmark network's confidence that there is a hand.
    public package(set) var presence: Float
    /// The landmark network's probability of a right hand.
    public package(set) var rightProbability: Float
    /// The rectangle in which the landmarks were found.
    public internal(set) var rectangle: HandRectangle
    /// The MediaPipe graph whose numbers the result matches.
    public internal(set) var graph = HandGraph.tasks
    /// The track ID, which is the same for a hand in all frames of a video; nil unless requested.
    public package(set) var identifier: Int?
    /// The gesture, if requested; nil if no class counts.
    public package(set) var gesture: Gesture?
    /// The action of a hand in a video, if requested; nil while it does nothing that the classifier knows.
    public package(set) var action: HandAction?
    /// The details of the gesture; nil unless requested.
    public package(set) var gestureDetails: GestureDetails?

    /// The hand in space, if requested; nil if its landmarks do not form a palm that a camera could see.
    public package(set) var metric: MetricHand?
    /// The points of a hand with constant bones that explains the landmarks best, in metres around the middle of the
    /// knuckles and in the camera's axes, if requested; nil if the landmarks do not form a hand.
    public package(set) var skeletonLandmarks: HandPoints?

    /// Whether the points are those of the other hand, because the image is mirrored.
    var isShownMirrored = false
    /// The image's width divided by its height.
    var aspectRatio: Float = 1
    /// The sign of the wrist's quaternion: −1 if it is negated. It follows the hand from frame to frame, so that no
    /// quaternion changes its sign suddenly.
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

    /// The more likely hand of the person.
    public var handedness: Handedness { rightProbability >= 1 - rightProbability ? .right : .left }
    /// The index of ``handedness`` among the categories of MediaPipe's graph. The tasks begin with the right hand, and
    /// the legacy graph with the left one.
    public var handednessIndex: Int { handedness == (graph == .legacy ? .left : .right) ? 0 : 1 }
    /// The probability of ``handedness``, at least one half.
    public var handednessScore: Float { handedness == .right ? rightProbability : 1 - rightProbability }
}

/// The hand of a person.
public enum Handedness: Int, Sendable, CaseIterable {
    /// The right hand.
    case right = 0
    /// The left hand.
    case left = 1

    /// The category name of the published task.
    public var name: String { self == .right ? "Right" : "Left" }
}
