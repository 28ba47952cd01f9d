@_exported import Foundation

/// A stand-in for what gives values over time.
///
/// Unlike the original's, publishers give as many values as there are, and programs make theirs of those of this
/// module.
public protocol Publisher<Output, Failure> {
    /// What the values are.
    associatedtype Output
    /// What errors the values may end with; `Never` where there are none.
    associatedtype Failure: Error

    /// Gives values to `receiver` until what is returned is cancelled.
    ///
    /// Not part of the original. Programs call `sink` or `assign`.
    func attach(_ receiver: Receiver<Output, Failure>) -> AnyCancellable

    /// What keeps subscriptions that nobody else keeps; nil for most publishers.
    ///
    /// Not part of the original.
    var keeper: SubscriptionKeeper? { get }
}

extension Publisher {
    /// Nil: a subscription ends with the last one who keeps it.
    public var keeper: SubscriptionKeeper? { nil }
}

extension Publisher {
    /// Calls the closures with what there is, until what is returned is cancelled.
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

    /// The same values without the type of what they come from.
    public func eraseToAnyPublisher() -> AnyPublisher<Output, Failure> { AnyPublisher(self) }
}

extension Publisher where Failure == Never {
    /// Calls the closure with each value, until what is returned is cancelled.
    public func sink(receiveValue: @escaping (Output) -> Void) -> AnyCancellable {
        sink(receiveCompletion: { _ in }, receiveValue: receiveValue)
    }

    /// Sets a property of an object, which is kept, to each value, until what is returned is cancelled.
    public func assign<Root>(
        to keyPath: ReferenceWritableKeyPath<Root, Output>, on object: Root
    ) -> AnyCancellable {
        sink { object[keyPath: keyPath] = $0 }
    }

    /// Publishes each value by a property too, for as long as there is that property.
    public func assign(to published: inout Published<Output>.Publisher) {
        let storage = published.storage
        let upstream = sink { [weak storage] in storage?.publish($0) }
        storage.keep(upstream)
    }
}

extension Publisher {
    /// What the closure makes of each value.
    public func map<Result>(_ transform: @escaping (Output) -> Result) -> Publishers.Map<Self, Result> {
        Publishers.Map(upstream: self, transform: transform)
    }

    /// A property of each value.
    public func map<Result>(_ keyPath: KeyPath<Output, Result>) -> Publishers.Map<Self, Result> {
        Publishers.Map(upstream: self) { $0[keyPath: keyPath] }
    }

    /// What the closure makes of each value, as far as that is not nil.
    public func compactMap<Result>(_ transform: @escaping (Output) -> Result?) -> Publishers.CompactMap<Self, Result> {
        Publishers.CompactMap(upstream: self, transform: transform)
    }

    /// The values that the closure lets through.
    public func filter(_ isIncluded: @escaping (Output) -> Bool) -> Publishers.Filter<Self> {
        Publishers.Filter(upstream: self, isIncluded: isIncluded)
    }

    /// The values that the closure does not find to be the same as those before them.
    public func removeDuplicates(
        by predicate: @escaping (Output, Output) -> Bool
    ) -> Publishers.RemoveDuplicates<Self> {
        Publishers.RemoveDuplicates(upstream: self, predicate: predicate)
    }

    /// The first value and the end.
    public func first() -> Publishers.First<Self> { Publishers.First(upstream: self) }

    /// The same values, received on a scheduler.
    public func receive<Context: Scheduler>(
        on scheduler: Context, options: Context.SchedulerOptions? = nil
    ) -> Publishers.ReceiveOn<Self, Context> {
        Publishers.ReceiveOn(upstream: self, scheduler: scheduler)
    }

    /// The same values; subscribing happens on a scheduler.
    public func subscribe<Context: Scheduler>(
        on scheduler: Context, options: Context.SchedulerOptions? = nil
    ) -> Publishers.SubscribeOn<Self, Context> {
        Publishers.SubscribeOn(upstream: self, scheduler: scheduler)
    }
}

extension Publisher where Output: Equatable {
    /// The values that do not equal those before them.
    public func removeDuplicates() -> Publishers.RemoveDuplicates<Self> { removeDuplicates(by: ==) }
}

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

/// A publisher without the type of what its values come from.
public struct AnyPublisher<Output, Failure: Error>: Publisher {
    /// The keeper of the publisher it was made of; nil where that has none.
    public let keeper: SubscriptionKeeper?
    private let attach: (Receiver<Output, Failure>) -> AnyCancellable

    /// The same values as those of `publisher`.
    public init<Upstream: Publisher>(_ publisher: Upstream)
    where Upstream.Output == Output, Upstream.Failure == Failure {
        self.init(publisher, keeper: publisher.keeper)
    }

    init<Upstream: Publisher>(_ publisher: Upstream, keeper: SubscriptionKeeper?)
    where Upstream.Output == Output, Upstream.Failure == Failure {
        self.keeper = keeper
        attach = { publisher.attach($0) }
    }

    /// Attaches `receiver` to the publisher it was made of.
    public func attach(_ receiver: Receiver<Output, Failure>) -> AnyCancellable { attach(receiver) }
}
