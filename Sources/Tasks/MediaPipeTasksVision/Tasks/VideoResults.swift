import Foundation

/// The results of a task for the frames of a video. A frame is asked for, and worked on, when its result is asked for.
public struct VideoResults<Frames: AsyncSequence, Element: Sendable>: AsyncSequence where Frames.Element == TimedImage {
    private let frames: Frames
    private let result: @Sendable (TimedImage) throws -> Element

    init(_ frames: Frames, _ result: @escaping @Sendable (TimedImage) throws -> Element) {
        self.frames = frames
        self.result = result
    }

    /// Gives the results one after the other, and works on a frame when its result is asked for.
    public struct AsyncIterator: AsyncIteratorProtocol {
        var frames: Frames.AsyncIterator
        let result: @Sendable (TimedImage) throws -> Element

        /// The result of the next frame; nil at the end. Throws what the frames or the task throw.
        public mutating func next() async throws -> Element? {
            guard let frame = try await frames.next() else { return nil }
            // Not on the threads of Swift's tasks, which must not be held up.
            return try await withCheckedThrowingContinuation { [result] continuation in
                DispatchQueue.global().async {
                    continuation.resume(with: Result { try result(frame) })
                }
            }
        }
    }

    /// An iterator that asks for the frames, from the first one where they can be gone through again.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(frames: frames.makeAsyncIterator(), result: result)
    }
}

extension VideoResults: Sendable where Frames: Sendable {}

/// A frame of a video for a task.
public struct TimedImage: Sendable {
    /// The picture.
    public var image: MPImage
    /// When it was taken; later than the frame before.
    public var timestampInMilliseconds: Int
    /// How to look at it.
    public var imageProcessingOptions: ImageProcessingOptions

    /// A picture with its time.
    public init(
        image: MPImage, timestampInMilliseconds: Int,
        imageProcessingOptions: ImageProcessingOptions = ImageProcessingOptions()
    ) {
        self.image = image
        self.timestampInMilliseconds = timestampInMilliseconds
        self.imageProcessingOptions = imageProcessingOptions
    }
}

/// The elements of a sequence as an asynchronous one.
public struct TimedImages<Frames: Sequence>: AsyncSequence where Frames.Element == TimedImage {
    private let frames: Frames

    init(_ frames: Frames) {
        self.frames = frames
    }

    /// Gives the elements one after the other.
    public struct AsyncIterator: AsyncIteratorProtocol {
        var frames: Frames.Iterator

        /// The next frame; nil at the end.
        public mutating func next() async -> TimedImage? {
            frames.next()
        }
    }

    /// An iterator over the frames, from the first one where they can be gone through again.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(frames: frames.makeIterator())
    }
}

extension TimedImages: Sendable where Frames: Sendable {}
