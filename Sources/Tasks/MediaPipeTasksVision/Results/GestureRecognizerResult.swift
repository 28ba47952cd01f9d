import TegataHands

/// The hands of a picture and their gestures. All lists have one element per hand, in the same order.
public final class GestureRecognizerResult: TaskResult, @unchecked Sendable {
    /// The gesture of each hand: one category with the index −1, or none where no class passed.
    public let gestures: [[ResultCategory]]
    /// One category per hand, `Right` or `Left`: that of the person in a picture that is not mirrored.
    public let handedness: [[ResultCategory]]
    /// 21 points per hand, in the order of `HandLandmark`.
    public let landmarks: [[NormalizedLandmark]]
    /// 21 points per hand, in the order of `HandLandmark`.
    public let worldLandmarks: [[Landmark]]

    /// More about each hand: presence, the rectangle that it was found in, and its number and how its gesture came
    /// about if asked for. Not part of the original; empty in results of one's own making.
    public let hands: [HandResult]
    /// Gestures of a video that began, go on or ended, if asked for. Not part of the original.
    public let gestureEvents: [GestureEvent]
    /// How long each stage took. Not part of the original; zero in results of one's own making.
    public let timings: StageTimings

    /// A result of one's own making.
    public convenience init(
        gestures: [[ResultCategory]], handedness: [[ResultCategory]], landmarks: [[NormalizedLandmark]],
        worldLandmarks: [[Landmark]],
        timestampInMilliseconds: Int
    ) {
        self.init(
            gestures: gestures, handedness: handedness, landmarks: landmarks, worldLandmarks: worldLandmarks, hands: [],
            gestureEvents: [],
            timings: StageTimings(), timestampInMilliseconds: timestampInMilliseconds)
    }

    init(
        gestures: [[ResultCategory]], handedness: [[ResultCategory]], landmarks: [[NormalizedLandmark]],
        worldLandmarks: [[Landmark]],
        hands: [HandResult], gestureEvents: [GestureEvent], timings: StageTimings, timestampInMilliseconds: Int
    ) {
        self.gestures = gestures
        self.handedness = handedness
        self.landmarks = landmarks
        self.worldLandmarks = worldLandmarks
        self.hands = hands
        self.gestureEvents = gestureEvents
        self.timings = timings
        super.init(timestampInMilliseconds: timestampInMilliseconds)
    }
}
