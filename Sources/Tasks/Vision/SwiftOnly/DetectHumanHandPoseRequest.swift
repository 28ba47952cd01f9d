import CoreML
import Foundation

/// Finds hands and their joints.
///
/// Where more hands are seen than ``maximumHandCount``, those that look largest count. Results are ordered by the size
/// of the box around the joints, the largest first.
public struct DetectHumanHandPoseRequest: ImageProcessingRequest {
    /// The hands, empty where there are none.
    public typealias Result = [HumanHandPoseObservation]

    /// A version of the request.
    public enum Revision: Int, Comparable, Codable, Hashable, Sendable {
        /// The first one, which is the only one.
        case revision1 = 1

        /// Whether the first version is older.
        public static func < (a: Revision, b: Revision) -> Bool { a.rawValue < b.rawValue }
    }

    /// The version of this request.
    public let revision: Revision
    /// The versions that there are.
    public static let supportedRevisions: [Revision] = [.revision1]

    /// The most hands that are found. More than 6 are never looked for, whatever the number; with less than 1
    /// performing throws ``VisionError/invalidArgument(_:)``.
    public var maximumHandCount = 2
    /// The part to look at, all of the image by default. Points of results stay fractions of the whole image.
    public var regionOfInterest = NormalizedRect.fullImage
    private var devices: [ComputeStage: MLComputeDevice] = [:]

    /// Makes a request, without an argument of the newest version.
    public init(_ revision: Revision? = nil) {
        self.revision = revision ?? .revision1
    }

    /// The kind of request and its version.
    public var descriptor: RequestDescriptor { .detectHumanHandPoseRequest(revision) }

    /// The joints that results have.
    public var supportedJointNames: [HumanHandPoseObservation.JointName] {
        HumanHandPoseObservation.JointName.ordered
    }

    /// The groups of joints that results have.
    public var supportedJointsGroupNames: [HumanHandPoseObservation.JointsGroupName] {
        get throws { HumanHandPoseObservation.JointsGroupName.allCases }
    }

    /// The CPU for each stage, as there is nothing else here.
    public var supportedComputeStageDevices: [ComputeStage: [MLComputeDevice]] {
        [.main: MLComputeDevice.allComputeDevices, .postProcessing: MLComputeDevice.allComputeDevices]
    }

    /// The device that was chosen for a stage; nil where none was.
    public func computeDevice(for computeStage: ComputeStage) -> MLComputeDevice? { devices[computeStage] }

    /// Chooses the device for a stage; nil takes the choice back. With another than the CPU performing throws.
    public mutating func setComputeDevice(_ computeDevice: MLComputeDevice?, for computeStage: ComputeStage) {
        devices[computeStage] = computeDevice
    }

    /// The version and all settings but the devices.
    public var description: String {
        "DetectHumanHandPoseRequest \(revision) maximumHandCount=\(maximumHandCount) regionOfInterest=\(regionOfInterest)"
    }

    // Devices do not change what is found.
    /// Whether version, number of hands and region are the same.
    public static func == (a: Self, b: Self) -> Bool {
        a.revision == b.revision && a.maximumHandCount == b.maximumHandCount
            && a.regionOfInterest == b.regionOfInterest
    }

    /// Adds version, number of hands and region.
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
