/// The elements of a sequence as an asynchronous one.
public struct TimedImages<Frames: Sequence>: AsyncSequence where Frames.Element == TimedImage {
    private let frames: Frames

    init(_ frames: Frames) {
        self.frames = frames
    }

    public struct AsyncIterator: AsyncIteratorProtocol {
        var frames: Frames.Iterator

        public mutating func next() async -> TimedImage? {
            frames.next()
        }
    }

    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(frames: frames.makeIterator())
    }
}

extension TimedImages: Sendable where Frames: Sendable {}
