/// A part of what a request computes.
public struct VNComputeStage: RawRepresentable, Hashable, Sendable {
    /// The stage's name.
    public let rawValue: String

    /// A stage by its name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// What most of the time goes into.
    public static let main = VNComputeStage(rawValue: "VNComputeStageMain")
    /// What follows it.
    public static let postProcessing = VNComputeStage(rawValue: "VNComputeStagePostProcessing")
}
