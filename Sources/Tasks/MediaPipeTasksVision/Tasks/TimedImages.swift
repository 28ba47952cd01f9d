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
