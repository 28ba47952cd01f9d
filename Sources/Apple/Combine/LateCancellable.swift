import Synchronization

/// A subscription that may be cancelled before it has begun.
final class LateCancellable: Cancellable, Sendable {
    private struct State {
        var upstream: Unchecked<AnyCancellable>?
        var isCancelled = false
    }

    private let state = Mutex(State())

    var isCancelled: Bool { state.withLock { $0.isCancelled } }

    /// Keeps the subscription, or cancels it where this has been cancelled.
    func set(_ upstream: AnyCancellable) {
        let upstream = Unchecked(value: upstream)
        let isCancelled = state.withLock { state in
            if !state.isCancelled { state.upstream = upstream }
            return state.isCancelled
        }
        if isCancelled { upstream.value.cancel() }
    }

    func cancel() {
        let upstream = state.withLock { state in
            state.isCancelled = true
            let last = state.upstream
            state.upstream = nil
            return last
        }
        upstream?.value.cancel()
    }
}
