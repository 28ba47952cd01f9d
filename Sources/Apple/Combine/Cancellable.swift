import Synchronization

/// What can be stopped.
public protocol Cancellable {
    /// Stops it; asked again, it does nothing.
    func cancel()
}

extension Cancellable {
    /// Keeps it in a set, so that it goes on until it is taken out or the set ends.
    public func store(in set: inout Set<AnyCancellable>) {
        AnyCancellable(self).store(in: &set)
    }

    /// Keeps it in a collection, so that it goes on until it is taken out or the collection ends.
    public func store<Cancellables: RangeReplaceableCollection>(in collection: inout Cancellables)
    where Cancellables.Element == AnyCancellable {
        AnyCancellable(self).store(in: &collection)
    }
}

/// A stand-in for what keeps a subscription: it is cancelled when nobody keeps this any more.
public final class AnyCancellable: Cancellable, Hashable {
    /// Nil once it has been cancelled. The closure is called once, by whoever cancels.
    private let action: Mutex<Unchecked<(() -> Void)?>>

    /// What `cancel` does when it is cancelled.
    public init(_ cancel: @escaping () -> Void) {
        action = Mutex(Unchecked(value: cancel))
    }

    /// Cancels `canceller` when it is cancelled, and keeps it until then.
    public convenience init<Other: Cancellable>(_ canceller: Other) {
        self.init { canceller.cancel() }
    }

    deinit {
        cancel()
    }

    /// Calls the closure, the first time only.
    public func cancel() {
        // Called when the lock is free again, as it may do anything.
        let cancel = action.withLock { action in
            let last = action
            action.value = nil
            return last
        }
        cancel.value?()
    }

    /// Gives the subscription up without ending it: it goes on for as long as what it comes from wants.
    func letGo() {
        let cancel = action.withLock { action in
            let last = action
            action.value = nil
            return last
        }
        withExtendedLifetime(cancel) {}
    }

    /// Keeps it in a set, so that it goes on until it is taken out or the set ends.
    public func store(in set: inout Set<AnyCancellable>) {
        set.insert(self)
    }

    /// Keeps it in a collection, so that it goes on until it is taken out or the collection ends.
    public func store<Cancellables: RangeReplaceableCollection>(in collection: inout Cancellables)
    where Cancellables.Element == AnyCancellable {
        collection.append(self)
    }

    /// Whether they are the same object.
    public static func == (left: AnyCancellable, right: AnyCancellable) -> Bool { left === right }

    /// Adds the object's identity.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }
}

/// A subscription that may be cancelled before it has begun.
final class LateCancellable: Cancellable, Sendable {
    private struct State {
        var upstream: Unchecked<AnyCancellable>?
        var isCancelled = false
    }

    private let state = Mutex(State())

    var isCancelled: Bool { state.withLock { $0.isCancelled } }

    /// Keeps the subscription, or cancels it where this has been cancelled.
    func set(_ upstream: AnyCancellable) {
        let upstream = Unchecked(value: upstream)
        let isCancelled = state.withLock { state in
            if !state.isCancelled { state.upstream = upstream }
            return state.isCancelled
        }
        if isCancelled { upstream.value.cancel() }
    }

    func cancel() {
        let upstream = state.withLock { state in
            state.isCancelled = true
            let last = state.upstream
            state.upstream = nil
            return last
        }
        upstream?.value.cancel()
    }
}

/// Takes a value to another thread. As with the original, whoever subscribes says where closures run, and sees to it
/// that they may run there.
struct Unchecked<Value>: @unchecked Sendable {
    var value: Value
}
