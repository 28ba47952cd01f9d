import Foundation

/// The first and only revision of the hand pose request.
public let VNDetectHumanHandPoseRequestRevision1 = 1

/// Detects hands and their joints.
///
/// If there are more hands than ``maximumHandCount``, only the largest ones are returned. Results are ordered by the
/// size of the box around the joints, largest first.
public final class VNDetectHumanHandPoseRequest: VNImageBasedRequest, @unchecked Sendable {
    private let lock = NSLock()
    private var storedCount = 2
    private var isThorough = false

    /// The maximum number of hands. The module never searches for more than 6, even if the number is larger. If the
    /// number is below 1, performing fails with `invalidArgument`. The processing time increases with the number of
    /// hands in the image.
    public var maximumHandCount: Int {
        get { lock.withLock { storedCount } }
        set { lock.withLock { storedCount = newValue } }
    }

    /// Whether to search further views of images that show fewer hands than requested, and to compute the landmarks of
    /// hands in single images twice. This finds more hands, with more accurate joints, but takes longer. Not part of
    /// Apple's Vision.
    public var searchesThoroughly: Bool {
        get { lock.withLock { isThorough } }
        set { lock.withLock { isThorough = newValue } }
    }

    /// The results of the last `perform` call, empty if there was no hand; nil before the first `perform` call and if
    /// the last one failed.
    public var results: [VNHumanHandPoseObservation]? { observations as? [VNHumanHandPoseObservation] }

    override class var revisions: [Int] { [VNDetectHumanHandPoseRequestRevision1] }

    /// Returns a request with the same settings and completion handler, and without results.
    public override func copy(with zone: NSZone? = nil) -> Any {
        let copy = VNDetectHumanHandPoseRequest(completionHandler: completionHandler)
        copy.takeSettings(of: self)
        copy.maximumHandCount = maximumHandCount
        copy.searchesThoroughly = searchesThoroughly
        return copy
    }

    // MARK: Names

    /// The joints in results, in the order of key-point arrays. Throws if the revision is not supported.
    public var supportedJointNames: [VNHumanHandPoseObservation.JointName] {
        get throws { try Self.supportedJointNames(forRevision: revision) }
    }

    /// The groups of joints in results. Throws if the revision is not supported.
    public var supportedJointsGroupNames: [VNHumanHandPoseObservation.JointsGroupName] {
        get throws { try Self.supportedJointsGroupNames(forRevision: revision) }
    }

    /// The older form of ``supportedJointNames``.
    public class func supportedJointNames(
        forRevision revision: Int
    ) throws -> [VNHumanHandPoseObservation.JointName] {
        try withVisionErrors { try check(revision: revision) }
        return HandJoint.names
    }

    /// The older form of ``supportedJointsGroupNames``.
    public class func supportedJointsGroupNames(
        forRevision revision: Int
    ) throws -> [VNHumanHandPoseObservation.JointsGroupName] {
        try withVisionErrors { try check(revision: revision) }
        return HandJoint.groupNames
    }

    // MARK: Performing

    override func find(in picture: Picture, _ sequence: HandSequence?) throws -> [VNObservation] {
        let search = try HandSearch(
            maximumHandCount: maximumHandCount, regionOfInterest: regionOfInterest, isThorough: searchesThoroughly)
        let hands = try sequence?.detect(picture, search) ?? HandEngine.shared.detect(picture, search)
        let timeRange = picture.timeRange
        return hands.map { VNHumanHandPoseObservation($0, timeRange: timeRange, revision: revision) }
    }
}

/// Runs `body`, and converts its errors to class API errors.
func withVisionErrors<Result>(_ body: () throws -> Result) throws -> Result {
    do { return try body() } catch { throw VisionFailure(error).nsError }
}
