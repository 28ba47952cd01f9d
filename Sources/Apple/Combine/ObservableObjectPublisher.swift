/// Tells that an object is going to change.
public final class ObservableObjectPublisher: Publisher, @unchecked Sendable {
    public typealias Output = Void
    public typealias Failure = Never

    private let subject = PassthroughSubject<Void, Never>()

    public init() {}

    /// Tells it to all subscribers.
    public func send() {
        subject.send()
    }

    public func attach(_ receiver: Receiver<Void, Never>) -> AnyCancellable { subject.attach(receiver) }
}
