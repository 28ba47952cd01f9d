/// Everything that the later steps of a training depend on.
struct TrainingState: Sendable, Equatable {
    var iteration: Int
    var parameters: [Float]
    var statistics: [Float]
    var means: [Float]
    var squares: [Float]
}
