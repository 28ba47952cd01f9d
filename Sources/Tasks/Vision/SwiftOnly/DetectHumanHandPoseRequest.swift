import CoreML
import Foundation

/// Detects hands and their joints.
///
/// If there are more hands than ``maximumHandCount``, the largest ones count. Results are ordered by the size of the
/// box around the joints, the largest first.
public struct DetectHumanHandPoseRequest: ImageProcessingRequest {
    /// The hands, empty if there are none.
    public typealias Result = [HumanHandPoseObservation]

    /// A version of the request.
    public enum Revision: Int, Comparable, Codable, Hashable, Sendable {
        /// The first version, and the only one.
        case revision1 = 1

        /// Returns whether the first version is older.
        public static func < (a: Revision, b: Revision) -> Bool { a.rawValue < b.rawValue }
    }

    /// The version of this request.
    public let revision: Revision
    /// The available versions.
    public static let supportedRevisions: [Revision] = [.revision1]

    /// The maximum number of hands. The module never searches for more than 6, whatever the number. With a number below
    /// 1, performing throws ``VisionError/invalidArgument(_:)``.
    public var maximumHandCount = 2
    /// The region to process; by default the whole image. Points of results stay fractions of the whole image.
    public var regionOfInterest = NormalizedRect.fullImage
    private var devices: [ComputeStage: MLComputeDevice] = [:]

    /// Creates a request of a version; nil means the newest.
    public init(_ revision: Revision? = nil) {
        self.revision = revision ?? .revision1
    }

    /// The kind of request and its version.
    public var descriptor: RequestDescriptor { .detectHumanHandPoseRequest(revision) }

    /// The joints of results.
    public var supportedJointNames: [HumanHandPoseObservation.JointName] {
        HumanHandPoseObservation.JointName.ordered
    }

    /// The groups of joints of results.
    public var supportedJointsGroupNames: [HumanHandPoseObservation.JointsGroupName] {
        get throws { HumanHandPoseObservation.JointsGroupName.allCases }
    }

    /// The devices that can compute the stages of the request: the CPU.
    public var supportedComputeStageDevices: [ComputeStage: [MLComputeDevice]] {
        [.main: MLComputeDevice.allComputeDevices, .postProcessing: MLComputeDevice.allComputeDevices]
    }

    /// Returns the device that was chosen for a stage; nil if there is none.
    public func computeDevice(for computeStage: ComputeStage) -> MLComputeDevice? { devices[computeStage] }

    /// Chooses the device for a stage; nil removes the choice. With any device except the CPU, performing throws.
    public mutating func setComputeDevice(_ computeDevice: MLComputeDevice?, for computeStage: ComputeStage) {
        devices[computeStage] = computeDevice
    }

    /// The version and all settings except the devices.
    public var description: String {
        "DetectHumanHandPoseRequest \(revision) maximumHandCount=\(maximumHandCount) regionOfInterest=\(regionOfInterest)"
    }

    // Leave out the devices, because they do not change the results.
    /// Returns whether version, number of hands and region are the same.
    public static func == (a: Self, b: Self) -> Bool {
        a.revision == b.revision && a.maximumHandCount == b.maximumHandCount
            && a.regionOfInterest == b.regionOfInterest
    }

    /// Hashes version, number of hands and region.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(revision)
        hasher.combine(maximumHandCount)
        hasher.combine(regionOfInterest)
    }

    // MARK: Performing

    func find(in picture: Picture) throws -> Result {
        for device in devices.values {
            guard case .cpu = device else {
                throw VisionFailure(.unsupportedComputeDevice, "Only the CPU is available. Choose it or nil.")
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

/// A kind of request and its revision.
public enum RequestDescriptor: Codable, CustomStringConvertible, Hashable, Sendable {
    /// A request for hands.
    case detectHumanHandPoseRequest(DetectHumanHandPoseRequest.Revision)

    /// The request and its revision.
    public var description: String {
        switch self {
        case .detectHumanHandPoseRequest(let revision): "DetectHumanHandPoseRequest \(revision)"
        }
    }
}
