/// A publisher that changes what another one gives, and whose subscriptions are kept as those of the other one are. Not
/// part of the original.
public protocol PublisherOfUpstream<Upstream>: Publisher {
    /// The publisher that the values come from.
    associatedtype Upstream: Publisher
    /// The values of ``upstream``, unless the publisher says otherwise.
    associatedtype Output = Upstream.Output
    /// The errors of ``upstream``, unless the publisher says otherwise.
    associatedtype Failure = Upstream.Failure

    /// Where the values come from.
    var upstream: Upstream { get }
}

extension PublisherOfUpstream {
    /// That of ``upstream``.
    public var keeper: SubscriptionKeeper? { upstream.keeper }
}

/// The publishers that change what others give.
public enum Publishers {
    /// What a closure makes of values.
    public struct Map<Upstream: Publisher, Output>: PublisherOfUpstream {
        /// Where the values come from.
        public let upstream: Upstream
        /// Makes a value of another.
        public let transform: (Upstream.Output) -> Output

        /// Gives `receiver` what the closure makes of each value.
        public func attach(_ receiver: Receiver<Output, Failure>) -> AnyCancellable {
            upstream.attach(receiver.behind { [transform] in receiver.receive(transform($0)) })
        }
    }

    /// What a closure makes of values, as far as that is not nil.
    public struct CompactMap<Upstream: Publisher, Output>: PublisherOfUpstream {
        /// Where the values come from.
        public let upstream: Upstream
        /// Makes a value of another; nil leaves it out.
        public let transform: (Upstream.Output) -> Output?

        /// Gives `receiver` what the closure makes of each value, unless that is nil.
        public func attach(_ receiver: Receiver<Output, Failure>) -> AnyCancellable {
            upstream.attach(
                receiver.behind { [transform] input in
                    if let output = transform(input) { receiver.receive(output) }
                })
        }
    }

    /// The values that a closure lets through.
    public struct Filter<Upstream: Publisher>: PublisherOfUpstream {
        /// Where the values come from.
        public let upstream: Upstream
        /// Whether a value is let through.
        public let isIncluded: (Output) -> Bool

        /// Gives `receiver` the values that are let through.
        public func attach(_ receiver: Receiver<Output, Failure>) -> AnyCancellable {
            upstream.attach(
                receiver.behind { [isIncluded] input in
                    if isIncluded(input) { receiver.receive(input) }
                })
        }
    }

    /// The values that are not the same as those before them.
    public struct RemoveDuplicates<Upstream: Publisher>: PublisherOfUpstream {
        /// Where the values come from.
        public let upstream: Upstream
        /// Whether a value is the same as the one that was given before it.
        public let predicate: (Output, Output) -> Bool

        /// Gives `receiver` the first value, and then those that differ from the one given before.
        public func attach(_ receiver: Receiver<Output, Failure>) -> AnyCancellable {
            // Values come one after the other, so that nothing else looks at it meanwhile.
            var last: Output?
            return upstream.attach(
                receiver.behind { [predicate] input in
                    if let last, predicate(last, input) { return }
                    last = input
                    receiver.receive(input)
                })
        }
    }

    /// The first value and the end.
    public struct First<Upstream: Publisher>: PublisherOfUpstream {
        /// Where the values come from.
        public let upstream: Upstream

        /// Gives `receiver` one value and the end, and cancels the upstream's subscription with it.
        public func attach(_ receiver: Receiver<Output, Failure>) -> AnyCancellable {
            let subscription = LateCancellable()
            // Values and the end come one after the other, but the subscriber may send again while it has the first.
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

    /// The same values, received on a scheduler.
    public struct ReceiveOn<Upstream: Publisher, Context: Scheduler>: PublisherOfUpstream {
        /// Where the values come from.
        public let upstream: Upstream
        /// What values and the end are received on.
        public let scheduler: Context

        /// Gives each value and the end to `receiver` on the scheduler.
        public func attach(_ receiver: Receiver<Output, Failure>) -> AnyCancellable {
            upstream.attach(
                Receiver { [scheduler] input in
                    scheduler.schedule { receiver.receive(input) }
                } completion: { [scheduler] end in
                    scheduler.schedule { receiver.receive(completion: end) }
                })
        }
    }

    /// The same values of an upstream that is subscribed to on a scheduler.
    public struct SubscribeOn<Upstream: Publisher, Context: Scheduler>: PublisherOfUpstream {
        /// Where the values come from.
        public let upstream: Upstream
        /// What subscribing happens on.
        public let scheduler: Context

        /// Attaches `receiver` to the upstream on the scheduler, unless it was cancelled before that.
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
    /// What receives from an upstream for this one, and passes its end on.
    fileprivate func behind<Other>(_ value: @escaping (Other) -> Void) -> Receiver<Other, Failure> {
        Receiver<Other, Failure>(value: value) { self.receive(completion: $0) }
    }
}
