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
