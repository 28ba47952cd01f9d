import TegataSystem

/// The frames of a live stream: one is processed, and at most one waits until a newer frame replaces it.
package final class LiveStream<Frame: Sendable>: @unchecked Sendable {
    /// The outcome of submitting a frame.
    package enum Submission {
        case accepted
        /// The frame replaced this one, which was waiting.
        case replaced(Frame)
        /// The stream has ended.
        case refused
    }

    private struct State {
        /// The frame that the thread is processing, or will process as soon as it wakes up.
        var current: Frame?
        var waiting: Frame?
        var isClosing = false
        var thread: SystemThread?
    }

    private let process = OwnProcess()
    private let state = Lock(State())
    /// Incremented when there is a frame for the thread, or the end of the stream.
    private let wake: UnsafeMutablePointer<sem_t>
    /// Belongs to the thread and is released when it ends, because it may hold an object that holds the stream.
    private var work: (@Sendable (Frame) -> Void)?

    /// Creates a stream that calls `work` with one frame at a time, on its own thread. Nil if the system cannot create
    /// a thread.
    package init?(_ work: @escaping @Sendable (Frame) -> Void) {
        self.work = work
        wake = .allocate(capacity: 1)
        sem_init(wake, 0, 0)
        // Initialise the lock before there is a thread, so that a fork cannot catch it half initialised.
        working.withLock { _ in }
        // The thread keeps the stream until it ends.
        guard let thread = SystemThread({ self.serve() }) else { return nil }
        state.withLock { $0.thread = thread }
    }

    deinit {
        sem_destroy(wake)
        wake.deallocate()
    }

    /// Accepts a frame and returns immediately. Only for the process that created the stream.
    package func submit(_ frame: Frame) -> Submission {
        // Release the replaced frame after releasing the lock.
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

    /// Ends the stream when the accepted frames are done. When called from inside the work of any stream, it does not
    /// wait for that, because two streams that end each other would wait forever.
    package func close() {
        // A forked process has no thread to wait for.
        guard process.isThis, let thread = end(waiting: { _ in }) else { return }
        let here = Worker()
        if working.withLock({ $0.contains(here) }) { thread.detach() } else { thread.join() }
    }

    /// Ends the stream and drops the waiting frame, without waiting for anything.
    package func cancel() {
        var dropped: Frame?
        end { dropped = $0.take() }?.detach()
        // Release the dropped frame after releasing the lock.
        _ = dropped
    }

    /// Lets the thread end, and returns it; nil if this was done before.
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
            // A frame may have been accepted since, and have woken this thread again.
            if state.withLock({ $0.isClosing && $0.current == nil }) { break }
        }
        work = nil
    }
}

/// The threads of all streams that are running `work`. A process that was forked during the work of a stream is not
/// inside it.
private let working = Lock<[Worker]>.openInForks([])

// With musl, threads are identified by pointers, which are only compared here.
private struct Worker: Equatable, @unchecked Sendable {
    private let thread = pthread_self()
    private let process = OwnProcess()
}
