import TegataHands

/// Which fingers of tracked hands are stretched out and bent.
struct FingerEvents {
    /// A finger has come to be extended or curled.
    struct Change {
        let finger: String
        let state: FingerPose.State
        /// For how long it has been so.
        let milliseconds: Int
    }

    /// For how long a finger is extended or curled before it is reported.
    private static let shortest = 100

    private struct Finger {
        var reported: FingerPose.State?
        /// What it has been since `start` without a break.
        var state = FingerPose.State.between
        var start = 0
    }

    /// The fingers of each hand, by the hand's number.
    private var hands: [Int: [Finger]] = [:]

    /// What has changed in the next frame.
    mutating func changes(of hand: HandResult, _ identifier: Int, at milliseconds: Int) -> [Change] {
        let joints = hand.joints
        guard joints.confidence > 0 else { return [] }
        var fingers = hands[identifier] ?? Array(repeating: Finger(), count: 5)
        var changes: [Change] = []
        for index in 0..<5 {
            let state = joints.fingers[index].state
            if state != fingers[index].state { (fingers[index].state, fingers[index].start) = (state, milliseconds) }
            let time = milliseconds - fingers[index].start
            guard state != .between, state != fingers[index].reported, time >= Self.shortest else { continue }
            fingers[index].reported = state
            changes.append(Change(finger: HandJoints.fingerNames[index], state: state, milliseconds: time))
        }
        hands[identifier] = fingers
        return changes
    }

    /// The hand is gone.
    mutating func forget(_ identifier: Int) {
        hands[identifier] = nil
    }
}
