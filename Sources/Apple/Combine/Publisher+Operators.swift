extension Publisher {
    /// What the closure makes of each value.
    public func map<Result>(_ transform: @escaping (Output) -> Result) -> Publishers.Map<Self, Result> {
        Publishers.Map(upstream: self, transform: transform)
    }

    /// A property of each value.
    public func map<Result>(_ keyPath: KeyPath<Output, Result>) -> Publishers.Map<Self, Result> {
        Publishers.Map(upstream: self) { $0[keyPath: keyPath] }
    }

    /// What the closure makes of each value, as far as that is not nil.
    public func compactMap<Result>(_ transform: @escaping (Output) -> Result?) -> Publishers.CompactMap<Self, Result> {
        Publishers.CompactMap(upstream: self, transform: transform)
    }

    /// The values that the closure lets through.
    public func filter(_ isIncluded: @escaping (Output) -> Bool) -> Publishers.Filter<Self> {
        Publishers.Filter(upstream: self, isIncluded: isIncluded)
    }

    /// The values that the closure does not find to be the same as those before them.
    public func removeDuplicates(
        by predicate: @escaping (Output, Output) -> Bool
    ) -> Publishers.RemoveDuplicates<Self> {
        Publishers.RemoveDuplicates(upstream: self, predicate: predicate)
    }

    /// The first value and the end.
    public func first() -> Publishers.First<Self> { Publishers.First(upstream: self) }

    /// The same values, received on a scheduler.
    public func receive<Context: Scheduler>(
        on scheduler: Context, options: Context.SchedulerOptions? = nil
    ) -> Publishers.ReceiveOn<Self, Context> {
        Publishers.ReceiveOn(upstream: self, scheduler: scheduler)
    }

    /// The same values; subscribing happens on a scheduler.
    public func subscribe<Context: Scheduler>(
        on scheduler: Context, options: Context.SchedulerOptions? = nil
    ) -> Publishers.SubscribeOn<Self, Context> {
        Publishers.SubscribeOn(upstream: self, scheduler: scheduler)
    }
}

extension Publisher where Output: Equatable {
    /// The values that do not equal those before them.
    public func removeDuplicates() -> Publishers.RemoveDuplicates<Self> { removeDuplicates(by: ==) }
}
