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
