/// A stand-in for the values of a publisher without errors as a sequence.
public struct AsyncPublisher<Upstream: Publisher>: AsyncSequence where Upstream.Failure == Never {
    /// What the publisher gives.
    public typealias Element = Upstream.Output

    private let publisher: Upstream

    /// The values of a publisher, which is subscribed to by each loop.
    public init(_ publisher: Upstream) {
        self.publisher = publisher
    }

    /// Gives the values one after the other, and ends the subscription with itself.
    public struct Iterator: AsyncIteratorProtocol {
        var values: AsyncStream<Unchecked<Element>>.Iterator
        let subscription: AnyCancellable

        /// The next value; nil at the end.
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

/// A stand-in for a publisher's values as a sequence that throws the error that ends them.
public struct AsyncThrowingPublisher<Upstream: Publisher>: AsyncSequence {
    /// What the publisher gives.
    public typealias Element = Upstream.Output

    private let publisher: Upstream

    /// The values of a publisher, which is subscribed to by each loop.
    public init(_ publisher: Upstream) {
        self.publisher = publisher
    }

    /// Gives the values one after the other, and ends the subscription with itself.
    public struct Iterator: AsyncIteratorProtocol {
        var values: AsyncThrowingStream<Unchecked<Element>, any Error>.Iterator
        let subscription: AnyCancellable

        /// The next value; nil at the end.
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
