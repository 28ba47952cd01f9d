extension Publisher {
    /// The same values, with the errors that the closure makes of others.
    public func mapError<E: Error>(_ transform: @escaping (Failure) -> E) -> Publishers.MapError<Self, E> {
        Publishers.MapError(upstream: self, transform: transform)
    }

    /// What the closure makes of each value; an error that it throws is the end.
    public func tryMap<T>(_ transform: @escaping (Output) throws -> T) -> Publishers.TryMap<Self, T> {
        Publishers.TryMap(upstream: self, transform: transform)
    }

    /// The same values; in the place of an error there is another value and the end.
    public func replaceError(with output: Output) -> Publishers.ReplaceError<Self> {
        Publishers.ReplaceError(upstream: self, output: output)
    }

    /// The same values; in the place of an error there are those of the publisher that the closure makes of it.
    public func `catch`<P: Publisher>(_ handler: @escaping (Failure) -> P) -> Publishers.Catch<Self, P>
    where P.Output == Output {
        Publishers.Catch(upstream: self, handler: handler)
    }

    /// The values for `for try await`, which throws the error that ends them; those that come faster are kept.
    public var values: AsyncThrowingPublisher<Self> { AsyncThrowingPublisher(self) }
}

extension Publisher where Failure == Never {
    /// The values for `for await`; those that come faster are kept.
    public var values: AsyncPublisher<Self> { AsyncPublisher(self) }
}
