import Foundation

/// A publisher whose values a program sends.
public protocol Subject<Output, Failure>: AnyObject, Publisher {
    /// Gives a value to all subscribers.
    func send(_ value: Output)
    /// Tells all subscribers that there are no more values.
    func send(completion: Subscribers.Completion<Failure>)
}

extension Subject where Output == Void {
    /// Tells all subscribers that something happened.
    public func send() {
        send(())
    }
}

/// Gives what is sent to those that are subscribed then. It may be used by several threads.
public final class PassthroughSubject<Output, Failure: Error>: Subject, @unchecked Sendable {
    private let receivers = ReceiverList<Output, Failure>()

    /// A subject without subscribers.
    public init() {}

    /// Gives a value to those that are subscribed now; does nothing after the end.
    public func send(_ value: Output) {
        for receiver in receivers.current { receiver.receive(value) }
    }

    /// Tells all subscribers of the end; only the first one counts.
    public func send(completion: Subscribers.Completion<Failure>) {
        for receiver in receivers.finish(completion) { receiver.receive(completion: completion) }
    }

    /// Gives `receiver` what is sent from now on; after the end, only the end.
    public func attach(_ receiver: Receiver<Output, Failure>) -> AnyCancellable {
        if let end = receivers.add(receiver) { receiver.receive(completion: end) }
        return AnyCancellable { [weak receivers] in receivers?.remove(receiver) }
    }
}

/// Gives its value, and then what is sent, to those that are subscribed. It may be used by several threads; the value
/// that is handed over last is the one that was sent last.
public final class CurrentValueSubject<Output, Failure: Error>: Subject, @unchecked Sendable {
    private let receivers = ReceiverList<Output, Failure>()
    private let lock = NSLock()
    private var current: Output
    /// How many values there have been.
    private var version: UInt64 = 0
    private var isFinished = false

    /// A subject with its first value.
    public init(_ value: Output) {
        current = value
    }

    /// What was sent last; setting it sends it.
    public var value: Output {
        get { lock.withLock { current } }
        set { send(newValue) }
    }

    /// Sets the value and gives it to all subscribers; does nothing after the end.
    public func send(_ value: Output) {
        lock.lock()
        guard !isFinished else {
            lock.unlock()
            return
        }
        // What the old value does as it ends may need the lock.
        let old = current
        current = value
        version += 1
        let sent = version
        lock.unlock()
        withExtendedLifetime(old) {}
        for receiver in receivers.current { receiver.receive(value, version: sent) }
    }

    /// Tells all subscribers of the end; only the first one counts.
    public func send(completion: Subscribers.Completion<Failure>) {
        lock.withLock { isFinished = true }
        for receiver in receivers.finish(completion) { receiver.receive(completion: completion) }
    }

    /// Gives `receiver` the value of now, and then what is sent; after the end, only the end.
    public func attach(_ receiver: Receiver<Output, Failure>) -> AnyCancellable {
        // What is sent meanwhile comes behind the value of now.
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
