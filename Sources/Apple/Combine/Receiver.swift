import Foundation
import Synchronization

/// A subscriber's handling of values and their end.
///
/// Not part of Apple's API, whose subscribers also request a number of values. Here every subscriber gets all values.
public final class Receiver<Input, Failure: Error>: @unchecked Sendable {
    private let value: (Input) -> Void
    private let completion: (Subscribers.Completion<Failure>) -> Void
    /// Serialises values from all threads. The lock is recursive, because a closure may send again.
    private let lock = NSRecursiveLock()
    private var isFinished = false
    private var lastVersion: UInt64 = 0
    private let isStopped = Atomic(false)

    init(value: @escaping (Input) -> Void, completion: @escaping (Subscribers.Completion<Failure>) -> Void) {
        self.value = value
        self.completion = completion
    }

    private var isOpen: Bool { !isFinished && !isStopped.load(ordering: .acquiring) }

    /// Passes a value on, unless the subscription is over.
    func receive(_ input: Input) {
        lock.withLock {
            if isOpen { value(input) }
        }
    }

    /// Passes the newest of several values on; older values that arrive later are dropped.
    func receive(_ input: Input, version: UInt64) {
        lock.withLock {
            guard isOpen, version >= lastVersion else { return }
            lastVersion = version
            value(input)
        }
    }

    /// Passes the end on.
    func receive(completion end: Subscribers.Completion<Failure>) {
        lock.withLock {
            guard isOpen else { return }
            isFinished = true
            completion(end)
        }
    }

    /// Passes on the values that `first` sends, before any others.
    func start(_ first: () -> Void) {
        lock.withLock(first)
    }

    /// Stops passing values on, except for one that another thread is passing on now.
    func stop() {
        // Without the lock, because if the other thread is waiting for this one, both would wait forever.
        isStopped.store(true, ordering: .releasing)
    }
}

/// A namespace for types that belong to subscribers.
public enum Subscribers {
    /// The end of a sequence of values.
    public enum Completion<Failure: Error> {
        /// There are no more values, and there was no error.
        case finished
        /// An error ended the values.
        case failure(Failure)
    }
}

extension Subscribers.Completion: Sendable where Failure: Sendable {}
extension Subscribers.Completion: Equatable where Failure: Equatable {}
extension Subscribers.Completion: Hashable where Failure: Hashable {}

/// Subscribers, in the order of their subscription.
final class ReceiverList<Output, Failure: Error>: Sendable {
    private struct State {
        var receivers: [Receiver<Output, Failure>] = []
        var end: Unchecked<Subscribers.Completion<Failure>>?
    }

    private let state = Mutex(State())

    var current: [Receiver<Output, Failure>] { state.withLock { $0.receivers } }

    /// Adds a receiver, or returns the end if it has already happened.
    func add(_ receiver: Receiver<Output, Failure>) -> Subscribers.Completion<Failure>? {
        state.withLock { state in
            if state.end == nil { state.receivers.append(receiver) }
            return state.end
        }?.value
    }

    func remove(_ receiver: Receiver<Output, Failure>) {
        state.withLock { $0.receivers.removeAll { $0 === receiver } }
    }

    /// Ends the list, and returns the receivers to notify.
    func finish(_ end: Subscribers.Completion<Failure>) -> [Receiver<Output, Failure>] {
        let end = Unchecked(value: end)
        return state.withLock { state in
            guard state.end == nil else { return [] }
            state.end = end
            let last = state.receivers
            state.receivers = []
            return last
        }
    }
}
