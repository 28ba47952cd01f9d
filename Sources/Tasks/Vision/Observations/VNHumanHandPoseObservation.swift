import CoreMedia
import Foundation

/// A hand with its 21 joints, as fractions of the upright image from its lower left corner.
///
/// All joints are always there. Where a part of the hand lies outside the image, so do its joints, with a confidence
/// that falls with the distance; callers filter on ``VNDetectedPoint/confidence``.
public final class VNHumanHandPoseObservation: VNRecognizedPointsObservation, @unchecked Sendable {
    /// Another name of ``VNChirality``, which published code uses; not part of the original.
    public typealias Chirality = VNChirality

    /// Which hand it is; each hand is judged by itself, so that two may both be left ones. For pictures that show the
    /// world as a mirror does, pass a mirrored orientation.
    public var chirality: VNChirality { VNChirality(rawValue: record.chirality) ?? .unknown }
    /// All joints, in the order of key-point arrays.
    public var availableJointNames: [JointName] { HandJoint.names }
    /// All groups of joints.
    public var availableJointsGroupNames: [JointsGroupName] { HandJoint.groupNames }

    init(_ hand: DetectedHand, timeRange: CMTimeRange?, revision: Int) {
        super.init(
            ObservationRecord(
                confidence: hand.presence, revision: revision, timeRange: timeRange.map { ObservationRecord.Times($0) },
                hand: hand, chirality: (hand.isRight ? VNChirality.right : .left).rawValue))
    }

    /// The place of a joint; throws `invalidArgument` where a hand has no such joint.
    public func recognizedPoint(_ jointName: JointName) throws -> VNRecognizedPoint {
        try recognizedPoint(forKey: jointName.rawValue)
    }

    /// The places of the joints of a group; throws `invalidArgument` where a hand has no such group.
    public func recognizedPoints(_ jointsGroupName: JointsGroupName) throws -> [JointName: VNRecognizedPoint] {
        try points(in: jointsGroupName.rawValue) { HandJoint.names[$0] }
    }

    /// What observations say, which hand it is and how many joints it has.
    public override var description: String {
        let hand =
            switch chirality {
            case .left: "left"
            case .right: "right"
            case .unknown: "unknown"
            }
        return "\(super.description) chirality=\(hand) joints=\(joints.count)"
    }

    // MARK: Coding

    /// The observation that was encoded; throws where it is none of this class.
    public required init(from decoder: any Decoder) throws {
        try super.init(from: decoder)
    }

    /// What was encoded; nil where it is none of this class.
    public required init?(coder: NSCoder) {
        super.init(coder: coder)
    }
}
