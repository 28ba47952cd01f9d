import Foundation
import TegataHands

/// The base class of all task results. Results never change.
open class TaskResult: NSObject, NSCopying, @unchecked Sendable {
    /// The timestamp of the frame; for single images, one second more than for the previous image.
    open private(set) var timestampInMilliseconds: Int

    /// Creates a result.
    public init(timestampInMilliseconds: Int) {
        self.timestampInMilliseconds = timestampInMilliseconds
    }

    /// Returns the result itself.
    open func copy(with zone: NSZone? = nil) -> Any {
        self
    }
}

/// The base class of ``HandLandmarkerResult`` and ``GestureRecognizerResult``. All lists have one element per hand, in
/// the same order.
open class HandTaskResult: TaskResult, @unchecked Sendable {
    /// 21 points per hand as fractions of the image, in the order of `HandLandmark`.
    open private(set) var landmarks: [[NormalizedLandmark]]
    /// 21 points per hand in metres, in the order of `HandLandmark`.
    open private(set) var worldLandmarks: [[Landmark]]
    /// One category per hand, `Right` or `Left`, from the person's point of view, in an image that is not mirrored.
    open private(set) var handedness: [[ResultCategory]]
    /// Details of each hand: the presence, the rectangle in which it was found, and, if requested, its ID and the
    /// details of its gesture. Not part of MediaPipe; empty in results that a program creates.
    public internal(set) var hands: [HandResult] = []
    /// The time that each stage took. Not part of MediaPipe; zero in results that a program creates.
    public internal(set) var timings = StageTimings()

    /// Creates a result.
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

extension HandLandmarkerResult {
    convenience init(_ result: HandPipelineResult, timestampInMilliseconds: Int) {
        self.init(
            landmarks: result.hands.map(\.normalizedLandmarks),
            worldLandmarks: result.hands.map(\.worldLandmarkObjects),
            handedness: result.hands.map { [ResultCategory($0)] }, timestampInMilliseconds: timestampInMilliseconds)
        hands = result.hands
        timings = result.timings
    }
}

extension GestureRecognizerResult {
    convenience init(_ result: HandPipelineResult, timestampInMilliseconds: Int) {
        self.init(
            gestures: result.hands.map { hand in hand.gesture.map { [ResultCategory($0)] } ?? [] },
            handedness: result.hands.map { [ResultCategory($0)] }, landmarks: result.hands.map(\.normalizedLandmarks),
            worldLandmarks: result.hands.map(\.worldLandmarkObjects), timestampInMilliseconds: timestampInMilliseconds)
        hands = result.hands
        gestureEvents = result.gestureEvents
        timings = result.timings
    }
}

extension HandResult {
    var normalizedLandmarks: [NormalizedLandmark] {
        landmarks.map { NormalizedLandmark(x: $0.x, y: $0.y, z: $0.z, visibility: nil, presence: nil) }
    }

    var worldLandmarkObjects: [Landmark] {
        worldLandmarks.map { Landmark(x: $0.x, y: $0.y, z: $0.z, visibility: nil, presence: nil) }
    }
}

extension ResultCategory {
    /// Creates the category for a hand's handedness.
    convenience init(_ hand: HandResult) {
        let handedness = hand.handedness
        self.init(
            index: handedness.rawValue, score: hand.handednessScore, categoryName: handedness.name,
            displayName: handedness.name)
    }
    /// Creates the category for a gesture. Its index is meaningless, because the gesture can come from either
    /// classifier.
    convenience init(_ gesture: Gesture) {
        self.init(index: -1, score: gesture.score, categoryName: gesture.name, displayName: nil)
    }
}
