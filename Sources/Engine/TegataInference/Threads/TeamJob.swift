import CTegataShims

/// What a team does: phases, one after the other, of tasks that any of its threads may do in any order. It is made once,
/// so that starting a run allocates nothing.
package final class TeamJob: @unchecked Sendable {
    /// Tasks that may be done at the same time.
    package struct Phase: Sendable {
        package let taskCount: Int
        /// Does one task; the worker is the number of the thread that does it, 0 for the one that calls `run`.
        package let work: @Sendable (_ task: Int, _ worker: Int) -> Void

        package init(taskCount: Int, _ work: @escaping @Sendable (_ task: Int, _ worker: Int) -> Void) {
            self.taskCount = taskCount
            self.work = work
        }
    }

    let phases: [Phase]
    /// Whether denormal numbers count as zero.
    let flushesDenormals: Bool
    /// For one run at a time.
    var width = TeamWidth()

    package init(_ phases: [Phase], flushesDenormals: Bool = false) {
        self.phases = phases
        self.flushesDenormals = flushesDenormals
    }

    /// So many tasks in a single phase.
    package convenience init(taskCount: Int, _ work: @escaping @Sendable (_ task: Int) -> Void) {
        self.init([Phase(taskCount: taskCount) { task, _ in work(task) }])
    }

    /// Does everything on the thread that calls this.
    func runAlone() {
        let saved = flushesDenormals ? tegata_flush_denormals() : 0
        for phase in phases {
            for task in 0..<phase.taskCount { phase.work(task, 0) }
        }
        if flushesDenormals { tegata_restore_floating_point(saved) }
    }
}
