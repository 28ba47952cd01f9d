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
