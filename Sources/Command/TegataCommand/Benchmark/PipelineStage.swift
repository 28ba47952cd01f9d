import TegataHands

/// A part of the pipeline's work.
struct PipelineStage: Sendable {
    let name: String
    let nanoseconds: @Sendable (StageTimings) -> UInt64

    static let all = [
        PipelineStage(name: "palmImage") { $0.palmImage }, PipelineStage(name: "palmNetwork") { $0.palmNetwork },
        PipelineStage(name: "palmDecoding") { $0.palmDecoding }, PipelineStage(name: "handImages") { $0.handImages },
        PipelineStage(name: "handNetwork") { $0.handNetwork }, PipelineStage(name: "handDecoding") { $0.handDecoding },
        PipelineStage(name: "gestures") { $0.gestures },
    ]
}
