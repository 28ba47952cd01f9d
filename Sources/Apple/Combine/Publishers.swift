/// A publisher that changes the values of another one, and whose subscriptions are kept in the same way. Not part of
/// Apple's API.
public protocol PublisherOfUpstream<Upstream>: Publisher {
    /// The publisher that the values come from.
    associatedtype Upstream: Publisher
    /// The values of ``upstream``, unless the publisher declares others.
    associatedtype Output = Upstream.Output
    /// The errors of ``upstream``, unless the publisher declares others.
    associatedtype Failure = Upstream.Failure

    /// The publisher of the values.
    var upstream: Upstream { get }
}

extension PublisherOfUpstream {
    /// The keeper of ``upstream``.
    public var keeper: SubscriptionKeeper? { upstream.keeper }
}

/// The publishers that change the values of others.
public enum Publishers {
    /// The results of a closure for the values.
    public struct Map<Upstream: Publisher, Output>: PublisherOfUpstream {
        /// The publisher of the values.
        public let upstream: Upstream
        /// Converts a value.
        public let transform: (Upstream.Output) -> Output

        /// Passes the closure's result for each value to `receiver`.
        public func attach(_ receiver: Receiver<Output, Failure>) -> AnyCancellable {
            upstream.attach(receiver.behind { [transform] in receiver.receive(transform($0)) })
        }
    }

    /// The results of a closure for the values, except nil results.
    public struct CompactMap<Upstream: Publisher, Output>: PublisherOfUpstream {
        /// The publisher of the values.
        public let upstream: Upstream
        /// Converts a value; nil skips it.
        public let transform: (Upstream.Output) -> Output?

        /// Passes the closure's result for each value to `receiver`, unless it is nil.
        public func attach(_ receiver: Receiver<Output, Failure>) -> AnyCancellable {
            upstream.attach(
                receiver.behind { [transform] input in
                    if let output = transform(input) { receiver.receive(output) }
                })
        }
    }

    /// The values for which a closure returns true.
    public struct Filter<Upstream: Publisher>: PublisherOfUpstream {
        /// The publisher of the values.
        public let upstream: Upstream
        /// Whether to pass a value on.
        public let isIncluded: (Output) -> Bool

        /// Passes the included values to `receiver`.
        public func attach(_ receiver: Receiver<Output, Failure>) -> AnyCancellable {
            upstream.attach(
                receiver.behind { [isIncluded] input in
                    if isIncluded(input) { receiver.receive(input) }
                })
        }
    }

    /// The values, except those equal to the previous one.
    public struct RemoveDuplicates<Upstream: Publisher>: PublisherOfUpstream {
        /// The publisher of the values.
        public let upstream: Upstream
        /// Whether a value equals the last one passed on.
        public let predicate: (Output, Output) -> Bool

        /// Passes to `receiver` the first value, and then each value that differs from the last one passed on.
        public func attach(_ receiver: Receiver<Output, Failure>) -> AnyCancellable {
            // No lock is needed, because values come one at a time.
            var last: Output?
            return upstream.attach(
                receiver.behind { [predicate] input in
                    if let last, predicate(last, input) { return }
                    last = input
                    receiver.receive(input)
                })
        }
    }

    /// The first value, followed by the end.
    public struct First<Upstream: Publisher>: PublisherOfUpstream {
        /// The publisher of the values.
        public let upstream: Upstream

        /// Passes one value and the end to `receiver`, and cancels the subscription to the upstream publisher.
        public func attach(_ receiver: Receiver<Output, Failure>) -> AnyCancellable {
            let subscription = LateCancellable()
            // Values and the end come one at a time, but the subscriber may send again while it handles the first
            // value.
            var isOver = false
            subscription.set(
                upstream.attach(
                    Receiver { input in
                        guard !isOver else { return }
                        isOver = true
                        subscription.cancel()
                        receiver.receive(input)
                        receiver.receive(completion: .finished)
                    } completion: { end in
                        if !isOver { receiver.receive(completion: end) }
                    }))
            return AnyCancellable(subscription)
        }
    }

    /// The values of another publisher, received on a scheduler.
    public struct ReceiveOn<Upstream: Publisher, Context: Scheduler>: PublisherOfUpstream {
        /// The publisher of the values.
        public let upstream: Upstream
        /// The scheduler on which values and the end are received.
        public let scheduler: Context

        /// Passes each value and the end to `receiver` on the scheduler.
        public func attach(_ receiver: Receiver<Output, Failure>) -> AnyCancellable {
            upstream.attach(
                Receiver { [scheduler] input in
                    scheduler.schedule { receiver.receive(input) }
                } completion: { [scheduler] end in
                    scheduler.schedule { receiver.receive(completion: end) }
                })
        }
    }

    /// The values of another publisher, which is subscribed to on a scheduler.
    public struct SubscribeOn<Upstream: Publisher, Context: Scheduler>: PublisherOfUpstream {
        /// The publisher of the values.
        public let upstream: Upstream
        /// The scheduler on which the subscription happens.
        public let scheduler: Context

        /// Attaches `receiver` to the upstream publisher on the scheduler, unless it has been cancelled by then.
        public func attach(_ receiver: Receiver<Output, Failure>) -> AnyCancellable {
            let subscription = LateCancellable()
            scheduler.schedule { [upstream] in
                if !subscription.isCancelled { subscription.set(upstream.attach(receiver)) }
            }
            return AnyCancellable(subscription)
        }
    }
}

extension Receiver {
    /// Returns a receiver that passes an upstream publisher's values to a closure, and its end to this receiver.
    fileprivate func behind<Other>(_ value: @escaping (Other) -> Void) -> Receiver<Other, Failure> {
        Receiver<Other, Failure>(value: value) { self.receive(completion: $0) }
    }
}
