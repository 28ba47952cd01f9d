/// A publisher without the type of what its values come from.
public struct AnyPublisher<Output, Failure: Error>: Publisher {
    private let attach: (Receiver<Output, Failure>) -> AnyCancellable

    public init<Upstream: Publisher>(_ publisher: Upstream)
    where Upstream.Output == Output, Upstream.Failure == Failure {
        attach = { publisher.attach($0) }
    }

    public func attach(_ receiver: Receiver<Output, Failure>) -> AnyCancellable { attach(receiver) }
}
