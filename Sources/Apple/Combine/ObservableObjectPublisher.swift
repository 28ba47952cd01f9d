/// Tells that an object is going to change.
public final class ObservableObjectPublisher: Publisher, @unchecked Sendable {
    /// Nothing but that there will be a change.
    public typealias Output = Void
    /// There are no errors.
    public typealias Failure = Never

    private let subject = PassthroughSubject<Void, Never>()

    /// A publisher without subscribers.
    public init() {}

    /// Tells it to all subscribers.
    public func send() {
        subject.send()
    }

    /// Tells `receiver` of each ``send()``.
    public func attach(_ receiver: Receiver<Void, Never>) -> AnyCancellable { subject.attach(receiver) }
}
