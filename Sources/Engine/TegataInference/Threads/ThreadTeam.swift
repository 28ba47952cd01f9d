import CTegataShims
import TegataSystem

/// A few threads that work on a job together. The thread that calls `run` is one of them.
///
/// Threads are created once. Between runs, they briefly watch for the next run and then sleep. Several networks may
/// share a team; their runs then take turns. A run never waits for a thread that has not started: the other threads run
/// its tasks.
public final class ThreadTeam: Sendable {
    /// The maximum number of threads that work on a run, including the caller.
    public let count: Int
    /// The trace that records what the team does; nil in most programs.
    package var trace: Trace? { shared.trace }
    private let shared: TeamState
    private let threads: [SystemThread]
    /// This is enough for kernels, and an eighth of what Linux usually reserves.
    private static let stackSize = 1 << 20
    private static let defaultMaximumCount = 4

    /// Creates a team with the default number of threads: one for each processor that the process may use, up to four,
    /// because more threads bring little benefit to networks as small as hand networks. Fewer threads work while other
    /// programs need the processors.
    public convenience init() {
        self.init(adaptingUpTo: Self.defaultMaximumCount)
    }

    /// Creates a team with the default number of threads, which `trace` records.
    package convenience init(trace: Trace?) {
        self.init(adaptingUpTo: Self.defaultMaximumCount, trace: trace)
    }

    /// Creates a team of `count` threads. If the system refuses some threads, the team is smaller.
    public convenience init(count: Int) {
        self.init(count: count, trace: nil)
    }

    /// Creates a team of `count` threads, which `trace` records.
    package convenience init(count: Int, trace: Trace?) {
        self.init(count: count, adaptedRun: nil, trace: trace)
    }

    /// Creates a team with one thread for each processor that the process may use, up to `most`. Fewer threads work
    /// while other programs need the processors.
    package convenience init(adaptingUpTo most: Int, trace: Trace? = nil) {
        let processorCount = ProcessorCount.available
        self.init(
            count: min(processorCount, most), adaptedRun: { $0.runAdapting($1, processorCount: processorCount) },
            trace: trace)
    }

    private init(count requested: Int, adaptedRun: TeamState.Adapted?, trace: Trace?) {
        let wanted = max(1, min(requested, TeamState.maximumCount))
        let shared = TeamState(workerCount: wanted, adaptedRun: adaptedRun, trace: trace)
        self.shared = shared
        var threads: [SystemThread] = []
        for worker in 1..<wanted {
            let thread = SystemThread(stackSize: Self.stackSize) {
                shared.trace?.nameThread("thread \(worker)")
                shared.serve(worker)
            }
            guard let thread else { break }
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

    /// Runs all tasks of `job`, and returns when they are finished.
    package func run(_ job: TeamJob) {
        shared.run(job)
    }
}
