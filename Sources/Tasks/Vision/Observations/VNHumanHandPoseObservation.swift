import CoreMedia
import Foundation

/// A hand with its 21 joints, as fractions of the upright image, measured from its lower left corner.
///
/// All 21 joints are always available. If part of the hand lies outside the image, so do its joints, and their
/// confidence decreases with their distance from it. Filter on ``VNDetectedPoint/confidence``.
public final class VNHumanHandPoseObservation: VNRecognizedPointsObservation, @unchecked Sendable {
    /// Another name for ``VNChirality`` that published code uses; not part of Apple's Vision.
    public typealias Chirality = VNChirality

    /// Which hand it is. Each hand is classified separately, so both can be classified as left hands. For mirrored
    /// images, pass a mirrored orientation.
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

    /// Returns the point of a joint; throws `invalidArgument` if a hand has no such joint.
    public func recognizedPoint(_ jointName: JointName) throws -> VNRecognizedPoint {
        try recognizedPoint(forKey: jointName.rawValue)
    }

    /// Returns the points of the joints in a group; throws `invalidArgument` if a hand has no such group.
    public func recognizedPoints(_ jointsGroupName: JointsGroupName) throws -> [JointName: VNRecognizedPoint] {
        try points(in: jointsGroupName.rawValue) { HandJoint.names[$0] }
    }

    /// The description of an observation, with the chirality and the number of joints.
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

    /// Reads an encoded observation; throws if it is not a hand pose.
    public required init(from decoder: any Decoder) throws {
        try super.init(from: decoder)
    }

    /// Reads an encoded observation; nil if it is not a hand pose.
    public required init?(coder: NSCoder) {
        super.init(coder: coder)
    }
}

/// Which of a person's hands.
public enum VNChirality: Int, Sendable {
    /// The left hand.
    case left = -1
    /// Unknown; this module never returns it.
    case unknown = 0
    /// The right hand.
    case right = 1
}

extension VNHumanHandPoseObservation {
    /// A joint of a hand.
    public struct JointName: RawRepresentable, Hashable, Sendable {
        /// The older name of the joint.
        public let rawValue: VNRecognizedPointKey

        /// Creates a joint name from the older name.
        public init(rawValue: VNRecognizedPointKey) {
            self.rawValue = rawValue
        }
    }
}

extension VNHumanHandPoseObservation.JointName {
    /// The wrist.
    public static let wrist = Self(rawValue: .handLandmarkKeyWrist)
    /// The first joint of the thumb.
    public static let thumbCMC = Self(rawValue: .handLandmarkKeyThumbCMC)
    /// The middle joint of the thumb.
    public static let thumbMP = Self(rawValue: .handLandmarkKeyThumbMP)
    /// The last joint of the thumb.
    public static let thumbIP = Self(rawValue: .handLandmarkKeyThumbIP)
    /// The tip of the thumb.
    public static let thumbTip = Self(rawValue: .handLandmarkKeyThumbTIP)
    /// The knuckle of the index finger.
    public static let indexMCP = Self(rawValue: .handLandmarkKeyIndexMCP)
    /// The middle joint of the index finger.
    public static let indexPIP = Self(rawValue: .handLandmarkKeyIndexPIP)
    /// The last joint of the index finger.
    public static let indexDIP = Self(rawValue: .handLandmarkKeyIndexDIP)
    /// The tip of the index finger.
    public static let indexTip = Self(rawValue: .handLandmarkKeyIndexTIP)
    /// The knuckle of the middle finger.
    public static let middleMCP = Self(rawValue: .handLandmarkKeyMiddleMCP)
    /// The middle joint of the middle finger.
    public static let middlePIP = Self(rawValue: .handLandmarkKeyMiddlePIP)
    /// The last joint of the middle finger.
    public static let middleDIP = Self(rawValue: .handLandmarkKeyMiddleDIP)
    /// The tip of the middle finger.
    public static let middleTip = Self(rawValue: .handLandmarkKeyMiddleTIP)
    /// The knuckle of the ring finger.
    public static let ringMCP = Self(rawValue: .handLandmarkKeyRingMCP)
    /// The middle joint of the ring finger.
    public static let ringPIP = Self(rawValue: .handLandmarkKeyRingPIP)
    /// The last joint of the ring finger.
    public static let ringDIP = Self(rawValue: .handLandmarkKeyRingDIP)
    /// The tip of the ring finger.
    public static let ringTip = Self(rawValue: .handLandmarkKeyRingTIP)
    /// The knuckle of the little finger.
    public static let littleMCP = Self(rawValue: .handLandmarkKeyLittleMCP)
    /// The middle joint of the little finger.
    public static let littlePIP = Self(rawValue: .handLandmarkKeyLittlePIP)
    /// The last joint of the little finger.
    public static let littleDIP = Self(rawValue: .handLandmarkKeyLittleDIP)
    /// The tip of the little finger.
    public static let littleTip = Self(rawValue: .handLandmarkKeyLittleTIP)
}

extension VNHumanHandPoseObservation {
    /// A group of a hand's joints.
    public struct JointsGroupName: RawRepresentable, Hashable, Sendable {
        /// The older name of the group.
        public let rawValue: VNRecognizedPointGroupKey

        /// Creates a group name from the older name.
        public init(rawValue: VNRecognizedPointGroupKey) {
            self.rawValue = rawValue
        }
    }
}

extension VNHumanHandPoseObservation.JointsGroupName {
    /// The joints of the thumb.
    public static let thumb = Self(rawValue: .handLandmarkRegionKeyThumb)
    /// The joints of the index finger.
    public static let indexFinger = Self(rawValue: .handLandmarkRegionKeyIndexFinger)
    /// The joints of the middle finger.
    public static let middleFinger = Self(rawValue: .handLandmarkRegionKeyMiddleFinger)
    /// The joints of the ring finger.
    public static let ringFinger = Self(rawValue: .handLandmarkRegionKeyRingFinger)
    /// The joints of the little finger.
    public static let littleFinger = Self(rawValue: .handLandmarkRegionKeyLittleFinger)
    /// All joints, including the wrist.
    public static let all = Self(rawValue: .all)
}
