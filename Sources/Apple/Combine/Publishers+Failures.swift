extension Publishers {
    /// The same values, with errors that a closure makes of others.
    public struct MapError<Upstream: Publisher, Failure: Error>: PublisherOfUpstream {
        /// Where the values come from.
        public let upstream: Upstream
        /// Makes an error of another.
        public let transform: (Upstream.Failure) -> Failure

        /// Gives the values to `receiver`, and at the end the new error.
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
    public struct TryMap<Upstream: Publisher, Output>: PublisherOfUpstream {
        /// What the closure throws, or the upstream's own errors.
        public typealias Failure = any Error

        /// Where the values come from.
        public let upstream: Upstream
        /// Makes a value of another, or throws.
        public let transform: (Upstream.Output) throws -> Output

        /// Gives `receiver` what the closure makes; the first error ends the upstream's subscription.
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
    public struct ReplaceError<Upstream: Publisher>: PublisherOfUpstream {
        /// There are no errors any more.
        public typealias Failure = Never

        /// Where the values come from.
        public let upstream: Upstream
        /// The value that takes the place of an error.
        public let output: Output

        /// Gives the values to `receiver`; an error becomes ``output`` and the end.
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
    public struct Catch<Upstream: Publisher, NewPublisher: Publisher>: PublisherOfUpstream
    where NewPublisher.Output == Upstream.Output {
        /// The values of both publishers, which are of one type.
        public typealias Output = Upstream.Output
        /// The errors of the second publisher.
        public typealias Failure = NewPublisher.Failure

        /// Where the values come from.
        public let upstream: Upstream
        /// Makes the second publisher of an error.
        public let handler: (Upstream.Failure) -> NewPublisher

        /// Gives the values to `receiver`; after an error, those of the second publisher.
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
