import TegataHands

extension HandLandmarkerResult: HandTaskResult {
    convenience init(_ result: HandPipelineResult, timestampInMilliseconds: Int) {
        self.init(
            landmarks: result.hands.map(\.normalizedLandmarks), worldLandmarks: result.hands.map(\.worldLandmarkObjects),
            handedness: result.hands.map { [ResultCategory($0)] }, hands: result.hands, timings: result.timings,
            timestampInMilliseconds: timestampInMilliseconds)
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
            index: handedness.rawValue, score: hand.handednessScore, categoryName: handedness.name, displayName: handedness.name)
    }
}
