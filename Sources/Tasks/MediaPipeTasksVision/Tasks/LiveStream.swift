import Foundation
import TegataBuffers
import TegataHands

/// The frames of a live stream on their way through a pipeline: one at work and at most one that waits, which a newer
/// one replaces.
final class LiveStream<Result: TaskResult>: @unchecked Sendable {
    /// What came of a frame, and its timestamp.
    typealias Delivery = @Sendable (_ result: Result?, _ timestampInMilliseconds: Int, _ error: NSError?) -> Void

    private let pipeline: SharedPipeline
    private let makeResult: ResultMaking<Result>
    /// Where frames are worked on and results delivered, one after another.
    private let queue: DispatchQueue

    /// Held while a frame is accepted, so that frames come in the order of their timestamps.
    private let submission = NSLock()
    private var lastTimestamp: Int?

    /// Held for moments only; guards what follows.
    private let state = NSLock()
    private var deliver: Delivery?
    private var isWorking = false
    private var waiting: StreamFrame?
    private var spareCopies: [FrameCopy] = []
    private var droppedFrames = 0

    init(_ pipeline: SharedPipeline, taskName: String, _ makeResult: @escaping ResultMaking<Result>) {
        self.pipeline = pipeline
        self.makeResult = makeResult
        queue = DispatchQueue(label: "com.mediapipe.tasks.vision.\(taskName)_\(UUID().uuidString)")
    }

    /// How many frames were accepted and then replaced by newer ones.
    var droppedFrameCount: Int { state.withLock { droppedFrames } }

    /// Says where results go.
    func open(_ deliver: @escaping Delivery) {
        state.withLock { self.deliver = deliver }
    }

    /// Ends deliveries; the frame at work, if any, comes to nothing.
    func close() {
        // Released when the lock is not held any more: that may call what the user gave for it.
        _ = state.withLock {
            deliver = nil
            return waiting.take()
        }
    }

    /// Makes the next frame that comes the first of another video; frames that wait still belong to this one.
    func resetTracking() {
        submission.withLock { lastTimestamp = nil }
    }

    /// Accepts a frame and returns; if this throws, it is as if there had been no call.
    func submit(_ image: MPImage, timestampInMilliseconds: Int, options: ImageProcessingOptions) throws {
        // Frames are released when the locks are not held any more.
        _ = try withTaskErrors {
            try submission.withLock {
                if let lastTimestamp, timestampInMilliseconds <= lastTimestamp {
                    throw TegataError(
                        HandPipelineError.timestamp(milliseconds: timestampInMilliseconds, last: lastTimestamp))
                }
                let pixels = try image.withView { view in
                    if let region = options.region {
                        do throws(ImageError) {
                            _ = try region.pixels(width: view.width, height: view.height)
                        } catch {
                            throw TegataError(error)
                        }
                    }
                    return image.isOwned ? StreamFrame.Pixels.image(image) : .copy(try takeCopy(of: view))
                }
                let frame = StreamFrame(
                    pixels: pixels, options: options, timestampInMilliseconds: timestampInMilliseconds,
                    beginsVideo: lastTimestamp == nil)
                lastTimestamp = timestampInMilliseconds
                return enqueue(frame)
            }
        }
    }

    /// Returns the frame that this one replaces, if any.
    private func enqueue(_ frame: StreamFrame) -> StreamFrame? {
        let (isIdle, replaced) = state.withLock {
            guard isWorking else {
                isWorking = true
                return (true, StreamFrame?.none)
            }
            let replaced = waiting
            waiting = frame
            if let replaced {
                droppedFrames += 1
                recycle(replaced)
                if replaced.beginsVideo { waiting?.beginsVideo = true }
            }
            return (false, replaced)
        }
        if isIdle { queue.async { self.work(on: frame) } }
        return replaced
    }

    private func work(on frame: StreamFrame) {
        do {
            let result: Result = try pipeline.use { pipeline in
                if frame.beginsVideo { pipeline.resetTracking() }
                return try frame.withView {
                    try pipeline.track(
                        $0, timestampInMilliseconds: frame.timestampInMilliseconds, options: frame.options, makeResult)
                }
            }
            state.withLock { deliver }?(result, frame.timestampInMilliseconds, nil)
        } catch {
            state.withLock { deliver }?(nil, unsetTimestamp, error as NSError)
        }
        let next = state.withLock {
            recycle(frame)
            let next = waiting.take()
            isWorking = next != nil
            return next
        }
        if let next { queue.async { self.work(on: next) } }
    }

    // MARK: Copies of pixels

    /// Memory of frames that are done is used again.
    private func takeCopy(of view: ImageView) throws -> FrameCopy {
        let copy = state.withLock { spareCopies.popLast() } ?? FrameCopy()
        try copy.fill(with: view)
        return copy
    }

    /// Called while `state` is held.
    private func recycle(_ frame: StreamFrame) {
        if case .copy(let copy) = frame.pixels { spareCopies.append(copy) }
    }
}

/// The timestamp that goes with errors, as in the original.
private let unsetTimestamp = Int.min

/// A frame that was accepted.
private struct StreamFrame: Sendable {
    let pixels: Pixels
    let options: ImageProcessingOptions
    let timestampInMilliseconds: Int
    var beginsVideo: Bool

    enum Pixels {
        case image(MPImage)
        case copy(FrameCopy)
    }

    func withView<Result>(_ body: (ImageView) throws -> Result) throws -> Result {
        switch pixels {
        case .image(let image): try image.withView(body)
        case .copy(let copy): try copy.withView(body)
        }
    }
}
