import TegataHands

/// The hands of a picture. All lists have one element per hand, in the same order.
open class HandLandmarkerResult: TaskResult, @unchecked Sendable {
    /// 21 points per hand, in the order of `HandLandmark`.
    open private(set) var landmarks: [[NormalizedLandmark]]
    /// 21 points per hand, in the order of `HandLandmark`.
    open private(set) var worldLandmarks: [[Landmark]]
    /// One category per hand, `Right` or `Left`: that of the person in a picture that is not mirrored.
    open private(set) var handedness: [[ResultCategory]]
    /// More about each hand: presence, the rectangle that it was found in, and its number if asked for. Not part of the
    /// original; empty in results of one's own making.
    public internal(set) var hands: [HandResult] = []
    /// How long each stage took. Not part of the original; zero in results of one's own making.
    public internal(set) var timings = StageTimings()

    /// A result of one's own making.
    public init(
        landmarks: [[NormalizedLandmark]], worldLandmarks: [[Landmark]], handedness: [[ResultCategory]],
        timestampInMilliseconds: Int
    ) {
        self.landmarks = landmarks
        self.worldLandmarks = worldLandmarks
        self.handedness = handedness
        super.init(timestampInMilliseconds: timestampInMilliseconds)
    }
}
