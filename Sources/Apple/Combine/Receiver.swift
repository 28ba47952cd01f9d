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
