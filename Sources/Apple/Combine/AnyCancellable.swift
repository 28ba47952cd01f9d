import Synchronization

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
