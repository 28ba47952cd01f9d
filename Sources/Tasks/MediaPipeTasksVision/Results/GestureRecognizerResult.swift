import TegataHands

/// The hands of a picture and their gestures. All lists have one element per hand, in the same order.
open class GestureRecognizerResult: TaskResult, @unchecked Sendable {
    /// The gesture of each hand: one category with the index −1, or none where no class passed.
    open private(set) var gestures: [[ResultCategory]]
    /// One category per hand, `Right` or `Left`: that of the person in a picture that is not mirrored.
    open private(set) var handedness: [[ResultCategory]]
    /// 21 points per hand, in the order of `HandLandmark`.
    open private(set) var landmarks: [[NormalizedLandmark]]
    /// 21 points per hand, in the order of `HandLandmark`.
    open private(set) var worldLandmarks: [[Landmark]]

    /// More about each hand: presence, the rectangle that it was found in, and its number and how its gesture came
    /// about if asked for. Not part of the original; empty in results of one's own making.
    public internal(set) var hands: [HandResult] = []
    /// Gestures of a video that began, go on or ended, if asked for. Not part of the original.
    public internal(set) var gestureEvents: [GestureEvent] = []
    /// How long each stage took. Not part of the original; zero in results of one's own making.
    public internal(set) var timings = StageTimings()

    /// A result of one's own making.
    public init(
        gestures: [[ResultCategory]], handedness: [[ResultCategory]], landmarks: [[NormalizedLandmark]],
        worldLandmarks: [[Landmark]],
        timestampInMilliseconds: Int
    ) {
        self.gestures = gestures
        self.handedness = handedness
        self.landmarks = landmarks
        self.worldLandmarks = worldLandmarks
        super.init(timestampInMilliseconds: timestampInMilliseconds)
    }
}
