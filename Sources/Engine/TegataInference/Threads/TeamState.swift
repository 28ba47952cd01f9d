import CTegataShims
import TegataSystem

/// What the threads of a team share. They keep it alive, not the team, so that a team can end while they wait.
///
/// Every worker has a share of a phase's tasks, which it claims one by one; after them it claims what is left of the
/// others'. Shares stay about the same from phase to phase, so that a thread reads what is in its cache. The thread
/// that ends the last task of a phase begins the next phase. A claim succeeds only in the phase that is under way, which cannot end
/// before the claimed task has: a thread that comes late finds nothing to do.
final class TeamState: @unchecked Sendable {
    static let maximumCount = 64

    /// How many workers there are, of those that the memory is for.
    var workerCount: Int
    /// How a run is done by fewer workers than there are; nil if all do each. A closure, so that programs whose teams do
    /// not adapt are without that code.
    private let adaptedRun: Adapted?

    typealias Adapted = @Sendable (TeamState, TeamJob) -> Void

    /// Memory for what threads watch, each on cache lines of its own: four words and the shares.
    private let memory: UnsafeMutablePointer<UInt64>
    private let shareCount: Int
    /// How many pieces of the phase are not done.
    private var left: UnsafeMutablePointer<UInt32> { word(0) }
    /// Callers take turns.
    private var ticket: UnsafeMutablePointer<UInt32> { word(1) }
    private var turn: UnsafeMutablePointer<UInt32> { word(2) }
    private var waitingCallers: UnsafeMutablePointer<UInt32> { word(3) }
    private static let wordCount = 4

    // Written before a phase begins, and read by those who have claimed a piece of it.
    private var job: Unmanaged<TeamJob>?
    private var phase = 0
    /// Phases with very many tasks are claimed several at a time.
    private var tasksPerPiece = 1
    /// The number of the phase among all of all runs.
    private var number: UInt32 = 0
    /// How many workers the run has.
    private var width = 1

    init(workerCount: Int, adaptedRun: Adapted?) {
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

    /// A run by as many workers as the job is worth at present, and the processors have room for.
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

    /// Returns for how many nanoseconds the caller slept, as somebody was late.
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
            slept += share(0).wait(until: seen)
        }
    }

    /// Ends the threads.
    func stop() {
        number &+= 1
        for worker in 1..<shareCount { share(worker).end(number) }
    }

    /// What the thread of a worker does until the team ends.
    func serve(_ worker: Int) {
        let share = share(worker)
        while true {
            let seen = share.number
            work(as: worker)
            if share.isEnd { return }
            _ = share.wait(until: seen)
        }
    }

    /// Does tasks until there are none that nobody has claimed.
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

    /// Begins the next phase that has tasks, or ends the run.
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
            // The last share has pieces in any case, so that the phase cannot end while others are given theirs.
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
