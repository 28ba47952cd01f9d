/// A publisher without the type of what its values come from.
public struct AnyPublisher<Output, Failure: Error>: Publisher {
    /// The keeper of the publisher it was made of; nil where that has none.
    public let keeper: SubscriptionKeeper?
    private let attach: (Receiver<Output, Failure>) -> AnyCancellable

    /// The same values as those of `publisher`.
    public init<Upstream: Publisher>(_ publisher: Upstream)
    where Upstream.Output == Output, Upstream.Failure == Failure {
        keeper = publisher.keeper
        attach = { publisher.attach($0) }
    }

    /// Attaches `receiver` to the publisher it was made of.
    public func attach(_ receiver: Receiver<Output, Failure>) -> AnyCancellable { attach(receiver) }
}
