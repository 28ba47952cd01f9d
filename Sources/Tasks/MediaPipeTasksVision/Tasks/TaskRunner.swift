import Foundation
import TegataHands
import TegataTaskSupport

/// Runs a task in one of the three modes. Calls may come from any thread; they take turns.
final class TaskRunner<Result: TaskResult>: @unchecked Sendable {
    private let mode: RunningMode
    private let pipeline: SharedPipeline
    private let makeResult: ResultMaking<Result>
    /// The timestamp of the next single image; used only while the pipeline is in use.
    private var nextPictureTimestamp = 0
    /// Nil except in live-stream mode.
    let stream: TaskStream<Result>?

    /// Creates a runner with its own pipeline; `makeResult` creates its results.
    init(
        _ networks: HandNetworks, _ base: BaseOptions, _ options: HandPipelineOptions, mode: RunningMode,
        _ makeResult: @escaping ResultMaking<Result>
    ) throws {
        self.mode = mode
        self.makeResult = makeResult
        pipeline = try withTaskErrors {
            SharedPipeline(try GesturePipeline(networks, options: options, team: base.makeTeam()))
        }
        stream = mode == .liveStream ? try TaskStream(pipeline, makeResult) : nil
    }

    deinit {
        stream?.close()
    }

    /// Returns the result for a single image; `call` is the method that the user called.
    func run(image: MPImage, options: ImageProcessingOptions, call: String) throws -> Result {
        try check(.image, call)
        let options = try options.adding(image.orientation)
        return try use { pipeline in
            let result = try image.withView {
                makeResult(try pipeline.detect($0, frame: options), nextPictureTimestamp)
            }
            nextPictureTimestamp += 1000
            return result
        }
    }

    /// Returns the result for the next frame of a video.
    func run(
        videoFrame image: MPImage, timestampInMilliseconds: Int, options: ImageProcessingOptions, call: String
    ) throws -> Result {
        try check(.video, call)
        let options = try options.adding(image.orientation)
        return try use { pipeline in
            try image.withView {
                try pipeline.track($0, timestampInMilliseconds: timestampInMilliseconds, options: options, makeResult)
            }
        }
    }

    /// Queues a frame of a live stream.
    func submit(image: MPImage, timestampInMilliseconds: Int, options: ImageProcessingOptions, call: String) throws {
        guard let stream else { throw wrongMode(.liveStream, call) }
        try stream.submit(
            image, timestampInMilliseconds: timestampInMilliseconds, options: options.adding(image.orientation))
    }

    /// Returns the results for the frames of a video on request.
    func results<Frames: AsyncSequence>(for frames: Frames, call: String) -> VideoResults<Frames, Result>
    where Frames.Element == TimedImage {
        VideoResults(frames) { [self] frame in
            try run(
                videoFrame: frame.image, timestampInMilliseconds: frame.timestampInMilliseconds,
                options: frame.imageProcessingOptions,
                call: call)
        }
    }

    /// Returns the palms in an image, in any mode.
    func palms(image: MPImage, options: ImageProcessingOptions) throws -> [PalmDetection] {
        let options = try options.adding(image.orientation)
        return try use { pipeline in try image.withView { try pipeline.detectPalms($0, frame: options) } }
    }

    /// Forgets the video or stream, so that the next frame may have any timestamp.
    func resetTracking() {
        if let stream {
            stream.resetTracking()
        } else {
            try? use { $0.resetTracking() }
        }
    }

    /// Runs `body` while nobody else uses the pipeline, and converts its errors to those of tasks.
    private func use<Answer: Sendable>(_ body: (GesturePipeline) throws -> Answer) throws -> Answer {
        try withTaskErrors { try pipeline.use(body) }
    }

    private func check(_ needed: RunningMode, _ call: String) throws {
        guard mode == needed else { throw wrongMode(needed, call) }
    }

    private func wrongMode(_ needed: RunningMode, _ call: String) -> NSError {
        taskError(
            .invalidArgument,
            "\(call) needs a task in \(needed.displayName) mode, and this one is in \(mode.displayName) mode. Set runningMode in its options."
        )
    }
}

/// Creates the result of a task from a result of the pipeline and a timestamp in milliseconds.
typealias ResultMaking<Result: TaskResult> = @Sendable (HandPipelineResult, Int) -> Result

extension GesturePipeline {
    /// Returns the result for the next frame of a video, created by `makeResult`.
    func track<Result: TaskResult>(
        _ view: ImageView, timestampInMilliseconds: Int, options: ImageProcessingOptions,
        _ makeResult: ResultMaking<Result>
    ) throws -> Result {
        makeResult(
            try track(view, milliseconds: timestampInMilliseconds, frame: options), timestampInMilliseconds)
    }
}

extension TaskOptions {
    /// Throws if a live-stream task has no delegate or another task has one.
    func checkDelegate(isPresent: Bool, mode: RunningMode, property: String) throws {
        guard isPresent != (mode == .liveStream) else { return }
        throw taskError(
            .invalidArgument,
            isPresent
                ? "\(property) is set for a task in \(mode.displayName) mode, whose calls return their results. Leave it nil."
                : "\(property) is nil for a task in Live Stream mode. Set it, and keep the object: options and task hold it weakly."
        )
    }
}
