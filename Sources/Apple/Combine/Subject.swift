import Foundation

/// A publisher whose values are sent by the program.
public protocol Subject<Output, Failure>: AnyObject, Publisher {
    /// Sends a value to all subscribers.
    func send(_ value: Output)
    /// Tells all subscribers that there are no more values.
    func send(completion: Subscribers.Completion<Failure>)
}

extension Subject where Output == Void {
    /// Sends an empty value to all subscribers.
    public func send() {
        send(())
    }
}

/// Passes each value to the subscribers that exist when it is sent. The subject may be used by several threads.
public final class PassthroughSubject<Output, Failure: Error>: Subject, @unchecked Sendable {
    private let receivers = ReceiverList<Output, Failure>()

    /// Creates a subject without subscribers.
    public init() {}

    /// Sends a value to the current subscribers; does nothing after the end.
    public func send(_ value: Output) {
        for receiver in receivers.current { receiver.receive(value) }
    }

    /// Passes the end to all subscribers; only the first end counts.
    public func send(completion: Subscribers.Completion<Failure>) {
        for receiver in receivers.finish(completion) { receiver.receive(completion: completion) }
    }

    /// Passes all values sent from now on to `receiver`; after the end, only the end.
    public func attach(_ receiver: Receiver<Output, Failure>) -> AnyCancellable {
        if let end = receivers.add(receiver) { receiver.receive(completion: end) }
        return AnyCancellable { [weak receivers] in receivers?.remove(receiver) }
    }
}

/// Passes its current value, and then all later ones, to its subscribers. The subject may be used by several threads;
/// the last value that a subscriber receives is always the one that was sent last.
public final class CurrentValueSubject<Output, Failure: Error>: Subject, @unchecked Sendable {
    private let receivers = ReceiverList<Output, Failure>()
    private let lock = NSLock()
    private var current: Output
    /// The number of values so far.
    private var version: UInt64 = 0
    private var isFinished = false

    /// Creates a subject with its first value.
    public init(_ value: Output) {
        current = value
    }

    /// The value that was sent last; setting it sends it.
    public var value: Output {
        get { lock.withLock { current } }
        set { send(newValue) }
    }

    /// Sets the value and sends it to all subscribers; does nothing after the end.
    public func send(_ value: Output) {
        lock.lock()
        guard !isFinished else {
            lock.unlock()
            return
        }
        // Release the old value outside the lock, because its deinitializer may need the lock.
        let old = current
        current = value
        version += 1
        let sent = version
        lock.unlock()
        withExtendedLifetime(old) {}
        for receiver in receivers.current { receiver.receive(value, version: sent) }
    }

    /// Passes the end to all subscribers; only the first end counts.
    public func send(completion: Subscribers.Completion<Failure>) {
        lock.withLock { isFinished = true }
        for receiver in receivers.finish(completion) { receiver.receive(completion: completion) }
    }

    /// Passes the current value, and then all later ones, to `receiver`; after the end, only the end.
    public func attach(_ receiver: Receiver<Output, Failure>) -> AnyCancellable {
        // Values that are sent meanwhile come after the current value.
        receiver.start {
            if let end = receivers.add(receiver) {
                receiver.receive(completion: end)
            } else {
                let (value, sent) = lock.withLock { (self.current, self.version) }
                receiver.receive(value, version: sent)
            }
        }
        return AnyCancellable { [weak receivers] in receivers?.remove(receiver) }
    }
}
