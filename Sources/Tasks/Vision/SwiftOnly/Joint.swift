import Foundation

/// A joint of a pose: where it is, and how sure the engine is about it.
public struct Joint: Codable, Hashable, Sendable, CustomStringConvertible {
    /// In fractions of the upright image.
    public let location: NormalizedPoint
    /// From 0 to 1.
    public let confidence: Float
    /// Which joint it is.
    public let jointName: String

    init(_ joint: DetectedHand.Joint, name: HumanHandPoseObservation.JointName) {
        location = NormalizedPoint(x: joint.x, y: joint.y)
        confidence = joint.confidence
        jointName = name.rawValue
    }

    /// How far another joint is, in fractions.
    public func distance(to joint: Joint) -> CGFloat {
        let (other, here) = (joint.location, location)
        return CGFloat(hypot(Double(other.x - here.x), Double(other.y - here.y)))
    }

    /// Name, place and confidence.
    public var description: String { "\(jointName) \(location) confidence=\(confidence)" }
}
