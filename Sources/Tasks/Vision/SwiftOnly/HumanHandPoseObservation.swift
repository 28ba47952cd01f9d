import CoreML
import CoreMedia
import Foundation

/// A hand with its 21 joints, as fractions of the upright image from its lower left corner.
///
/// All joints are always there. Where a part of the hand lies outside the image, so do its joints, with a confidence
/// that falls with the distance.
public struct HumanHandPoseObservation: VisionObservation, PoseProviding {
    /// The names of a hand's joints.
    public typealias PoseJointName = JointName
    /// The names of groups of a hand's joints.
    public typealias PoseJointsGroupName = JointsGroupName

    /// Which hand of a person.
    public enum Chirality: String, Codable, Hashable, Sendable {
        /// The left hand.
        case left
        /// The right hand.
        case right
    }

    private let record: ObservationRecord
    /// The request that found it; nil where what was encoded did not say.
    public let originatingRequestDescriptor: RequestDescriptor?

    /// The same hand as the class API describes it.
    public init(_ observation: VNHumanHandPoseObservation) {
        record = observation.record
        originatingRequestDescriptor = .detectHumanHandPoseRequest(.revision1)
    }

    /// The observation that was encoded; throws where it is not one of a hand.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        record = try container.decode(ObservationRecord.self, forKey: .record)
        originatingRequestDescriptor = try container.decodeIfPresent(
            RequestDescriptor.self, forKey: .originatingRequestDescriptor)
        guard record.hand != nil else {
            throw DecodingError.dataCorruptedError(
                forKey: .record, in: container, debugDescription: "there are no points")
        }
    }

    /// A number of its own for every observation; nothing links those of two images.
    public var uuid: UUID { record.uuid }
    /// How sure the engine is that there is a hand, from 0 to 1.
    public var confidence: Float { record.confidence }
    /// When the image was shown; nil where that is not known.
    public var timeRange: CMTimeRange? { record.timeRange?.range }

    /// Which hand it is; nil where that is not known, which this module never answers.
    public var chirality: Chirality? {
        switch VNChirality(rawValue: record.chirality) {
        case .left: .left
        case .right: .right
        case .unknown, nil: nil
        }
    }

    // MARK: Joints

    private var joints: [DetectedHand.Joint] { record.hand?.joints ?? [] }

    /// All joints as numbers: 1 × 3 × 21, where the second index is x, y or the confidence, and the last the joint.
    /// Elements are 32-bit floats.
    public var keypoints: MLMultiArray {
        get throws { try withVisionError { try joints.multiArray() } }
    }

    /// All joints, in the order of ``keypoints``.
    public var availableJointNames: [JointName] { JointName.ordered }
    /// All groups of joints.
    public var availableJointsGroupNames: [JointsGroupName] { JointsGroupName.allCases }

    /// A joint of the hand, which is always there.
    public func joint(for jointName: JointName) -> Joint? {
        let index = jointName.index
        return joints.indices.contains(index) ? Joint(joints[index], name: jointName) : nil
    }

    /// The joints of a group; without one, all joints.
    public func allJoints(in groupName: JointsGroupName? = nil) -> [JointName: Joint] {
        let names = groupName.map { JointName.ordered[$0.indices] } ?? JointName.ordered[...]
        return Dictionary(
            uniqueKeysWithValues: names.compactMap { name in joint(for: name).map { (name, $0) } })
    }

    /// `uuid`, confidence, which hand it is and how many joints it has.
    public var description: String {
        "HumanHandPoseObservation \(uuid) confidence=\(confidence) chirality=\(chirality?.rawValue ?? "unknown")"
            + " joints=\(joints.count)"
    }
}

/// Which hand of a person, or which side of anything that has two.
public enum Chirality: String, Codable, Hashable, Sendable {
    /// The left one.
    case left
    /// The right one.
    case right
}

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

/// What has a pose that is made of joints.
public protocol PoseProviding {
    /// The names of joints.
    associatedtype PoseJointName: Codable, Hashable, RawRepresentable where PoseJointName.RawValue == String
    /// The names of groups of joints.
    associatedtype PoseJointsGroupName: CaseIterable, RawRepresentable where PoseJointsGroupName.RawValue == String

    /// The joints that there are.
    var availableJointNames: [PoseJointName] { get }
    /// The groups that there are.
    var availableJointsGroupNames: [PoseJointsGroupName] { get }

    /// A joint; nil where there is no such one.
    func joint(for jointName: PoseJointName) -> Joint?
    /// The joints of a group, nil being all of them.
    func allJoints(in groupName: PoseJointsGroupName?) -> [PoseJointName: Joint]
}

/// What a request found.
public protocol VisionObservation: Codable, CustomStringConvertible, Hashable, Sendable {
    /// A number of its own for every observation; nothing links those of two images.
    var uuid: UUID { get }
    /// How sure the engine is that there is such a thing, from 0 to 1.
    var confidence: Float { get }
    /// When the image was shown; nil where that is not known.
    var timeRange: CMTimeRange? { get }
    /// The request that found it.
    var originatingRequestDescriptor: RequestDescriptor? { get }
}
