/// A request of any kind, and what it found.
public enum VisionResult: Sendable {
    /// A request for hands.
    case detectHumanHandPose(DetectHumanHandPoseRequest, [HumanHandPoseObservation])
}
