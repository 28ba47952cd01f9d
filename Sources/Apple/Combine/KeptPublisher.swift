extension Publisher {
    /// The same values; subscriptions go on until `keeper` ends, even where nobody keeps them.
    package func kept(by keeper: SubscriptionKeeper) -> AnyPublisher<Output, Failure> {
        AnyPublisher(KeptPublisher(upstream: self, keeper: keeper))
    }
}

/// The same values with a keeper for subscriptions.
private struct KeptPublisher<Upstream: Publisher>: Publisher {
    typealias Output = Upstream.Output
    typealias Failure = Upstream.Failure

    let upstream: Upstream
    let keeper: SubscriptionKeeper?

    func attach(_ receiver: Receiver<Output, Failure>) -> AnyCancellable { upstream.attach(receiver) }
}
