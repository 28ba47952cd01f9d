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
        // Its end would be waiting for threads that are not there.
        if !process.isThis { _ = Unmanaged.passRetained(pipeline) }
    }

    /// Does `body` while nobody else uses the pipeline. Only for the process that made it.
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

/// The process that something with threads was made in. Others, which were forked from it, do not have them.
package struct OwnProcess: Equatable, Sendable {
    private let forkCount = tegata_fork_count()
    /// Another one where a process was made without the C library.
    private let identifier = getpid()

    package init() {}

    package var isThis: Bool { self == OwnProcess() }
}
