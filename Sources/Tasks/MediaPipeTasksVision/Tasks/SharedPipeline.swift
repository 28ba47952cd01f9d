import Foundation
import TegataHands

/// A pipeline that several threads use in turn.
final class SharedPipeline: @unchecked Sendable {
    private let pipeline: GesturePipeline
    private let lock = NSLock()

    init(_ pipeline: GesturePipeline) {
        self.pipeline = pipeline
    }

    /// Does `body` while nobody else uses the pipeline, and throws what tasks throw.
    func use<Result>(_ body: (GesturePipeline) throws -> Result) throws -> Result {
        try withTaskErrors { try lock.withLock { try body(pipeline) } }
    }
}

/// Makes the result of a task of what the pipeline has found and a timestamp in milliseconds.
typealias ResultMaking<Result: TaskResult> = @Sendable (HandPipelineResult, Int) -> Result

extension GesturePipeline {
    /// The result for the next frame of a video, made by `makeResult`.
    func track<Result: TaskResult>(
        _ view: ImageView, timestampInMilliseconds: Int, options: ImageProcessingOptions,
        _ makeResult: ResultMaking<Result>
    ) throws -> Result {
        makeResult(
            try track(view, milliseconds: timestampInMilliseconds, frame: options), timestampInMilliseconds)
    }
}
