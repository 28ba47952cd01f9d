/// One value and the end.
public struct Just<Output>: Publisher {
    public typealias Failure = Never

    public let output: Output

    public init(_ output: Output) {
        self.output = output
    }

    public func attach(_ receiver: Receiver<Output, Never>) -> AnyCancellable {
        receiver.receive(output)
        receiver.receive(completion: .finished)
        return AnyCancellable {}
    }
}
