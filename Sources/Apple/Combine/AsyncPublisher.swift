/// The values of a publisher that never fails, as an asynchronous sequence.
public struct AsyncPublisher<Upstream: Publisher>: AsyncSequence where Upstream.Failure == Never {
    /// The type of the publisher's values.
    public typealias Element = Upstream.Output

    private let publisher: Upstream

    /// Creates a sequence of a publisher's values; each loop subscribes to it.
    public init(_ publisher: Upstream) {
        self.publisher = publisher
    }

    /// Gives the values one by one. The subscription ends when the iterator is released.
    public struct Iterator: AsyncIteratorProtocol {
        var values: AsyncStream<Unchecked<Element>>.Iterator
        let subscription: AnyCancellable

        /// Returns the next value; nil at the end.
        public mutating func next() async -> Element? { await values.next()?.value }
    }

    /// Subscribes to the publisher.
    public func makeAsyncIterator() -> Iterator {
        let (stream, continuation) = AsyncStream.makeStream(of: Unchecked<Element>.self)
        let subscription = publisher.sink { _ in
            continuation.finish()
        } receiveValue: {
            continuation.yield(Unchecked(value: $0))
        }
        return Iterator(values: stream.makeAsyncIterator(), subscription: subscription)
    }
}

/// The values of a publisher as an asynchronous sequence that throws the publisher's error.
public struct AsyncThrowingPublisher<Upstream: Publisher>: AsyncSequence {
    /// The type of the publisher's values.
    public typealias Element = Upstream.Output

    private let publisher: Upstream

    /// Creates a sequence of a publisher's values; each loop subscribes to it.
    public init(_ publisher: Upstream) {
        self.publisher = publisher
    }

    /// Gives the values one by one. The subscription ends when the iterator is released.
    public struct Iterator: AsyncIteratorProtocol {
        var values: AsyncThrowingStream<Unchecked<Element>, any Error>.Iterator
        let subscription: AnyCancellable

        /// Returns the next value; nil at the end.
        public mutating func next() async throws -> Element? { try await values.next()?.value }
    }

    /// Subscribes to the publisher.
    public func makeAsyncIterator() -> Iterator {
        let (stream, continuation) = AsyncThrowingStream.makeStream(of: Unchecked<Element>.self)
        let subscription = publisher.sink { end in
            switch end {
            case .finished: continuation.finish()
            case .failure(let error): continuation.finish(throwing: error)
            }
        } receiveValue: {
            continuation.yield(Unchecked(value: $0))
        }
        return Iterator(values: stream.makeAsyncIterator(), subscription: subscription)
    }
}
