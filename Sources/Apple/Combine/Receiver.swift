import Foundation
import Synchronization

/// What a subscriber does with values and the end of them.
///
/// Not part of the original, whose subscribers also say how many values they want. Here all want as many as there are.
public final class Receiver<Input, Failure: Error>: @unchecked Sendable {
    private let value: (Input) -> Void
    private let completion: (Subscribers.Completion<Failure>) -> Void
    /// One value after the other, whatever threads they come from. Recursive, as a closure may send again.
    private let lock = NSRecursiveLock()
    private var isFinished = false
    private var lastVersion: UInt64 = 0
    private let isStopped = Atomic(false)

    init(value: @escaping (Input) -> Void, completion: @escaping (Subscribers.Completion<Failure>) -> Void) {
        self.value = value
        self.completion = completion
    }

    private var isOpen: Bool { !isFinished && !isStopped.load(ordering: .acquiring) }

    /// Hands a value over unless everything is over.
    func receive(_ input: Input) {
        lock.withLock {
            if isOpen { value(input) }
        }
    }

    /// Hands the newest of several values over; older ones that come later are left out.
    func receive(_ input: Input, version: UInt64) {
        lock.withLock {
            guard isOpen, version >= lastVersion else { return }
            lastVersion = version
            value(input)
        }
    }

    /// Says that there are no more values.
    func receive(completion end: Subscribers.Completion<Failure>) {
        lock.withLock {
            guard isOpen else { return }
            isFinished = true
            completion(end)
        }
    }

    /// Hands over what `first` gives before anything else.
    func start(_ first: () -> Void) {
        lock.withLock(first)
    }

    /// Nothing is handed over from now on, except what another thread is handing over now.
    func stop() {
        // Without the lock: who waits for that other thread would wait for ever.
        isStopped.store(true, ordering: .releasing)
    }
}

/// What belongs to subscribers.
public enum Subscribers {
    /// How values end.
    public enum Completion<Failure: Error> {
        /// There are no more values, and all is well.
        case finished
        /// An error is the end.
        case failure(Failure)
    }
}

extension Subscribers.Completion: Sendable where Failure: Sendable {}
extension Subscribers.Completion: Equatable where Failure: Equatable {}
extension Subscribers.Completion: Hashable where Failure: Hashable {}

/// Those who are subscribed to something, in the order in which they came.
final class ReceiverList<Output, Failure: Error>: Sendable {
    private struct State {
        var receivers: [Receiver<Output, Failure>] = []
        var end: Unchecked<Subscribers.Completion<Failure>>?
    }

    private let state = Mutex(State())

    var current: [Receiver<Output, Failure>] { state.withLock { $0.receivers } }

    /// Adds one, or returns how everything ended.
    func add(_ receiver: Receiver<Output, Failure>) -> Subscribers.Completion<Failure>? {
        state.withLock { state in
            if state.end == nil { state.receivers.append(receiver) }
            return state.end
        }?.value
    }

    func remove(_ receiver: Receiver<Output, Failure>) {
        state.withLock { $0.receivers.removeAll { $0 === receiver } }
    }

    /// Ends everything; those who are to be told.
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
