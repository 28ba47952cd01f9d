import Foundation
import TegataHands
import TegataTaskSupport

/// The base class of ``HandLandmarker`` and ``GestureRecognizer``. Calls may come from any thread and take turns.
open class HandTask<Result: HandTaskResult>: NSObject, @unchecked Sendable {
    private let mode: RunningMode
    private let pipeline: SharedPipeline
    private let makeResult: ResultMaking<Result>
    /// The timestamp of the next single image; used only while the pipeline is in use.
    private var nextImageTimestamp = 0
    /// Nil except in live-stream mode.
    let stream: TaskStream<Result>?

    /// Creates a task with its own pipeline; `makeResult` creates its results. Public, because clients' subclasses
    /// would otherwise not inherit the task initialisers.
    public init(
        _networks networks: HandNetworks, options: HandTaskOptions, pipelineOptions: HandPipelineOptions,
        makeResult: @escaping @Sendable (HandPipelineResult, Int) -> Result
    ) throws {
        mode = options.runningMode
        self.makeResult = makeResult
        pipeline = try withTaskErrors {
            SharedPipeline(
                try GesturePipeline(networks, options: pipelineOptions, team: options.baseOptions.makeTeam()))
        }
        stream = mode == .liveStream ? try TaskStream(pipeline, makeResult) : nil
        super.init()
    }

    deinit {
        stream?.close()
    }

    // MARK: Additions to MediaPipe

    /// Returns the results for the frames of a video, one by one on request. For tasks in video mode.
    public func results<Frames: AsyncSequence>(for frames: Frames) -> VideoResults<Frames, Result>
    where Frames.Element == TimedImage {
        VideoResults(frames) { [self] frame in
            try run(
                videoFrame: frame.image, timestampInMilliseconds: frame.timestampInMilliseconds,
                options: frame.imageProcessingOptions, call: "results(for:)")
        }
    }

    /// Returns the results for the frames of a video, one by one on request. For tasks in video mode.
    public func results<Frames: Sequence>(for frames: Frames) -> VideoResults<TimedImages<Frames>, Result>
    where Frames.Element == TimedImage {
        results(for: TimedImages(frames))
    }

    /// Forgets the current video or live stream, so that the next frame can belong to another one and have any
    /// timestamp.
    public func resetTracking() {
        if let stream {
            stream.resetTracking()
        } else {
            try? use { $0.resetTracking() }
        }
    }

    /// The number of frames of the live stream that were accepted and then replaced by newer ones.
    public var droppedFrameCount: Int { stream?.droppedFrameCount ?? 0 }

    // MARK: The three running modes

    /// Returns the result for a single image; `call` is the method that the client called.
    func run(image: MPImage, options: ImageProcessingOptions, call: String) throws -> Result {
        try check(.image, call)
        let options = try options.adding(image.orientation)
        return try use { pipeline in
            let result = try image.withView {
                makeResult(try pipeline.detect($0, frame: options), nextImageTimestamp)
            }
            nextImageTimestamp += 1000
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

    /// Returns the palms in an image, in any mode.
    func palms(image: MPImage, options: ImageProcessingOptions) throws -> [PalmDetection] {
        let options = try options.adding(image.orientation)
        return try use { pipeline in try image.withView { try pipeline.detectPalms($0, frame: options) } }
    }

    /// Runs `body` while nobody else uses the pipeline, and converts its errors to task errors.
    private func use<Value: Sendable>(_ body: (GesturePipeline) throws -> Value) throws -> Value {
        try withTaskErrors { try pipeline.use(body) }
    }

    private func check(_ needed: RunningMode, _ call: String) throws {
        guard mode == needed else { throw wrongMode(needed, call) }
    }

    private func wrongMode(_ needed: RunningMode, _ call: String) -> NSError {
        taskError(
            .invalidArgument,
            "\(call) needs a task in \(needed.displayName) mode, but this one is in \(mode.displayName) mode. Set"
                + " runningMode in its options."
        )
    }
}

/// Creates a task result from a pipeline result and a timestamp in milliseconds.
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
