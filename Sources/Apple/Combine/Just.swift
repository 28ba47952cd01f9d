/// One value and the end.
public struct Just<Output>: Publisher {
    /// There are no errors.
    public typealias Failure = Never

    /// The value.
    public let output: Output

    /// Gives `output` to each subscriber.
    public init(_ output: Output) {
        self.output = output
    }

    /// Gives the value and the end at once.
    public func attach(_ receiver: Receiver<Output, Never>) -> AnyCancellable {
        receiver.receive(output)
        receiver.receive(completion: .finished)
        return AnyCancellable {}
    }
}
