import Foundation

/// The results of a task for the frames of a video. A frame is requested and processed when its result is requested.
public struct VideoResults<Frames: AsyncSequence, Element: Sendable>: AsyncSequence where Frames.Element == TimedImage {
    private let frames: Frames
    private let result: @Sendable (TimedImage) throws -> Element

    init(_ frames: Frames, _ result: @escaping @Sendable (TimedImage) throws -> Element) {
        self.frames = frames
        self.result = result
    }

    /// Returns the results one by one, processing each frame when its result is requested.
    public struct AsyncIterator: AsyncIteratorProtocol {
        var frames: Frames.AsyncIterator
        let result: @Sendable (TimedImage) throws -> Element

        /// Returns the result of the next frame; nil at the end. Throws any error of the frame sequence or the task.
        public mutating func next() async throws -> Element? {
            guard let frame = try await frames.next() else { return nil }
            // Use another queue, because the threads that run Swift tasks must not be blocked.
            return try await withCheckedThrowingContinuation { [result] continuation in
                DispatchQueue.global().async {
                    continuation.resume(with: Result { try result(frame) })
                }
            }
        }
    }

    /// Returns an iterator over the frames, which starts at the first frame if the sequence can be iterated again.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(frames: frames.makeAsyncIterator(), result: result)
    }
}

extension VideoResults: Sendable where Frames: Sendable {}

/// A frame of a video for a task.
public struct TimedImage: Sendable {
    /// The image.
    public var image: MPImage
    /// The time of the frame, which must be later than the previous frame's.
    public var timestampInMilliseconds: Int
    /// How to process the image.
    public var imageProcessingOptions: ImageProcessingOptions

    /// Creates a frame from an image and its time.
    public init(
        image: MPImage, timestampInMilliseconds: Int,
        imageProcessingOptions: ImageProcessingOptions = ImageProcessingOptions()
    ) {
        self.image = image
        self.timestampInMilliseconds = timestampInMilliseconds
        self.imageProcessingOptions = imageProcessingOptions
    }
}

/// A sequence of frames as an asynchronous sequence.
public struct TimedImages<Frames: Sequence>: AsyncSequence where Frames.Element == TimedImage {
    private let frames: Frames

    init(_ frames: Frames) {
        self.frames = frames
    }

    /// Returns the elements one by one.
    public struct AsyncIterator: AsyncIteratorProtocol {
        var frames: Frames.Iterator

        /// Returns the next frame; nil at the end.
        public mutating func next() async -> TimedImage? {
            frames.next()
        }
    }

    /// Returns an iterator over the frames, which starts at the first frame if the sequence can be iterated again.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(frames: frames.makeIterator())
    }
}

extension TimedImages: Sendable where Frames: Sendable {}
