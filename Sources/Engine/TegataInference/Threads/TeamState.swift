import CTegataShims
import TegataSystem

/// The state that a team's threads share. The threads keep it alive instead of the team, so that a team can end while
/// they wait.
///
/// Each worker has a share of a phase's tasks and claims them one by one. After that, it claims other workers'
/// remaining tasks. Shares stay about the same from phase to phase, so that a thread reads data that is in its cache.
/// The thread that finishes the last task of a phase starts the next phase. A claim succeeds only in the current phase,
/// which cannot end before the claimed task. A late thread finds nothing to do.
final class TeamState: @unchecked Sendable {
    static let maximumCount = 64

    /// The trace that records what the threads do; nil in most programs.
    #if os(Linux) || C_LIBRARY
        let trace: Trace?
    #else
        var trace: Trace? { nil }
    #endif
    /// The number of workers, at most the number for which memory was allocated.
    var workerCount: Int
    /// Runs a job with fewer workers than there are; nil if all workers take part in each run. It is a closure, so that
    /// programs whose teams do not adapt do not contain that code.
    private let adaptedRun: Adapted?

    typealias Adapted = @Sendable (TeamState, TeamJob) -> Void

    /// The memory that threads watch, with each item on separate cache lines: four words and the shares.
    private let memory: UnsafeMutablePointer<UInt64>
    private let shareCount: Int
    /// The number of pieces of the phase that are unfinished.
    private var left: UnsafeMutablePointer<UInt32> { word(0) }
    /// The words that let callers take turns.
    private var ticket: UnsafeMutablePointer<UInt32> { word(1) }
    private var turn: UnsafeMutablePointer<UInt32> { word(2) }
    private var waitingCallers: UnsafeMutablePointer<UInt32> { word(3) }
    private static let wordCount = 4

    // This is written before a phase starts, and read by threads that have claimed a piece of it.
    private var job: Unmanaged<TeamJob>?
    private var phase = 0
    /// The number of tasks per claim, because phases with very many tasks have several claimed at a time.
    private var tasksPerPiece = 1
    /// The number of the phase, counted across all runs.
    private var number: UInt32 = 0
    /// The number of workers in the run.
    private var width = 1

    init(workerCount: Int, adaptedRun: Adapted?, trace: Trace?) {
        #if os(Linux) || C_LIBRARY
            self.trace = trace
        #endif
        self.workerCount = workerCount
        self.adaptedRun = adaptedRun
        shareCount = workerCount
        let count = (Self.wordCount + workerCount) * WorkShare.stride
        memory = .allocate(capacity: count)
        memory.initialize(repeating: 0, count: count)
    }

    deinit {
        memory.deallocate()
    }

    private func word(_ index: Int) -> UnsafeMutablePointer<UInt32> {
        UnsafeMutableRawPointer(memory + index * WorkShare.stride).assumingMemoryBound(to: UInt32.self)
    }

    private func share(_ worker: Int) -> WorkShare {
        WorkShare(memory + (Self.wordCount + worker) * WorkShare.stride)
    }

    // MARK: Runs

    func run(_ job: TeamJob) {
        takeTurn()
        if workerCount == 1 {
            job.runAlone()
        } else if let adaptedRun {
            adaptedRun(self, job)
        } else {
            _ = run(job, width: workerCount)
        }
        endTurn()
    }

    /// Runs a job with as many workers as it currently benefits from and as free processors allow.
    func runAdapting(_ job: TeamJob, processorCount: Int) {
        let room = max(processorCount - ComputingThreads.add(1), 1)
        let start = tegata_monotonic_nanoseconds()
        let wanted = job.width.next(of: workerCount, at: start)
        let width = min(wanted, room)
        if width > 1 { _ = ComputingThreads.add(width - 1) }
        let late = run(job, width: width)
        _ = ComputingThreads.add(-width)
        if width == wanted { job.width.note(late, start: start, end: tegata_monotonic_nanoseconds()) }
    }

    /// Returns for how many nanoseconds the caller slept because a worker was late.
    private func run(_ job: TeamJob, width: Int) -> UInt64 {
        guard width > 1 else {
            job.runAlone()
            return 0
        }
        self.job = Unmanaged.passUnretained(job)
        self.width = width
        phase = -1
        beginPhase(by: 0)
        var slept: UInt64 = 0
        while true {
            let seen = share(0).number
            work(as: 0)
            if share(0).isEnd { return slept }
            slept += wait(share(0), until: seen)
        }
    }

    /// Ends the threads.
    func stop() {
        number &+= 1
        for worker in 1..<shareCount { share(worker).end(number) }
    }

    /// Runs the thread of a worker until the team ends.
    func serve(_ worker: Int) {
        let share = share(worker)
        while true {
            let seen = share.number
            work(as: worker)
            if share.isEnd { return }
            _ = wait(share, until: seen)
        }
    }

    /// Waits until the number of a share is no longer `seen`. Returns for how many nanoseconds the thread slept.
    private func wait(_ share: WorkShare, until seen: UInt32) -> UInt64 {
        guard let trace else { return share.wait(until: seen) }
        let start = tegata_monotonic_nanoseconds()
        let slept = share.wait(until: seen)
        trace.addWait(since: start, slept: slept > 0)
        return slept
    }

    /// Runs tasks until all are claimed.
    private func work(as worker: Int) {
        var saved: UInt64?
        while let piece = claim(by: worker) {
            guard let job else { return }
            job._withUnsafeGuaranteedRef { job in
                if job.flushesDenormals && saved == nil { saved = tegata_flush_denormals() }
                let phase = job.phases[phase]
                let first = piece * tasksPerPiece
                for task in first..<min(first + tasksPerPiece, phase.taskCount) { phase.work(task, worker) }
            }
            if tegata_fetch_add(left, UInt32.max) == 1 { beginPhase(by: worker) }
        }
        if let saved { tegata_restore_floating_point(saved) }
    }

    private func claim(by worker: Int) -> Int? {
        if let piece = share(worker).claim() { return piece }
        for other in 0..<shareCount where other != worker {
            if let piece = share(other).claim() { return piece }
        }
        return nil
    }

    /// Starts the next phase that has tasks, or ends the run.
    private func beginPhase(by worker: Int) {
        guard let job else { return }
        job._withUnsafeGuaranteedRef { job in
            number &+= 1
            phase += 1
            while phase < job.phases.count && job.phases[phase].taskCount == 0 { phase += 1 }
            guard phase < job.phases.count else { return share(0).end(number) }
            let taskCount = job.phases[phase].taskCount
            tasksPerPiece = (taskCount + WorkShare.mostPieces - 1) / WorkShare.mostPieces
            let pieceCount = (taskCount + tasksPerPiece - 1) / tasksPerPiece
            tegata_store_release(left, UInt32(pieceCount))
            // The last share always has pieces, so the phase cannot end before the other shares are set.
            for other in 0..<width {
                share(other).begin(
                    number, pieceCount * other / width..<pieceCount * (other + 1) / width,
                    isWaitedFor: other == 0 && worker != 0)
            }
        }
    }

    // MARK: Turns

    private func takeTurn() {
        let mine = tegata_fetch_add(ticket, 1)
        guard tegata_load_acquire(turn) != mine else { return }
        _ = tegata_fetch_add(waitingCallers, 1)
        while true {
            let now = tegata_load_acquire(turn)
            if now == mine { break }
            tegata_wait(turn, now)
        }
        _ = tegata_fetch_add(waitingCallers, UInt32.max)
    }

    private func endTurn() {
        _ = tegata_fetch_add(turn, 1)
        if tegata_fetch_add(waitingCallers, 0) != 0 { tegata_wake_all(turn) }
    }
}
