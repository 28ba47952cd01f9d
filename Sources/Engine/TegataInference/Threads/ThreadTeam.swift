import CTegataShims
import TegataSystem

/// A few threads that work on one job together; the thread that calls `run` is one of them.
///
/// Threads are made once. Between runs they watch for the next one for a moment and then sleep. Several networks may
/// share a team; their runs then take turns. A run never waits for a thread that has not begun: the threads
/// that have begun do its tasks.
public final class ThreadTeam: Sendable {
    /// How many threads work on a run at most, the caller included.
    public let count: Int
    private let shared: TeamState
    private let threads: [SystemThread]

    /// Makes a team for networks as small as those of hands: a thread for each processor that the process may use, up
    /// to four, as they gain little from more. Fewer of them work while others need the processors.
    public convenience init() {
        self.init(adaptingUpTo: 4)
    }

    /// Makes a team of `count` threads; if the system refuses some, the team is smaller.
    public convenience init(count: Int) {
        self.init(count: count, adaptedRun: nil)
    }

    /// Makes a team with a thread for each processor that the process may use, up to `most`. Fewer of them work while
    /// others need the processors.
    package convenience init(adaptingUpTo most: Int) {
        let processorCount = ProcessorCount.available
        self.init(count: min(processorCount, most)) { $0.runAdapting($1, processorCount: processorCount) }
    }

    private init(count requested: Int, adaptedRun: TeamState.Adapted?) {
        let wanted = max(1, min(requested, TeamState.maximumCount))
        let shared = TeamState(workerCount: wanted, adaptedRun: adaptedRun)
        self.shared = shared
        var threads: [SystemThread] = []
        for worker in 1..<wanted {
            guard let thread = SystemThread({ shared.serve(worker) }) else { break }
            threads.append(thread)
        }
        self.threads = threads
        count = threads.count + 1
        shared.workerCount = count
    }

    deinit {
        shared.stop()
        for thread in threads { thread.join() }
    }

    /// Does all tasks of `job`, and returns when they are done.
    package func run(_ job: TeamJob) {
        shared.run(job)
    }
}
