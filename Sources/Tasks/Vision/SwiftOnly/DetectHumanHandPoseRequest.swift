import CoreML
import Foundation

/// Finds hands and their joints.
///
/// Where more hands are seen than ``maximumHandCount``, those that look largest count. Results are ordered by the size
/// of the box around the joints, the largest first.
public struct DetectHumanHandPoseRequest: ImageProcessingRequest {
    public typealias Result = [HumanHandPoseObservation]

    /// A version of the request.
    public enum Revision: Int, Comparable, Codable, Hashable, Sendable {
        /// The first one, which is the only one.
        case revision1 = 1

        public static func < (a: Revision, b: Revision) -> Bool { a.rawValue < b.rawValue }
    }

    /// The version of this request.
    public let revision: Revision
    /// The versions that there are.
    public static let supportedRevisions: [Revision] = [.revision1]

    /// The most hands that are found. More than 6 are never looked for, whatever the number; with less than 1
    /// performing throws ``VisionError/invalidArgument(_:)``.
    public var maximumHandCount = 2
    public var regionOfInterest = NormalizedRect.fullImage
    private var devices: [ComputeStage: MLComputeDevice] = [:]

    /// Makes a request, without an argument of the newest version.
    public init(_ revision: Revision? = nil) {
        self.revision = revision ?? .revision1
    }

    public var descriptor: RequestDescriptor { .detectHumanHandPoseRequest(revision) }

    /// The joints that results have.
    public var supportedJointNames: [HumanHandPoseObservation.JointName] {
        HumanHandPoseObservation.JointName.ordered
    }

    /// The groups of joints that results have.
    public var supportedJointsGroupNames: [HumanHandPoseObservation.JointsGroupName] {
        get throws { HumanHandPoseObservation.JointsGroupName.allCases }
    }

    public var supportedComputeStageDevices: [ComputeStage: [MLComputeDevice]] {
        [.main: MLComputeDevice.allComputeDevices, .postProcessing: MLComputeDevice.allComputeDevices]
    }

    public func computeDevice(for computeStage: ComputeStage) -> MLComputeDevice? { devices[computeStage] }

    public mutating func setComputeDevice(_ computeDevice: MLComputeDevice?, for computeStage: ComputeStage) {
        devices[computeStage] = computeDevice
    }

    public var description: String {
        "DetectHumanHandPoseRequest \(revision) maximumHandCount=\(maximumHandCount) regionOfInterest=\(regionOfInterest)"
    }

    // Devices do not change what is found.
    public static func == (a: Self, b: Self) -> Bool {
        a.revision == b.revision && a.maximumHandCount == b.maximumHandCount
            && a.regionOfInterest == b.regionOfInterest
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(revision)
        hasher.combine(maximumHandCount)
        hasher.combine(regionOfInterest)
    }

    // MARK: Performing

    func find(in picture: Picture) throws -> Result {
        for device in devices.values {
            guard case .cpu = device else {
                throw VisionFailure(.unsupportedComputeDevice, "Only the processor computes here. Choose it or nil.")
            }
        }
        let search = try HandSearch(
            maximumHandCount: maximumHandCount, regionOfInterest: regionOfInterest.cgRect)
        let timeRange = picture.timeRange
        return try HandEngine.shared.detect(picture, search).map {
            HumanHandPoseObservation(
                VNHumanHandPoseObservation($0, timeRange: timeRange, revision: revision.rawValue))
        }
    }
}
