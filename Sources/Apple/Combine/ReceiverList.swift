import Synchronization

/// Those who are subscribed to something, in the order in which they came.
final class ReceiverList<Output, Failure: Error>: Sendable {
    private struct State {
        var receivers: [Receiver<Output, Failure>] = []
        var end: Unchecked<Subscribers.Completion<Failure>>?
    }

    private let state = Mutex(State())

    var current: [Receiver<Output, Failure>] { state.withLock { $0.receivers } }

    /// Adds one, or returns how everything ended.
    func add(_ receiver: Receiver<Output, Failure>) -> Subscribers.Completion<Failure>? {
        state.withLock { state in
            if state.end == nil { state.receivers.append(receiver) }
            return state.end
        }?.value
    }

    func remove(_ receiver: Receiver<Output, Failure>) {
        state.withLock { $0.receivers.removeAll { $0 === receiver } }
    }

    /// Ends everything; those who are to be told.
    func finish(_ end: Subscribers.Completion<Failure>) -> [Receiver<Output, Failure>] {
        let end = Unchecked(value: end)
        return state.withLock { state in
            guard state.end == nil else { return [] }
            state.end = end
            let last = state.receivers
            state.receivers = []
            return last
        }
    }
}
