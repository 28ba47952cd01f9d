extension Publishers {
    /// The same values, with errors that a closure makes of others.
    public struct MapError<Upstream: Publisher, Failure: Error>: Publisher {
        public typealias Output = Upstream.Output

        public let upstream: Upstream
        public var keeper: SubscriptionKeeper? { upstream.keeper }
        public let transform: (Upstream.Failure) -> Failure

        public func attach(_ receiver: Receiver<Output, Failure>) -> AnyCancellable {
            upstream.attach(
                Receiver {
                    receiver.receive($0)
                } completion: { [transform] end in
                    switch end {
                    case .finished: receiver.receive(completion: .finished)
                    case .failure(let error): receiver.receive(completion: .failure(transform(error)))
                    }
                })
        }
    }

    /// What a closure makes of values, until it throws.
    public struct TryMap<Upstream: Publisher, Output>: Publisher {
        public typealias Failure = any Error

        public let upstream: Upstream
        public var keeper: SubscriptionKeeper? { upstream.keeper }
        public let transform: (Upstream.Output) throws -> Output

        public func attach(_ receiver: Receiver<Output, any Error>) -> AnyCancellable {
            let subscription = LateCancellable()
            subscription.set(
                upstream.attach(
                    Receiver { [transform] input in
                        guard !subscription.isCancelled else { return }
                        do { receiver.receive(try transform(input)) } catch {
                            // First, as the subscriber may send again when it hears of the error.
                            subscription.cancel()
                            receiver.receive(completion: .failure(error))
                        }
                    } completion: { end in
                        switch end {
                        case .finished: receiver.receive(completion: .finished)
                        case .failure(let error): receiver.receive(completion: .failure(error))
                        }
                    }))
            return AnyCancellable(subscription)
        }
    }

    /// The same values, and another in the place of an error.
    public struct ReplaceError<Upstream: Publisher>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Never

        public let upstream: Upstream
        public var keeper: SubscriptionKeeper? { upstream.keeper }
        public let output: Output

        public func attach(_ receiver: Receiver<Output, Never>) -> AnyCancellable {
            upstream.attach(
                Receiver {
                    receiver.receive($0)
                } completion: { [output] end in
                    if case .failure = end { receiver.receive(output) }
                    receiver.receive(completion: .finished)
                })
        }
    }

    /// The same values, and those of another publisher in the place of an error.
    public struct Catch<Upstream: Publisher, NewPublisher: Publisher>: Publisher
    where NewPublisher.Output == Upstream.Output {
        public typealias Output = Upstream.Output
        public typealias Failure = NewPublisher.Failure

        public let upstream: Upstream
        public var keeper: SubscriptionKeeper? { upstream.keeper }
        public let handler: (Upstream.Failure) -> NewPublisher

        public func attach(_ receiver: Receiver<Output, Failure>) -> AnyCancellable {
            // Each has a place of its own, as the upstream may fail before its subscription is known.
            let (first, second) = (LateCancellable(), LateCancellable())
            first.set(
                upstream.attach(
                    Receiver {
                        receiver.receive($0)
                    } completion: { [handler] end in
                        switch end {
                        case .finished: receiver.receive(completion: .finished)
                        case .failure(let error):
                            if !second.isCancelled { second.set(handler(error).attach(receiver)) }
                        }
                    }))
            return AnyCancellable {
                first.cancel()
                second.cancel()
            }
        }
    }
}
