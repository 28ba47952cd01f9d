import TegataHands
import TegataSystem

/// The frames of a live stream on their way through a pipeline: one at work and at most one that waits, which a newer
/// one replaces.
final class LiveStream: @unchecked Sendable {
    /// Told what came of a frame, on the stream's thread.
    typealias Delivery = @Sendable (Result<HandPipelineResult, CallError>, Picture, _ milliseconds: Int64) -> Void

    private struct TimedFrame {
        let frame: Frame
        let milliseconds: Int64
    }

    private struct State {
        /// What the thread works on, or will as soon as it is awake.
        var current: TimedFrame?
        var waiting: TimedFrame?
        var isClosing = false
        var thread: SystemThread?
    }

    private let pipeline: SharedPipeline
    private let deliver: Delivery
    private let process = OwnProcess()
    private let state = Lock(State())
    /// Counts up when there is something for the thread: a frame, or the end.
    private let wake: UnsafeMutablePointer<sem_t>
    /// The threads that deliver, of all streams. A process that was forked in a delivery is not inside one.
    private static let delivering = Lock<[Deliverer]>.openInForks([])

    private struct Deliverer: Equatable {
        private let thread = pthread_self()
        private let process = OwnProcess()
    }

    init(_ pipeline: SharedPipeline, _ deliver: @escaping Delivery) throws(CallError) {
        self.pipeline = pipeline
        self.deliver = deliver
        wake = .allocate(capacity: 1)
        sem_init(wake, 0, 0)
        // It is there before there is a thread that a fork could leave behind while it makes it.
        Self.delivering.withLock { _ in }
        // The thread keeps the stream until it ends.
        guard let thread = SystemThread({ self.serve() }) else {
            throw CallError(.resourceExhausted, "The system gives no thread for the live stream.")
        }
        state.withLock { $0.thread = thread }
    }

    deinit {
        sem_destroy(wake)
        wake.deallocate()
    }

    /// Accepts a frame and returns.
    func submit(_ frame: Frame, milliseconds: Int64) throws(CallError) {
        try process.check()
        let timed = TimedFrame(frame: frame, milliseconds: milliseconds)
        // What is replaced is released when the lock is not held any more.
        let (isAccepted, isFirst, _) = state.withLock { state in
            guard !state.isClosing else { return (false, false, TimedFrame?.none) }
            guard state.current == nil else {
                let replaced = state.waiting
                state.waiting = timed
                return (true, false, replaced)
            }
            state.current = timed
            return (true, true, nil)
        }
        guard isAccepted else { throw .notRunning }
        if isFirst { sem_post(wake) }
    }

    /// Ends the stream when the frames that were accepted are done. From inside a delivery it does not wait for that,
    /// whichever stream delivers: two that end each other would wait for ever.
    func close() {
        // In a forked process there is no thread to wait for.
        guard process.isThis else { return }
        let thread = state.withLock { state in
            state.isClosing = true
            return state.thread.take()
        }
        guard let thread else { return }
        sem_post(wake)
        let here = Deliverer()
        if Self.delivering.withLock({ $0.contains(here) }) { thread.detach() } else { thread.join() }
    }

    private func serve() {
        while true {
            while sem_wait(wake) != 0 {}
            while let next = state.withLock({ $0.current }) {
                work(on: next)
                state.withLock { state in state.current = state.waiting.take() }
            }
            // A frame may have been accepted since, and woken this thread once more.
            if state.withLock({ $0.isClosing && $0.current == nil }) { return }
        }
    }

    private func work(on next: TimedFrame) {
        let result: Result<HandPipelineResult, CallError>
        do {
            result = .success(
                try pipeline.use { pipeline throws(CallError) in
                    try next.frame.track(with: pipeline, milliseconds: next.milliseconds)
                })
        } catch {
            result = .failure(error)
        }
        let here = Deliverer()
        Self.delivering.withLock { $0.append(here) }
        deliver(result, next.frame.picture, next.milliseconds)
        Self.delivering.withLock { $0.removeAll { $0 == here } }
    }
}

extension CallError {
    /// A task that has been closed.
    static let notRunning = CallError(.invalidArgument, "Task runner is currently not running.")
}
