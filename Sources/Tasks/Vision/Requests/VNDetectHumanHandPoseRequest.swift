import Foundation

/// The first revision of the request for hands, which is the only one.
public let VNDetectHumanHandPoseRequestRevision1 = 1

/// Finds hands and their joints.
///
/// Where more hands are seen than ``maximumHandCount``, those that look largest count. Results are ordered by the size
/// of the box around the joints, the largest first.
public final class VNDetectHumanHandPoseRequest: VNImageBasedRequest, @unchecked Sendable {
    private let lock = NSLock()
    private var storedCount = 2

    /// The most hands that are found. More than 6 are never looked for, whatever the number; with less than 1
    /// performing fails with `invalidArgument`. Time grows with the hands that are seen.
    public var maximumHandCount: Int {
        get { lock.withLock { storedCount } }
        set { lock.withLock { storedCount = newValue } }
    }

    /// What was found by the last perform, empty where there was no hand; nil before the first and where it failed.
    public var results: [VNHumanHandPoseObservation]? { observations as? [VNHumanHandPoseObservation] }

    override class var revisions: [Int] { [VNDetectHumanHandPoseRequestRevision1] }

    /// A request with the same settings and completion handler, and without results.
    public override func copy(with zone: NSZone? = nil) -> Any {
        let copy = VNDetectHumanHandPoseRequest(completionHandler: completionHandler)
        copy.takeSettings(of: self)
        copy.maximumHandCount = maximumHandCount
        return copy
    }

    // MARK: Names

    /// The joints that results have, in the order of key-point arrays. Throws where the revision is not supported.
    public var supportedJointNames: [VNHumanHandPoseObservation.JointName] {
        get throws { try Self.supportedJointNames(forRevision: revision) }
    }

    /// The groups of joints that results have. Throws where the revision is not supported.
    public var supportedJointsGroupNames: [VNHumanHandPoseObservation.JointsGroupName] {
        get throws { try Self.supportedJointsGroupNames(forRevision: revision) }
    }

    /// The older way to ask for ``supportedJointNames``.
    public class func supportedJointNames(
        forRevision revision: Int
    ) throws -> [VNHumanHandPoseObservation.JointName] {
        try withVisionErrors { try check(revision: revision) }
        return HandJoint.names
    }

    /// The older way to ask for ``supportedJointsGroupNames``.
    public class func supportedJointsGroupNames(
        forRevision revision: Int
    ) throws -> [VNHumanHandPoseObservation.JointsGroupName] {
        try withVisionErrors { try check(revision: revision) }
        return HandJoint.groupNames
    }

    // MARK: Performing

    override func find(in picture: Picture, _ sequence: HandSequence?) throws -> [VNObservation] {
        let search = try HandSearch(maximumHandCount: maximumHandCount, regionOfInterest: regionOfInterest)
        let hands = try sequence?.detect(picture, search) ?? HandEngine.shared.detect(picture, search)
        let timeRange = picture.timeRange
        return hands.map { VNHumanHandPoseObservation($0, timeRange: timeRange, revision: revision) }
    }
}

/// Does what `body` does, and throws what the class API throws.
func withVisionErrors<Result>(_ body: () throws -> Result) throws -> Result {
    do { return try body() } catch { throw VisionFailure(error).nsError }
}
