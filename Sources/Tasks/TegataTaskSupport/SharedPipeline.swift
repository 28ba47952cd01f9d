import CTegataSystem
import TegataHands
import TegataSystem

/// A pipeline that several threads use in turn.
package final class SharedPipeline: @unchecked Sendable {
    private let pipeline: GesturePipeline
    private let lock = Lock(())
    private let process = OwnProcess()

    package init(_ pipeline: GesturePipeline) {
        self.pipeline = pipeline
    }

    deinit {
        // Leak the pipeline in a forked process, because releasing it would wait for threads that do not exist.
        if !process.isThis { _ = Unmanaged.passRetained(pipeline) }
    }

    /// Runs `body` while nobody else uses the pipeline. Only for the process that created it.
    package func use<Result: Sendable, Failure: Error>(
        _ body: (GesturePipeline) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try lock.withLock { _ throws(Failure) in try body(pipeline) }
    }

    /// Waits until nobody uses the pipeline; in a forked process, nobody does.
    package func wait() {
        if process.isThis { lock.withLock { _ in } }
    }
}

/// The process in which an object with threads was created. Forked processes lack those threads.
package struct OwnProcess: Equatable, Sendable {
    private let forkCount = tegata_fork_count()
    /// Differs even in processes that were not created by the C library.
    private let identifier = getpid()

    package init() {}

    package var isThis: Bool { self == OwnProcess() }
}
