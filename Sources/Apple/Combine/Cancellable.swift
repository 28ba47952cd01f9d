/// What can be stopped.
public protocol Cancellable {
    /// Stops it; asked again, it does nothing.
    func cancel()
}

extension Cancellable {
    /// Keeps it in a set, so that it goes on until it is taken out or the set ends.
    public func store(in set: inout Set<AnyCancellable>) {
        AnyCancellable(self).store(in: &set)
    }

    /// Keeps it in a collection, so that it goes on until it is taken out or the collection ends.
    public func store<Cancellables: RangeReplaceableCollection>(in collection: inout Cancellables)
    where Cancellables.Element == AnyCancellable {
        AnyCancellable(self).store(in: &collection)
    }
}
