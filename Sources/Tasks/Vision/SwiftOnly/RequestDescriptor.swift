/// A kind of request and its revision.
public enum RequestDescriptor: Codable, Hashable, Sendable {
    /// A request for hands.
    case detectHumanHandPoseRequest(DetectHumanHandPoseRequest.Revision)
}
