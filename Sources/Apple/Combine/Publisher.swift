@_exported import Foundation

/// A source of values over time.
///
/// Subscribers cannot limit the number of values, unlike in Apple's Combine. Programs compose the publishers of this
/// module instead of writing their own.
public protocol Publisher<Output, Failure> {
    /// The type of the values.
    associatedtype Output
    /// The type of the error that may end the values; `Never` if there are no errors.
    associatedtype Failure: Error

    /// Passes values to `receiver` until the returned object is cancelled.
    ///
    /// Not part of Apple's API. Programs call `sink` or `assign`.
    func attach(_ receiver: Receiver<Output, Failure>) -> AnyCancellable

    /// The object that keeps subscriptions to which the program has no reference; nil for most publishers.
    ///
    /// Not part of Apple's API.
    var keeper: SubscriptionKeeper? { get }
}

extension Publisher {
    /// Nil, because a subscription ends when its last reference is released.
    public var keeper: SubscriptionKeeper? { nil }
}

extension Publisher {
    /// Calls the closures with the values and the end, until the returned object is cancelled.
    public func sink(
        receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void,
        receiveValue: @escaping (Output) -> Void
    ) -> AnyCancellable {
        let receiver = Receiver(value: receiveValue, completion: receiveCompletion)
        let upstream = attach(receiver)
        let subscription = AnyCancellable {
            receiver.stop()
            upstream.cancel()
        }
        keeper?.keep(subscription)
        return subscription
    }

    /// Returns a publisher of the same values whose type hides this publisher's.
    public func eraseToAnyPublisher() -> AnyPublisher<Output, Failure> { AnyPublisher(self) }
}

extension Publisher where Failure == Never {
    /// Calls the closure with each value, until the returned object is cancelled.
    public func sink(receiveValue: @escaping (Output) -> Void) -> AnyCancellable {
        sink(receiveCompletion: { _ in }, receiveValue: receiveValue)
    }

    /// Sets a property of an object, which is retained, to each value until the returned object is cancelled.
    public func assign<Root>(
        to keyPath: ReferenceWritableKeyPath<Root, Output>, on object: Root
    ) -> AnyCancellable {
        sink { object[keyPath: keyPath] = $0 }
    }

    /// Assigns each value to a published property, as long as the property exists.
    public func assign(to published: inout Published<Output>.Publisher) {
        let storage = published.storage
        let upstream = sink { [weak storage] in storage?.publish($0) }
        storage.keep(upstream)
    }
}

extension Publisher {
    /// Returns a publisher of the closure's results for the values.
    public func map<Result>(_ transform: @escaping (Output) -> Result) -> Publishers.Map<Self, Result> {
        Publishers.Map(upstream: self, transform: transform)
    }

    /// Returns a publisher of a property of each value.
    public func map<Result>(_ keyPath: KeyPath<Output, Result>) -> Publishers.Map<Self, Result> {
        Publishers.Map(upstream: self) { $0[keyPath: keyPath] }
    }

    /// Returns a publisher of the closure's results for the values, except nil results.
    public func compactMap<Result>(_ transform: @escaping (Output) -> Result?) -> Publishers.CompactMap<Self, Result> {
        Publishers.CompactMap(upstream: self, transform: transform)
    }

    /// Returns a publisher of the values for which the closure returns true.
    public func filter(_ isIncluded: @escaping (Output) -> Bool) -> Publishers.Filter<Self> {
        Publishers.Filter(upstream: self, isIncluded: isIncluded)
    }

    /// Returns a publisher that omits values that the closure considers equal to the previous one.
    public func removeDuplicates(
        by predicate: @escaping (Output, Output) -> Bool
    ) -> Publishers.RemoveDuplicates<Self> {
        Publishers.RemoveDuplicates(upstream: self, predicate: predicate)
    }

    /// Returns a publisher of the first value, followed by the end.
    public func first() -> Publishers.First<Self> { Publishers.First(upstream: self) }

    /// Returns a publisher of the same values, received on a scheduler.
    public func receive<Context: Scheduler>(
        on scheduler: Context, options: Context.SchedulerOptions? = nil
    ) -> Publishers.ReceiveOn<Self, Context> {
        Publishers.ReceiveOn(upstream: self, scheduler: scheduler)
    }

    /// Returns a publisher of the same values; the subscription happens on a scheduler.
    public func subscribe<Context: Scheduler>(
        on scheduler: Context, options: Context.SchedulerOptions? = nil
    ) -> Publishers.SubscribeOn<Self, Context> {
        Publishers.SubscribeOn(upstream: self, scheduler: scheduler)
    }
}

extension Publisher where Output: Equatable {
    /// Returns a publisher that omits values equal to the previous one.
    public func removeDuplicates() -> Publishers.RemoveDuplicates<Self> { removeDuplicates(by: ==) }
}

extension Publisher {
    /// Returns a publisher of the same values, with any error converted by the closure.
    public func mapError<E: Error>(_ transform: @escaping (Failure) -> E) -> Publishers.MapError<Self, E> {
        Publishers.MapError(upstream: self, transform: transform)
    }

    /// Returns a publisher of the closure's results for the values; an error that it throws ends them.
    public func tryMap<T>(_ transform: @escaping (Output) throws -> T) -> Publishers.TryMap<Self, T> {
        Publishers.TryMap(upstream: self, transform: transform)
    }

    /// Returns a publisher of the same values; an error is replaced by `output`, followed by the end.
    public func replaceError(with output: Output) -> Publishers.ReplaceError<Self> {
        Publishers.ReplaceError(upstream: self, output: output)
    }

    /// Returns a publisher of the same values; after an error, the values of the publisher that the closure returns for
    /// it.
    public func `catch`<P: Publisher>(_ handler: @escaping (Failure) -> P) -> Publishers.Catch<Self, P>
    where P.Output == Output {
        Publishers.Catch(upstream: self, handler: handler)
    }

    /// The values for `for try await`, which throws the final error; values that arrive faster are buffered.
    public var values: AsyncThrowingPublisher<Self> { AsyncThrowingPublisher(self) }
}

extension Publisher where Failure == Never {
    /// The values for `for await`; values that arrive faster are buffered.
    public var values: AsyncPublisher<Self> { AsyncPublisher(self) }
}

/// A publisher that hides the type of another publisher.
public struct AnyPublisher<Output, Failure: Error>: Publisher {
    /// The keeper of the wrapped publisher; nil if it has none.
    public let keeper: SubscriptionKeeper?
    private let attach: (Receiver<Output, Failure>) -> AnyCancellable

    /// Creates a publisher of the values of `publisher`.
    public init<Upstream: Publisher>(_ publisher: Upstream)
    where Upstream.Output == Output, Upstream.Failure == Failure {
        self.init(publisher, keeper: publisher.keeper)
    }

    init<Upstream: Publisher>(_ publisher: Upstream, keeper: SubscriptionKeeper?)
    where Upstream.Output == Output, Upstream.Failure == Failure {
        self.keeper = keeper
        attach = { publisher.attach($0) }
    }

    /// Attaches `receiver` to the wrapped publisher.
    public func attach(_ receiver: Receiver<Output, Failure>) -> AnyCancellable { attach(receiver) }
}
