/// What belongs to subscribers.
public enum Subscribers {
    /// How values end.
    public enum Completion<Failure: Error> {
        /// There are no more values, and all is well.
        case finished
        /// An error is the end.
        case failure(Failure)
    }
}

extension Subscribers.Completion: Sendable where Failure: Sendable {}
extension Subscribers.Completion: Equatable where Failure: Equatable {}
extension Subscribers.Completion: Hashable where Failure: Hashable {}
