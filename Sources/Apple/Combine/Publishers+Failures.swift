extension Publishers {
    /// The values of another publisher, whose error a closure converts.
    public struct MapError<Upstream: Publisher, Failure: Error>: PublisherOfUpstream {
        /// The publisher of the values.
        public let upstream: Upstream
        /// Converts an error.
        public let transform: (Upstream.Failure) -> Failure

        /// Gives the values to `receiver`, and the converted error at the end.
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

    /// The results of a closure for each value, until it throws.
    public struct TryMap<Upstream: Publisher, Output>: PublisherOfUpstream {
        /// Any error: the closure's or the upstream's.
        public typealias Failure = any Error

        /// The publisher of the values.
        public let upstream: Upstream
        /// Converts a value, or throws.
        public let transform: (Upstream.Output) throws -> Output

        /// Gives the closure's results to `receiver`; the first error ends the upstream's subscription.
        public func attach(_ receiver: Receiver<Output, any Error>) -> AnyCancellable {
            let subscription = LateCancellable()
            subscription.set(
                upstream.attach(
                    Receiver { [transform] input in
                        guard !subscription.isCancelled else { return }
                        do { receiver.receive(try transform(input)) } catch {
                            // Cancel first, because the subscriber may send again when it gets the error.
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

    /// The values of another publisher, with a value in place of its error.
    public struct ReplaceError<Upstream: Publisher>: PublisherOfUpstream {
        /// There are no errors left.
        public typealias Failure = Never

        /// The publisher of the values.
        public let upstream: Upstream
        /// The value that replaces an error.
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

    /// The values of another publisher, and after its error those of a second publisher.
    public struct Catch<Upstream: Publisher, NewPublisher: Publisher>: PublisherOfUpstream
    where NewPublisher.Output == Upstream.Output {
        /// The values of both publishers, which have the same type.
        public typealias Output = Upstream.Output
        /// The errors of the second publisher.
        public typealias Failure = NewPublisher.Failure

        /// The publisher of the first values.
        public let upstream: Upstream
        /// Creates the second publisher for an error.
        public let handler: (Upstream.Failure) -> NewPublisher

        /// Gives the values to `receiver`; after an error, those of the second publisher.
        public func attach(_ receiver: Receiver<Output, Failure>) -> AnyCancellable {
            // Two separate objects, because the upstream may fail before its subscription is known.
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
