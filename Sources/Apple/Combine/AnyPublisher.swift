/// A publisher without the type of what its values come from.
public struct AnyPublisher<Output, Failure: Error>: Publisher {
    public let keeper: SubscriptionKeeper?
    private let attach: (Receiver<Output, Failure>) -> AnyCancellable

    public init<Upstream: Publisher>(_ publisher: Upstream)
    where Upstream.Output == Output, Upstream.Failure == Failure {
        keeper = publisher.keeper
        attach = { publisher.attach($0) }
    }

    public func attach(_ receiver: Receiver<Output, Failure>) -> AnyCancellable { attach(receiver) }
}
