import Foundation
import TegataHands

/// What the results of all tasks have. Results never change.
open class TaskResult: NSObject, NSCopying, @unchecked Sendable {
    /// The time of the frame; for single pictures, one second more than that of the one before.
    open private(set) var timestampInMilliseconds: Int

    /// A result of one's own making.
    public init(timestampInMilliseconds: Int) {
        self.timestampInMilliseconds = timestampInMilliseconds
    }

    /// The result itself.
    open func copy(with zone: NSZone? = nil) -> Any {
        self
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
    /// Which hand it is.
    convenience init(_ hand: HandResult) {
        let handedness = hand.handedness
        self.init(
            index: handedness.rawValue, score: hand.handednessScore, categoryName: handedness.name,
            displayName: handedness.name)
    }
    /// What gesture it is. An index means nothing, as the gesture may be from either of two classifiers.
    convenience init(_ gesture: Gesture) {
        self.init(index: -1, score: gesture.score, categoryName: gesture.name, displayName: nil)
    }
}
