import CTegataLibrary
import TegataHands
import TegataSystem

/// A result of one of MediaPipe's tasks. What it points to is in one piece of memory.
protocol TaskAnswer: SendableMetatype {
    /// Memory from `malloc`, until it is freed with ``release()``.
    init(_ result: HandPipelineResult) throws(CallError)

    /// Frees what the result points to, and empties it.
    mutating func release()
}

extension MpHandLandmarkerResult: TaskAnswer {
    init(_ result: HandPipelineResult) throws(CallError) {
        let parts = try ResultParts(result.hands, hasGestures: false)
        self.init(
            handedness: parts.handedness, handedness_count: parts.count, hand_landmarks: parts.landmarks,
            hand_landmarks_count: parts.count, hand_world_landmarks: parts.worldLandmarks,
            hand_world_landmarks_count: parts.count)
    }

    mutating func release() {
        free(handedness)
        self = MpHandLandmarkerResult()
    }
}

extension MpGestureRecognizerResult: TaskAnswer {
    init(_ result: HandPipelineResult) throws(CallError) {
        // Where no gesture counts the original answers nothing at all.
        let hands = result.hands.contains { $0.gesture != nil } ? result.hands : []
        let parts = try ResultParts(hands, hasGestures: true)
        self.init(
            gestures: parts.gestures, gestures_count: parts.gestureCount, handedness: parts.handedness,
            handedness_count: parts.count, hand_landmarks: parts.landmarks, hand_landmarks_count: parts.count,
            hand_world_landmarks: parts.worldLandmarks, hand_world_landmarks_count: parts.count)
    }

    mutating func release() {
        free(gestures)
        self = MpGestureRecognizerResult()
    }
}
