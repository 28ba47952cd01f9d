import TegataHands

/// What a task of MediaPipe's is made with, whatever layout it came in.
struct TaskOptions {
    let model: ModelSource
    let mode: RunningMode
    let pipeline: HandPipelineOptions
    /// Where results of a live stream go.
    let deliver: LiveStream.Delivery?
}
