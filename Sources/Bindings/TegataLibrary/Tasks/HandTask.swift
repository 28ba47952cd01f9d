import Synchronization
import TegataBuffers
import TegataHands
import TegataInference
import TegataSystem
import TegataTaskSupport

/// One of MediaPipe's tasks, in one of its three modes. Calls may come from any thread; they take turns.
final class HandTask: Sendable {
    private let mode: RunningMode
    private let pipeline: SharedPipeline
    /// The stream in live-stream mode; otherwise nil.
    private let stream: LiveStream<StreamFrame>?
    /// The time of the last frame of a video or stream. The lock is held while a frame is processed or accepted, so
    /// that frames stay in chronological order.
    private let lastTimestamp = Lock<Int64?>(nil)
    private let isClosed = Atomic(false)
    private let process = OwnProcess()

    init(_ options: TaskOptions) throws(CallError) {
        mode = options.mode
        if mode == .liveStream, options.deliver == nil {
            throw CallError(.invalidArgument, "Provided null pointer to callback function.")
        }
        let networks = try options.model.networks(includingGestures: options.pipeline.gestures != nil)
        let pipeline = try SharedPipeline(networks, options: options.pipeline)
        self.pipeline = pipeline
        if mode == .liveStream, let deliver = options.deliver {
            stream = LiveStream { next in
                let result: Result<HandPipelineResult, CallError>
                do throws(CallError) {
                    result = .success(
                        try pipeline.use { pipeline throws(CallError) in
                            try next.frame.track(with: pipeline, milliseconds: next.milliseconds)
                        })
                } catch {
                    result = .failure(error)
                }
                deliver(result, next.frame.picture, next.milliseconds)
            }
            guard stream != nil else {
                throw CallError(.resourceExhausted, "The system cannot create a thread for the live stream.")
            }
        } else {
            stream = nil
        }
    }

    /// Returns the hands in a single image.
    func detect(_ picture: Picture, _ options: FrameOptions) throws(CallError) -> HandPipelineResult {
        try check(.image)
        let frame = try Frame(picture, options)
        return try pipeline.use { pipeline throws(CallError) in
            try checkIsOpen()
            return try frame.detect(with: pipeline)
        }
    }

    /// Returns the hands in the next frame of a video.
    func detectForVideo(
        _ picture: Picture, _ options: FrameOptions, milliseconds: Int64
    ) throws(CallError) -> HandPipelineResult {
        try check(.video)
        return try lastTimestamp.withLock { last throws(CallError) in
            try checkIsOpen()
            try Self.check(milliseconds, after: last)
            let frame = try Frame(picture, options)
            let result = try pipeline.use { pipeline throws(CallError) in
                try frame.track(with: pipeline, milliseconds: milliseconds)
            }
            last = milliseconds
            return result
        }
    }

    /// Accepts the next frame of a live stream.
    func detectAsync(_ picture: Picture, _ options: FrameOptions, milliseconds: Int64) throws(CallError) {
        try check(.liveStream)
        try lastTimestamp.withLock { last throws(CallError) in
            try checkIsOpen()
            try Self.check(milliseconds, after: last)
            let frame = StreamFrame(frame: try Frame(picture, options), milliseconds: milliseconds)
            if case .refused? = stream?.submit(frame) { throw .notRunning }
            last = milliseconds
        }
    }

    /// Ends the task once everything in progress has finished. Later calls fail.
    func close() throws(CallError) {
        guard !isClosed.exchange(true, ordering: .acquiringAndReleasing) else { throw .notRunning }
        stream?.close()
        // Later calls find the task closed.
        if process.isThis { lastTimestamp.withLock { _ in } }
        pipeline.wait()
    }

    private func checkIsOpen() throws(CallError) {
        guard !isClosed.load(ordering: .acquiring) else { throw .notRunning }
    }

    private func check(_ needed: RunningMode) throws(CallError) {
        try checkIsOpen()
        // Check before taking any lock, because a thread of the other process may hold it forever.
        try process.check()
        guard mode == needed else {
            throw CallError(
                .invalidArgument,
                "Task is not initialized with the \(needed.name) mode. Current running mode:\(mode.name) mode")
        }
    }

    private static func check(_ milliseconds: Int64, after last: Int64?) throws(CallError) {
        if let last, milliseconds <= last {
            throw CallError(.invalidArgument, "Input timestamp must be monotonically increasing.")
        }
    }
}

/// The options for one of MediaPipe's tasks, from any layout.
struct TaskOptions {
    let model: ModelSource
    let mode: RunningMode
    let pipeline: HandPipelineOptions
    /// The receiver of a live stream's results.
    let deliver: Delivery?

    /// Receives the result for a frame, on the stream's thread.
    typealias Delivery = @Sendable (Result<HandPipelineResult, CallError>, Picture, _ milliseconds: Int64) -> Void
}

/// A task's input, and the way in which it returns results; the numbers are MediaPipe's.
enum RunningMode: Int32 {
    case image = 1
    case video = 2
    case liveStream = 3

    /// The name used in messages.
    var name: String {
        switch self {
        case .image: "image"
        case .video: "video"
        case .liveStream: "live stream"
        }
    }
}

/// A frame of a live stream.
private struct StreamFrame: Sendable {
    let frame: Frame
    let milliseconds: Int64
}

extension CallError {
    /// The error for a task that has been closed.
    fileprivate static let notRunning = CallError(.invalidArgument, "Task runner is currently not running.")
}

extension SharedPipeline {
    /// Creates a pipeline for a task; if no number of threads is given, the default number is used.
    convenience init(
        _ networks: HandNetworks, options: HandPipelineOptions, threads: Int? = nil
    ) throws(CallError) {
        let team = try DefaultThreads.team(threads)
        do { self.init(try GesturePipeline(networks, options: options, team: team)) } catch { throw CallError(error) }
    }
}

/// An image, together with how to process it.
struct Frame: Sendable {
    let picture: Picture
    private let options: FrameOptions

    init(_ picture: Picture, _ options: FrameOptions) throws(CallError) {
        _ = try picture.view()
        self.picture = picture
        self.options = options
    }

    /// Returns the hands in a single image.
    func detect(with pipeline: GesturePipeline) throws(CallError) -> HandPipelineResult {
        defer { extendLifetime(picture) }
        let view = try picture.view()
        return try withCallErrors { () throws(TegataError) in try pipeline.detect(view, frame: options) }
    }

    /// Returns the hands in the next frame of a video.
    func track(with pipeline: GesturePipeline, milliseconds: Int64) throws(CallError) -> HandPipelineResult {
        defer { extendLifetime(picture) }
        let view = try picture.view()
        return try withCallErrors { () throws(TegataError) in
            try pipeline.track(view, milliseconds: Milliseconds(milliseconds), frame: options)
        }
    }
}
