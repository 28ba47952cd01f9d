import CoreML
import Foundation

/// Detects hands and their joints.
///
/// If there are more hands than ``maximumHandCount``, only the largest ones are returned. Results are ordered by the
/// size of the box around the joints, largest first.
public struct DetectHumanHandPoseRequest: ImageProcessingRequest {
    /// The hands, empty if there are none.
    public typealias Result = [HumanHandPoseObservation]

    /// A version of the request.
    public enum Revision: Int, Comparable, Codable, Hashable, Sendable {
        /// The first and only version.
        case revision1 = 1

        /// Returns whether version `a` is older than version `b`.
        public static func < (a: Revision, b: Revision) -> Bool { a.rawValue < b.rawValue }
    }

    /// The version of this request.
    public let revision: Revision
    /// The available versions.
    public static let supportedRevisions: [Revision] = [.revision1]

    /// The maximum number of hands. The module never searches for more than 6, even if the number is larger. If the
    /// number is below 1, performing throws ``VisionError/invalidArgument(_:)``.
    public var maximumHandCount = 2
    /// Whether to search further views of images that show fewer hands than requested, and to compute the landmarks of
    /// hands twice. This finds more hands, with more accurate joints, but takes longer. Not part of Apple's Vision.
    public var searchesThoroughly = false
    /// The region to process; by default the whole image. Points in results remain fractions of the whole image.
    public var regionOfInterest = NormalizedRect.fullImage
    private var devices: [ComputeStage: MLComputeDevice] = [:]

    /// Creates a request with this version; nil means the newest.
    public init(_ revision: Revision? = nil) {
        self.revision = revision ?? .revision1
    }

    /// The kind of request and its version.
    public var descriptor: RequestDescriptor { .detectHumanHandPoseRequest(revision) }

    /// The joints in results.
    public var supportedJointNames: [HumanHandPoseObservation.JointName] {
        HumanHandPoseObservation.JointName.ordered
    }

    /// The groups of joints in results.
    public var supportedJointsGroupNames: [HumanHandPoseObservation.JointsGroupName] {
        get throws { HumanHandPoseObservation.JointsGroupName.allCases }
    }

    /// The devices that can compute the stages of the request: the CPU.
    public var supportedComputeStageDevices: [ComputeStage: [MLComputeDevice]] {
        [.main: MLComputeDevice.allComputeDevices, .postProcessing: MLComputeDevice.allComputeDevices]
    }

    /// Returns the device that was chosen for a stage; nil if none was.
    public func computeDevice(for computeStage: ComputeStage) -> MLComputeDevice? { devices[computeStage] }

    /// Chooses the device for a stage; nil removes the choice. With any device except the CPU, performing throws.
    public mutating func setComputeDevice(_ computeDevice: MLComputeDevice?, for computeStage: ComputeStage) {
        devices[computeStage] = computeDevice
    }

    /// The version and all settings except the devices.
    public var description: String {
        "DetectHumanHandPoseRequest \(revision) maximumHandCount=\(maximumHandCount) regionOfInterest=\(regionOfInterest)"
            + (searchesThoroughly ? " searchesThoroughly" : "")
    }

    // Leave out the devices, because they do not change the results.
    /// Returns whether the version, number of hands, region and kind of search are the same.
    public static func == (a: Self, b: Self) -> Bool {
        a.revision == b.revision && a.maximumHandCount == b.maximumHandCount
            && a.regionOfInterest == b.regionOfInterest && a.searchesThoroughly == b.searchesThoroughly
    }

    /// Hashes the version, number of hands, region and kind of search.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(revision)
        hasher.combine(maximumHandCount)
        hasher.combine(regionOfInterest)
        hasher.combine(searchesThoroughly)
    }

    // MARK: Performing

    func find(in picture: Picture) throws -> Result {
        for device in devices.values {
            guard case .cpu = device else {
                throw VisionFailure(.unsupportedComputeDevice, "Only the CPU is available. Choose it, or nil.")
            }
        }
        let search = try HandSearch(
            maximumHandCount: maximumHandCount, regionOfInterest: regionOfInterest.cgRect,
            isThorough: searchesThoroughly)
        let timeRange = picture.timeRange
        return try HandEngine.shared.detect(picture, search).map {
            HumanHandPoseObservation(
                VNHumanHandPoseObservation($0, timeRange: timeRange, revision: revision.rawValue))
        }
    }
}

/// A kind of request and its revision.
public enum RequestDescriptor: Codable, CustomStringConvertible, Hashable, Sendable {
    /// A hand pose request.
    case detectHumanHandPoseRequest(DetectHumanHandPoseRequest.Revision)

    /// The request and its revision.
    public var description: String {
        switch self {
        case .detectHumanHandPoseRequest(let revision): "DetectHumanHandPoseRequest \(revision)"
        }
    }
}
