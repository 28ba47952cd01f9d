import Foundation
import TegataAppleImages
import TegataBuffers
import TegataHands
import TegataTaskSupport

/// The live stream of a task. It copies memory that the caller may change, and delivers results.
final class TaskStream<Result: TaskResult>: @unchecked Sendable {
    /// Receives the result or error for a frame, and its timestamp.
    typealias Delivery = @Sendable (_ result: Result?, _ timestampInMilliseconds: Int, _ error: NSError?) -> Void

    private let pipeline: SharedPipeline
    private let makeResult: ResultMaking<Result>
    private var stream: LiveStream<StreamFrame>?
    /// The video that the pipeline processed last; used only by the stream's thread.
    private var trackedVideo = 0

    /// Held while a frame is accepted, so that frames keep the order of their timestamps.
    private let submission = NSLock()
    private var lastTimestamp: Int?
    private var video = 0

    /// Held only briefly; protects the following properties.
    private let state = NSLock()
    private var deliver: Delivery?
    private var spareCopies: [FrameCopy] = []
    private var droppedFrames = 0

    init(_ pipeline: SharedPipeline, _ makeResult: @escaping ResultMaking<Result>) throws {
        self.pipeline = pipeline
        self.makeResult = makeResult
        stream = LiveStream { [self] frame in work(on: frame) }
        guard stream != nil else {
            throw taskError(
                .resourceExhausted, "The system cannot create a thread for the live stream. End other tasks first.")
        }
    }

    /// The number of frames that were accepted and then replaced by newer ones.
    var droppedFrameCount: Int { state.withLock { droppedFrames } }

    /// Sets the receiver of results.
    func open(_ deliver: @escaping Delivery) {
        state.withLock { self.deliver = deliver }
    }

    /// Ends deliveries; the result of a frame that is being processed is discarded.
    func close() {
        state.withLock { deliver = nil }
        stream?.cancel()
    }

    /// Makes the next submitted frame the first of another video; waiting frames still belong to the current one.
    func resetTracking() {
        submission.withLock {
            lastTimestamp = nil
            video += 1
        }
    }

    /// Accepts a frame and returns; if this throws, the call has had no effect.
    func submit(_ image: MPImage, timestampInMilliseconds: Int, options: ImageProcessingOptions) throws {
        // Release the replaced frame after releasing the locks.
        let outcome: LiveStream<StreamFrame>.Submission? = try withTaskErrors {
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
                lastTimestamp = timestampInMilliseconds
                return stream?.submit(
                    StreamFrame(
                        pixels: pixels, options: options, timestampInMilliseconds: timestampInMilliseconds,
                        video: video))
            }
        }
        guard case .replaced(let frame)? = outcome else { return }
        state.withLock {
            droppedFrames += 1
            recycle(frame)
        }
    }

    private func work(on frame: StreamFrame) {
        do {
            let result: Result = try withTaskErrors {
                try pipeline.use { (pipeline: GesturePipeline) throws -> Result in
                    if frame.video != trackedVideo { pipeline.resetTracking() }
                    trackedVideo = frame.video
                    return try frame.withView {
                        try pipeline.track(
                            $0, timestampInMilliseconds: frame.timestampInMilliseconds, options: frame.options,
                            makeResult)
                    }
                }
            }
            state.withLock { deliver }?(result, frame.timestampInMilliseconds, nil)
        } catch {
            state.withLock { deliver }?(nil, unsetTimestamp, error as NSError)
        }
        state.withLock { recycle(frame) }
    }

    // MARK: Copies of pixels

    /// Returns a copy of the pixels, reusing the memory of finished frames if there are any.
    private func takeCopy(of view: ImageView) throws -> FrameCopy {
        let copy = state.withLock { spareCopies.popLast() } ?? FrameCopy()
        try copy.fill(with: view)
        return copy
    }

    /// The caller must hold `state`.
    private func recycle(_ frame: StreamFrame) {
        if case .copy(let copy) = frame.pixels { spareCopies.append(copy) }
    }
}

/// MediaPipe's timestamp for errors.
private let unsetTimestamp = Int.min

/// A frame that was accepted.
private struct StreamFrame: Sendable {
    let pixels: Pixels
    let options: ImageProcessingOptions
    let timestampInMilliseconds: Int
    /// The video that the frame belongs to.
    let video: Int

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

/// A copy of a frame's pixels, because the caller may change its memory after the call. Used by one thread at a time.
final class FrameCopy: @unchecked Sendable {
    private var memory: UnsafeMutableRawPointer?
    private var capacity = 0
    private var description = ImageDescription(format: .rgb, width: 0, height: 0, encoding: ColorEncoding())
    private var byteCount = 0

    deinit {
        free(memory)
    }

    /// Copies the pixels of `view`, without gaps between rows.
    func fill(with view: ImageView) throws {
        description = ImageDescription(
            format: view.format, width: view.width, height: view.height, encoding: view.encoding)
        byteCount = view.format.byteCount(width: view.width, height: view.height)
        try reserve(byteCount)
        guard var target = memory else { return }
        for index in 0..<view.format.planeCount {
            let rowBytes = view.format.rowByteCount(plane: index, width: view.width)
            let rows = view.format.rowCount(plane: index, height: view.height)
            let plane = view.plane(index)
            if plane.rowStride == rowBytes {
                target.copyMemory(from: plane.start, byteCount: rows * rowBytes)
                target += rows * rowBytes
            } else {
                for row in 0..<rows {
                    target.copyMemory(from: plane.start + row * plane.rowStride, byteCount: rowBytes)
                    target += rowBytes
                }
            }
        }
    }

    func withView<Result>(_ body: (ImageView) throws -> Result) throws -> Result {
        try body(description.view(of: UnsafeRawBufferPointer(start: memory, count: byteCount)))
    }

    private func reserve(_ count: Int) throws {
        guard count > capacity else { return }
        free(memory)
        capacity = 0
        memory = malloc(count)
        guard memory != nil else {
            throw taskError(
                .resourceExhausted, "There is not enough memory for a frame of \(count) bytes. Pass smaller images.")
        }
        capacity = count
    }
}
