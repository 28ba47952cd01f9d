/// A part of what a request computes.
public enum ComputeStage: Codable, Hashable, Sendable, CaseIterable {
    /// What most of the time goes into.
    case main
    /// What follows it.
    case postProcessing
}
