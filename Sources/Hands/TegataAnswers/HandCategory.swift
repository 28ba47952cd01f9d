import TegataHands

/// A class and its score, with the members that MediaPipe gives it.
package struct HandCategory: Sendable, Equatable {
    package let index: Int
    package let score: Float
    package let name: String
    package let displayName: String
}

extension HandCategory {
    /// Which hand it is; the legacy graph has no display names.
    init(handednessOf hand: HandResult) {
        let handedness = hand.handedness
        self.init(
            index: hand.handednessIndex, score: hand.handednessScore, name: handedness.name,
            displayName: hand.graph == .tasks ? handedness.name : "")
    }

    /// What a hand shows; as the published task has it, the index tells nothing, and there is no display name.
    init(_ gesture: Gesture) {
        self.init(index: -1, score: gesture.score, name: gesture.name, displayName: "")
    }

    /// What the hand of a video does, in the form of a gesture.
    init(_ action: HandAction) {
        self.init(index: -1, score: action.score, name: action.name, displayName: "")
    }

    init(_ score: GestureScore) {
        self.init(index: score.index, score: score.score, name: score.name, displayName: score.displayName)
    }
}
