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
