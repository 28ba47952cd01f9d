import TegataHands

/// A result of a task that the hand pipeline computes.
protocol HandTaskResult: TaskResult {
    init(_ result: HandPipelineResult, timestampInMilliseconds: Int)
}
