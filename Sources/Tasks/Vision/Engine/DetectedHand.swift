import Foundation
import TegataHands

/// A hand in the coordinates that both APIs use: fractions of the upright image, measured from its lower left corner.
struct DetectedHand: Hashable, Codable, Sendable {
    struct Joint: Hashable, Codable, Sendable {
        var x: Double
        var y: Double
        var confidence: Float
    }

    /// The joints, in the order of ``HandJoint``.
    let joints: [Joint]
    let isRight: Bool
    /// The confidence that there is a hand.
    let presence: Float

    /// Creates a hand from an upright image of this size in pixels.
    init(_ hand: HandResult, width: Int, height: Int) throws(VisionFailure) {
        isRight = hand.handedness == .right
        presence = hand.presence
        let confidence = JointConfidence(hand, width: width, height: height)
        let visibility = hand.joints.visibility
        // Programs treat points above 0.6, 0.7, 0.9 or 0.95 as visible. Because the presence of a found hand can be as
        // low as 0.5, its weight is a tenth. A hidden joint keeps half, because programs treat points from 0.3 upwards
        // as found.
        let visible = 0.9 + 0.1 * confidence.presence
        var joints: [Joint] = []
        joints.reserveCapacity(HandPoints.count)
        for (index, point) in hand.landmarks.enumerated() {
            guard point.x.isFinite, point.y.isFinite else {
                throw VisionFailure(.internalError, "The network's points are not finite. Check the model file.")
            }
            joints.append(
                Joint(
                    x: Double(point.x), y: 1 - Double(point.y),
                    confidence: visible * confidence.nearness(of: point) * max(0.5, visibility[index])))
        }
        self.joints = joints
    }

    /// Reads a hand; rejects any other number of joints.
    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        joints = try container.decode([Joint].self, forKey: .joints)
        isRight = try container.decode(Bool.self, forKey: .isRight)
        presence = try container.decode(Float.self, forKey: .presence)
        guard joints.count == HandPoints.count else {
            throw DecodingError.dataCorruptedError(
                forKey: .joints, in: container, debugDescription: "a hand must have \(HandPoints.count) joints")
        }
    }

    /// The area of the upright box around the joints, by which hands are ordered.
    var size: Double {
        var (low, high) = (SIMD2(repeating: Double.infinity), SIMD2(repeating: -Double.infinity))
        for joint in joints {
            let point = SIMD2(joint.x, joint.y)
            low = pointwiseMin(low, point)
            high = pointwiseMax(high, point)
        }
        return (high.x - low.x) * (high.y - low.y)
    }
}
