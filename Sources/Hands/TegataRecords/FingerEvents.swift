import TegataBuffers
import TegataHands

/// The changes of a tracked hand's fingers between extended and curled.
struct FingerEvents: Sendable {
    /// A change of a finger to extended or curled.
    struct Change: Sendable {
        let finger: String
        let state: FingerPose.State
        /// The time in this state so far.
        let milliseconds: Milliseconds
    }

    /// The time in milliseconds for which a finger must be extended or curled before it is reported.
    private static let shortest: Milliseconds = 100

    private struct Finger: Sendable {
        var reported: FingerPose.State?
        /// The current state, which has lasted without a break since `start`.
        var state = FingerPose.State.between
        var start: Milliseconds = 0
    }

    private var fingers: [Finger] = []

    /// Returns the changes of the hand's fingers in the next frame.
    mutating func changes(of joints: HandJoints, at milliseconds: Milliseconds) -> [Change] {
        guard joints.confidence > 0 else { return [] }
        if fingers.isEmpty { fingers = Array(repeating: Finger(), count: 5) }
        var changes: [Change] = []
        for index in 0..<5 {
            let state = joints.fingers[index].state
            if state != fingers[index].state { (fingers[index].state, fingers[index].start) = (state, milliseconds) }
            let time = milliseconds - fingers[index].start
            guard state != .between, state != fingers[index].reported, time >= Self.shortest else { continue }
            fingers[index].reported = state
            changes.append(Change(finger: HandJoints.fingerNames[index], state: state, milliseconds: time))
        }
        return changes
    }
}
