import Synchronization

/// An activity that can be cancelled.
public protocol Cancellable {
    /// Cancels the activity; further calls do nothing.
    func cancel()
}

extension Cancellable {
    /// Keeps this object in a set, so that the activity continues until it is removed from the set or the set is
    /// released.
    public func store(in set: inout Set<AnyCancellable>) {
        AnyCancellable(self).store(in: &set)
    }

    /// Keeps this object in a collection, so that the activity continues until it is removed or the collection is
    /// released.
    public func store<Cancellables: RangeReplaceableCollection>(in collection: inout Cancellables)
    where Cancellables.Element == AnyCancellable {
        AnyCancellable(self).store(in: &collection)
    }
}

/// A subscription that is cancelled when the last reference to this object is released.
public final class AnyCancellable: Cancellable, Hashable {
    /// Nil after cancellation. The closure is called once, by the first call that cancels.
    private let action: Mutex<Unchecked<(() -> Void)?>>

    /// Creates an object that calls `cancel` when it is cancelled.
    public init(_ cancel: @escaping () -> Void) {
        action = Mutex(Unchecked(value: cancel))
    }

    /// Creates an object that keeps `canceller`, and cancels it when it is itself cancelled.
    public convenience init<Other: Cancellable>(_ canceller: Other) {
        self.init { canceller.cancel() }
    }

    deinit {
        cancel()
    }

    /// Calls the closure, but only the first time.
    public func cancel() {
        // Call the closure after the lock is released, because it may do anything.
        let cancel = action.withLock { action in
            let last = action
            action.value = nil
            return last
        }
        cancel.value?()
    }

    /// Releases the subscription without ending it: it continues as long as its publisher keeps it.
    func letGo() {
        let cancel = action.withLock { action in
            let last = action
            action.value = nil
            return last
        }
        withExtendedLifetime(cancel) {}
    }

    /// Keeps this object in a set, so that the subscription continues until it is removed from the set or the set is
    /// released.
    public func store(in set: inout Set<AnyCancellable>) {
        set.insert(self)
    }

    /// Keeps this object in a collection, so that the subscription continues until it is removed or the collection is
    /// released.
    public func store<Cancellables: RangeReplaceableCollection>(in collection: inout Cancellables)
    where Cancellables.Element == AnyCancellable {
        collection.append(self)
    }

    /// Whether both are the same object.
    public static func == (left: AnyCancellable, right: AnyCancellable) -> Bool { left === right }

    /// Hashes the object's identity.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }
}

/// A subscription that may be cancelled before it begins.
final class LateCancellable: Cancellable, Sendable {
    private struct State {
        var upstream: Unchecked<AnyCancellable>?
        var isCancelled = false
    }

    private let state = Mutex(State())

    var isCancelled: Bool { state.withLock { $0.isCancelled } }

    /// Keeps the subscription, or cancels it if this object has been cancelled.
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

/// Passes a value to another thread. As in Apple's Combine, the subscriber chooses the scheduler for its closures and
/// must make sure that they may run there.
struct Unchecked<Value>: @unchecked Sendable {
    var value: Value
}
