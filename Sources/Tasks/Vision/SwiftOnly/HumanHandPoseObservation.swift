import CoreML
import CoreMedia
import Foundation

/// A hand with its 21 joints, as fractions of the upright image, measured from its lower left corner.
///
/// All 21 joints are always available. If part of the hand lies outside the image, so do its joints, and their
/// confidence decreases with their distance from it.
public struct HumanHandPoseObservation: VisionObservation, PoseProviding {
    /// The names of a hand's joints.
    public typealias PoseJointName = JointName
    /// The names of a hand's joint groups.
    public typealias PoseJointsGroupName = JointsGroupName

    /// Which of a person's hands.
    public enum Chirality: String, Codable, Hashable, Sendable {
        /// The left hand.
        case left
        /// The right hand.
        case right
    }

    private let record: ObservationRecord
    /// The request that made the observation; nil if the encoded data did not include it.
    public let originatingRequestDescriptor: RequestDescriptor?

    /// Creates the observation from its counterpart in the class API.
    public init(_ observation: VNHumanHandPoseObservation) {
        record = observation.record
        originatingRequestDescriptor = .detectHumanHandPoseRequest(.revision1)
    }

    /// Reads an encoded observation; throws if it is not a hand pose.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        record = try container.decode(ObservationRecord.self, forKey: .record)
        originatingRequestDescriptor = try container.decodeIfPresent(
            RequestDescriptor.self, forKey: .originatingRequestDescriptor)
        guard record.hand != nil else {
            throw DecodingError.dataCorruptedError(
                forKey: .record, in: container, debugDescription: "the observation has no points")
        }
    }

    /// The unique ID of the observation; it does not link observations in different images.
    public var uuid: UUID { record.uuid }
    /// The confidence that there is a hand, from 0 to 1.
    public var confidence: Float { record.confidence }
    /// The time at which the image was shown; nil if unknown.
    public var timeRange: CMTimeRange? { record.timeRange?.range }

    /// Which hand it is; nil would mean unknown, but this module never returns it.
    public var chirality: Chirality? {
        switch VNChirality(rawValue: record.chirality) {
        case .left: .left
        case .right: .right
        case .unknown, nil: nil
        }
    }

    // MARK: Joints

    private var joints: [DetectedHand.Joint] { record.hand?.joints ?? [] }

    /// All joints as an array of 1 × 3 × 21 32-bit floats. The second index selects x, y or the confidence. The last
    /// index selects the joint.
    public var keypoints: MLMultiArray {
        get throws { try withVisionError { try joints.multiArray() } }
    }

    /// All joints, in the order of ``keypoints``.
    public var availableJointNames: [JointName] { JointName.ordered }
    /// All groups of joints.
    public var availableJointsGroupNames: [JointsGroupName] { JointsGroupName.allCases }

    /// Returns a joint of the hand; never nil.
    public func joint(for jointName: JointName) -> Joint? {
        let index = jointName.index
        return joints.indices.contains(index) ? Joint(joints[index], name: jointName) : nil
    }

    /// Returns the joints of a group; nil means all joints.
    public func allJoints(in groupName: JointsGroupName? = nil) -> [JointName: Joint] {
        let names = groupName.map { JointName.ordered[$0.indices] } ?? JointName.ordered[...]
        return Dictionary(
            uniqueKeysWithValues: names.compactMap { name in joint(for: name).map { (name, $0) } })
    }

    /// The `uuid`, confidence, chirality and number of joints.
    public var description: String {
        "HumanHandPoseObservation \(uuid) confidence=\(confidence) chirality=\(chirality?.rawValue ?? "unknown")"
            + " joints=\(joints.count)"
    }
}

/// A side of a person or of an object.
public enum Chirality: String, Codable, Hashable, Sendable {
    /// The left one.
    case left
    /// The right one.
    case right
}

/// A joint of a pose with its location and confidence.
public struct Joint: Codable, Hashable, Sendable, CustomStringConvertible {
    /// The location in fractions of the upright image.
    public let location: NormalizedPoint
    /// The confidence, from 0 to 1.
    public let confidence: Float
    /// The name of the joint.
    public let jointName: String

    init(_ joint: DetectedHand.Joint, name: HumanHandPoseObservation.JointName) {
        location = NormalizedPoint(x: joint.x, y: joint.y)
        confidence = joint.confidence
        jointName = name.rawValue
    }

    /// Returns the distance to another joint, in fractions of the image.
    public func distance(to joint: Joint) -> CGFloat {
        let (other, here) = (joint.location, location)
        return CGFloat(hypot(Double(other.x - here.x), Double(other.y - here.y)))
    }

    /// The name, location and confidence.
    public var description: String { "\(jointName) \(location) confidence=\(confidence)" }
}

/// A pose made up of joints.
public protocol PoseProviding {
    /// The type of the joint names.
    associatedtype PoseJointName: Codable, Hashable, RawRepresentable where PoseJointName.RawValue == String
    /// The type of the joint group names.
    associatedtype PoseJointsGroupName: CaseIterable, RawRepresentable where PoseJointsGroupName.RawValue == String

    /// The available joints.
    var availableJointNames: [PoseJointName] { get }
    /// The available groups.
    var availableJointsGroupNames: [PoseJointsGroupName] { get }

    /// Returns a joint; nil if there is no such joint.
    func joint(for jointName: PoseJointName) -> Joint?
    /// Returns the joints of a group; nil means all joints.
    func allJoints(in groupName: PoseJointsGroupName?) -> [PoseJointName: Joint]
}

/// A result of a request.
public protocol VisionObservation: Codable, CustomStringConvertible, Hashable, Sendable {
    /// The unique ID of the observation; it does not link observations in different images.
    var uuid: UUID { get }
    /// The confidence of the observation, from 0 to 1.
    var confidence: Float { get }
    /// The time at which the image was shown; nil if unknown.
    var timeRange: CMTimeRange? { get }
    /// The request that made the observation.
    var originatingRequestDescriptor: RequestDescriptor? { get }
}
