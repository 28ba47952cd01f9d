import Foundation
import TegataHands

/// Runs a task in one of the three modes. Calls may come from any thread; they take turns.
final class TaskRunner<Engine: TaskEngine>: @unchecked Sendable {
    private let mode: RunningMode
    private let engine: SharedEngine<Engine>
    /// The timestamp of the next single picture; belongs to who uses the engine.
    private var nextPictureTimestamp = 0
    /// There is one in live-stream mode.
    let stream: LiveStream<Engine>?

    init(_ engine: Engine, mode: RunningMode, taskName: String) {
        self.mode = mode
        self.engine = SharedEngine(engine)
        stream = mode == .liveStream ? LiveStream(self.engine, taskName: taskName) : nil
    }

    deinit {
        stream?.close()
    }

    /// The result for a single picture; `call` is the method that the user called.
    func run(image: MPImage, options: ImageProcessingOptions, call: String) throws -> Engine.Result {
        try check(.image, call)
        let options = try options.adding(image.orientation)
        return try engine.use { engine in
            let timestamp = nextPictureTimestamp
            let result = try image.withView { try engine.result(forPicture: $0, options: options, timestampInMilliseconds: timestamp) }
            nextPictureTimestamp += 1000
            return result
        }
    }

    /// The result for the next frame of a video.
    func run(
        videoFrame image: MPImage, timestampInMilliseconds: Int, options: ImageProcessingOptions, call: String
    ) throws -> Engine.Result {
        try check(.video, call)
        let options = try options.adding(image.orientation)
        return try engine.use { engine in
            try image.withView { try engine.result(forFrame: $0, options: options, timestampInMilliseconds: timestampInMilliseconds) }
        }
    }

    /// Passes on a frame of a live stream.
    func submit(image: MPImage, timestampInMilliseconds: Int, options: ImageProcessingOptions, call: String) throws {
        guard let stream else { throw wrongMode(.liveStream, call) }
        try stream.submit(image, timestampInMilliseconds: timestampInMilliseconds, options: options.adding(image.orientation))
    }

    /// Does `body` in any mode while nobody else uses the engine.
    func use<Result>(_ body: (Engine) throws -> Result) throws -> Result {
        try engine.use(body)
    }

    /// Forgets the video or stream, so that the next frame may have any timestamp.
    func resetTracking() {
        stream?.forgetTimestamps()
        try? engine.use { $0.resetTracking() }
    }

    private func check(_ needed: RunningMode, _ call: String) throws {
        guard mode == needed else { throw wrongMode(needed, call) }
    }

    private func wrongMode(_ needed: RunningMode, _ call: String) -> NSError {
        taskError(
            .invalidArgument,
            "\(call) needs a task in \(needed.displayName) mode, and this one is in \(mode.displayName) mode. Set runningMode in its options.")
    }
}

extension TaskOptions {
    /// Throws unless there is a delegate exactly if the task is one for live streams.
    func checkDelegate(isPresent: Bool, mode: RunningMode, property: String) throws {
        guard isPresent != (mode == .liveStream) else { return }
        throw taskError(
            .invalidArgument,
            isPresent
                ? "\(property) is set for a task in \(mode.displayName) mode, whose calls return their results. Leave it nil."
                : "\(property) is nil for a task in Live Stream mode. Set it, and keep the object: options and task hold it weakly.")
    }
}
