/// A stand-in for what a training job is doing.
public enum MLPhase: String, Codable, CaseIterable, Hashable, Sendable {
    /// Nothing yet.
    case initialized
    /// Key points are looked for in pictures and videos.
    case extractingFeatures
    /// The classifier is trained.
    case training
    /// What is held out is judged.
    case evaluating
    /// Predictions are made; jobs that train never do.
    case inferencing
}
