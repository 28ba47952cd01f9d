extension Publishers {
    /// The values of another publisher, with its error converted by a closure.
    public struct MapError<Upstream: Publisher, Failure: Error>: PublisherOfUpstream {
        /// The publisher of the values.
        public let upstream: Upstream
        /// Converts an error.
        public let transform: (Upstream.Failure) -> Failure

        /// Passes the values, and the converted error at the end, to `receiver`.
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

    /// The results of a closure for the values, until it throws.
    public struct TryMap<Upstream: Publisher, Output>: PublisherOfUpstream {
        /// Any error, from the closure or the upstream publisher.
        public typealias Failure = any Error

        /// The publisher of the values.
        public let upstream: Upstream
        /// Converts a value, or throws.
        public let transform: (Upstream.Output) throws -> Output

        /// Passes the closure's results to `receiver`; the first error ends the subscription to the upstream publisher.
        public func attach(_ receiver: Receiver<Output, any Error>) -> AnyCancellable {
            let subscription = LateCancellable()
            subscription.set(
                upstream.attach(
                    Receiver { [transform] input in
                        guard !subscription.isCancelled else { return }
                        do { receiver.receive(try transform(input)) } catch {
                            // Cancel first, because the subscriber may send again when it receives the error.
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
        /// The publisher never fails.
        public typealias Failure = Never

        /// The publisher of the values.
        public let upstream: Upstream
        /// The value that replaces an error.
        public let output: Output

        /// Passes the values to `receiver`; an error becomes ``output``, followed by the end.
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

    /// The values of another publisher and, if it fails, of a second publisher.
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

        /// Passes the values to `receiver`; after an error, the values of the second publisher.
        public func attach(_ receiver: Receiver<Output, Failure>) -> AnyCancellable {
            // Two separate objects, because the upstream publisher may fail before its subscription is known.
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
