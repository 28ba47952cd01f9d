/// Gives what is sent to those that are subscribed then. It may be used by several threads.
public final class PassthroughSubject<Output, Failure: Error>: Subject, @unchecked Sendable {
    private let receivers = ReceiverList<Output, Failure>()

    public init() {}

    public func send(_ value: Output) {
        for receiver in receivers.current { receiver.receive(value) }
    }

    public func send(completion: Subscribers.Completion<Failure>) {
        for receiver in receivers.finish(completion) { receiver.receive(completion: completion) }
    }

    public func attach(_ receiver: Receiver<Output, Failure>) -> AnyCancellable {
        if let end = receivers.add(receiver) { receiver.receive(completion: end) }
        return AnyCancellable { [weak receivers] in receivers?.remove(receiver) }
    }
}
