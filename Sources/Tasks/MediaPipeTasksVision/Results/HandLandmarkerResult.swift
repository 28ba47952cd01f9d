import TegataHands

/// The hands of a picture. All lists have one element per hand, in the same order.
public final class HandLandmarkerResult: TaskResult, @unchecked Sendable {
    /// 21 points per hand, in the order of `HandLandmark`.
    public let landmarks: [[NormalizedLandmark]]
    /// 21 points per hand, in the order of `HandLandmark`.
    public let worldLandmarks: [[Landmark]]
    /// One category per hand, `Right` or `Left`: that of the person in a picture that is not mirrored.
    public let handedness: [[ResultCategory]]
    /// More about each hand: presence, the rectangle that it was found in, and its number if asked for. Not part of the
    /// original; empty in results of one's own making.
    public let hands: [HandResult]
    /// How long each stage took. Not part of the original; zero in results of one's own making.
    public let timings: StageTimings

    /// A result of one's own making.
    public convenience init(
        landmarks: [[NormalizedLandmark]], worldLandmarks: [[Landmark]], handedness: [[ResultCategory]],
        timestampInMilliseconds: Int
    ) {
        self.init(
            landmarks: landmarks, worldLandmarks: worldLandmarks, handedness: handedness, hands: [],
            timings: StageTimings(),
            timestampInMilliseconds: timestampInMilliseconds)
    }

    init(
        landmarks: [[NormalizedLandmark]], worldLandmarks: [[Landmark]], handedness: [[ResultCategory]],
        hands: [HandResult],
        timings: StageTimings, timestampInMilliseconds: Int
    ) {
        self.landmarks = landmarks
        self.worldLandmarks = worldLandmarks
        self.handedness = handedness
        self.hands = hands
        self.timings = timings
        super.init(timestampInMilliseconds: timestampInMilliseconds)
    }
}
