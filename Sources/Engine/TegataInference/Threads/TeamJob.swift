import CTegataShims

/// A team's work: phases, one after another, of tasks that any of its threads may run in any order. It is created once,
/// so that starting a run allocates nothing.
package final class TeamJob: @unchecked Sendable {
    /// Tasks that may run at the same time.
    package struct Phase: Sendable {
        package let taskCount: Int
        /// Runs one task. The worker is the index of the thread, 0 for the thread that calls `run`.
        package let work: @Sendable (_ task: Int, _ worker: Int) -> Void

        package init(taskCount: Int, _ work: @escaping @Sendable (_ task: Int, _ worker: Int) -> Void) {
            self.taskCount = taskCount
            self.work = work
        }
    }

    let phases: [Phase]
    /// Whether denormal numbers are treated as zero.
    let flushesDenormals: Bool
    /// The width of the next run; used by one run at a time.
    var width = TeamWidth()

    package init(_ phases: [Phase], flushesDenormals: Bool = false) {
        self.phases = phases
        self.flushesDenormals = flushesDenormals
    }

    /// Creates a job of `taskCount` tasks in a single phase.
    package convenience init(taskCount: Int, _ work: @escaping @Sendable (_ task: Int) -> Void) {
        self.init([Phase(taskCount: taskCount) { task, _ in work(task) }])
    }

    /// Runs everything on the calling thread.
    func runAlone() {
        let saved = flushesDenormals ? tegata_flush_denormals() : 0
        for phase in phases {
            for task in 0..<phase.taskCount { phase.work(task, 0) }
        }
        if flushesDenormals { tegata_restore_floating_point(saved) }
    }
}
