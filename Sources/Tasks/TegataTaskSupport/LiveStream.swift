import TegataSystem

/// The frames of a live stream on their way: one at work and at most one that waits, which a newer one replaces.
package final class LiveStream<Frame: Sendable>: @unchecked Sendable {
    /// What became of a frame that was passed.
    package enum Submission {
        case accepted
        /// It takes the place of this one, which waited.
        case replaced(Frame)
        /// The stream has ended.
        case refused
    }

    private struct State {
        /// What the thread works on, or will as soon as it is awake.
        var current: Frame?
        var waiting: Frame?
        var isClosing = false
        var thread: SystemThread?
    }

    private let process = OwnProcess()
    private let state = Lock(State())
    /// Counts up when there is something for the thread: a frame, or the end.
    private let wake: UnsafeMutablePointer<sem_t>
    /// Belongs to the thread, and ends with it: it may hold what holds the stream.
    private var work: (@Sendable (Frame) -> Void)?

    /// A stream whose frames `work` gets one after the other, on a thread of the stream; nil where the system gives
    /// none.
    package init?(_ work: @escaping @Sendable (Frame) -> Void) {
        self.work = work
        wake = .allocate(capacity: 1)
        sem_init(wake, 0, 0)
        // It is there before there is a thread that a fork could leave behind while it makes it.
        working.withLock { _ in }
        // The thread keeps the stream until it ends.
        guard let thread = SystemThread({ self.serve() }) else { return nil }
        state.withLock { $0.thread = thread }
    }

    deinit {
        sem_destroy(wake)
        wake.deallocate()
    }

    /// Accepts a frame and returns. Only for the process that made the stream.
    package func submit(_ frame: Frame) -> Submission {
        // What is replaced is released when the lock is not held any more.
        let (isFirst, submission) = state.withLock { state -> (Bool, Submission) in
            guard !state.isClosing else { return (false, .refused) }
            guard state.current == nil else {
                let replaced = state.waiting
                state.waiting = frame
                return (false, replaced.map { .replaced($0) } ?? .accepted)
            }
            state.current = frame
            return (true, .accepted)
        }
        if isFirst { sem_post(wake) }
        return submission
    }

    /// Ends the stream when the frames that were accepted are done. From inside the work of any stream it does not wait
    /// for that: two that end each other would wait for ever.
    package func close() {
        // In a forked process there is no thread to wait for.
        guard process.isThis, let thread = end(waiting: { _ in }) else { return }
        let here = Worker()
        if working.withLock({ $0.contains(here) }) { thread.detach() } else { thread.join() }
    }

    /// Ends the stream without the frame that waits, and waits for nothing.
    package func cancel() {
        var dropped: Frame?
        end { dropped = $0.take() }?.detach()
        // Released here, when the lock is not held any more.
        _ = dropped
    }

    /// Lets the thread end, and returns it unless that has been done.
    private func end(waiting change: (inout Frame?) -> Void) -> SystemThread? {
        let thread = state.withLock { state in
            state.isClosing = true
            change(&state.waiting)
            return state.thread.take()
        }
        if thread != nil { sem_post(wake) }
        return thread
    }

    private func serve() {
        let here = Worker()
        while true {
            while sem_wait(wake) != 0 {}
            while let next = state.withLock({ $0.current }) {
                working.withLock { $0.append(here) }
                work?(next)
                working.withLock { $0.removeAll { $0 == here } }
                state.withLock { state in state.current = state.waiting.take() }
            }
            // A frame may have been accepted since, and woken this thread once more.
            if state.withLock({ $0.isClosing && $0.current == nil }) { break }
        }
        work = nil
    }
}

/// The threads that work, of all streams. A process that was forked in the work of one is not inside it.
private let working = Lock<[Worker]>.openInForks([])

private struct Worker: Equatable {
    private let thread = pthread_self()
    private let process = OwnProcess()
}
