import Foundation
import TegataHands

/// A pipeline that several threads use in turn.
final class SharedPipeline: @unchecked Sendable {
    private let pipeline: HandPipeline
    private let lock = NSLock()

    init(_ pipeline: HandPipeline) {
        self.pipeline = pipeline
    }

    /// Does `body` while nobody else uses the pipeline, and throws what tasks throw.
    func use<Result>(_ body: (HandPipeline) throws -> Result) throws -> Result {
        try withTaskErrors { try lock.withLock { try body(pipeline) } }
    }
}

extension HandPipeline {
    /// The result for the next frame of a video.
    func track<Result: HandTaskResult>(
        _ view: ImageView, timestampInMilliseconds: Int, options: ImageProcessingOptions
    ) throws -> Result {
        Result(
            try track(view, milliseconds: timestampInMilliseconds, frame: options),
            timestampInMilliseconds: timestampInMilliseconds)
    }
}
