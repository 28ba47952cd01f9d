import CTegataShims
import TegataSystem

/// A few threads that work on one plan together; the thread that calls `run` is one of them.
///
/// Threads are made once. Between runs they watch for the next one for a moment and then sleep. Several networks may
/// share a team; their runs then take turns.
public final class ThreadTeam: Sendable {
    /// How many threads work on a run, the caller included.
    public let count: Int
    let shared: TeamState
    private let threads: [SystemThread]

    /// How many threads a team of networks as small as those of hands has: one for each processor, up to four, as they
    /// gain little from more.
    package static var usualCount: Int { min(max(Int(tegata_processor_count()), 1), 4) }

    /// Makes a team of `count` threads; where the system refuses some, the team is smaller.
    public init(count requested: Int) {
        let wanted = max(1, min(requested, TeamState.maximumCount))
        let shared = TeamState()
        self.shared = shared
        var threads: [SystemThread] = []
        for worker in 1..<wanted {
            guard let thread = SystemThread({ shared.serve(worker: worker) }) else { break }
            threads.append(thread)
        }
        self.threads = threads
        count = threads.count + 1
        shared.count = UInt32(count)
    }

    deinit {
        shared.stop()
        for thread in threads { thread.join() }
    }

    /// Runs `job` with every worker's index, 0 on this thread, and returns when all have returned.
    ///
    /// Inside, ``barrier()`` makes all workers wait for each other.
    package func run(_ job: TeamJob) {
        shared.run(job)
    }

    /// Called by every worker the same number of times: returns when all have called it.
    package func barrier() {
        if count > 1 { shared.barrier() }
    }
}

/// What a team runs: an object that is made once, so that starting a run allocates nothing.
package final class TeamJob: Sendable {
    fileprivate let work: @Sendable (_ worker: Int) -> Void

    package init(_ work: @escaping @Sendable (_ worker: Int) -> Void) {
        self.work = work
    }
}

/// What the threads of a team share. They keep it alive, not the team, so that a team can end while they wait.
final class TeamState: @unchecked Sendable {
    static let maximumCount = 64

    var count: UInt32 = 1
    private var job: Unmanaged<TeamJob>?
    private var isStopping = false

    /// Words that threads wait on, each on a cache line of its own.
    private let words: UnsafeMutablePointer<UInt32>
    private var epoch: UnsafeMutablePointer<UInt32> { words }
    private var arrived: UnsafeMutablePointer<UInt32> { words + 16 }
    private var generation: UnsafeMutablePointer<UInt32> { words + 32 }
    private var sleepers: UnsafeMutablePointer<UInt32> { words + 48 }
    private var turn: UnsafeMutablePointer<UInt32> { words + 64 }
    private var ticket: UnsafeMutablePointer<UInt32> { words + 80 }

    /// Pauses before a waiting thread sleeps: some tens of microseconds.
    private static let spinLimit = 4000

    init() {
        words = .allocate(capacity: 96)
        words.initialize(repeating: 0, count: 96)
    }

    deinit {
        words.deallocate()
    }

    func run(_ job: TeamJob) {
        let mine = tegata_fetch_add(ticket, 1)
        wait(turn) { $0 == mine }
        if count > 1 {
            self.job = Unmanaged.passUnretained(job)
            advance(epoch)
        }
        job.work(0)
        if count > 1 { barrier() }
        advance(turn)
    }

    func stop() {
        isStopping = true
        advance(epoch)
    }

    func barrier() {
        let current = tegata_load_acquire(generation)
        if tegata_fetch_add(arrived, 1) == count - 1 {
            tegata_store_release(arrived, 0)
            advance(generation)
        } else {
            wait(generation) { $0 != current }
        }
    }

    func serve(worker: Int) {
        var seen: UInt32 = 0
        while true {
            wait(epoch) { $0 != seen }
            seen &+= 1
            if isStopping { return }
            job?._withUnsafeGuaranteedRef { $0.work(worker) }
            barrier()
        }
    }

    /// Adds one to a word and wakes whoever sleeps on it.
    private func advance(_ word: UnsafeMutablePointer<UInt32>) {
        _ = tegata_fetch_add(word, 1)
        if tegata_fetch_add(sleepers, 0) != 0 { tegata_wake_all(word) }
    }

    @inline(__always)
    private func wait(_ word: UnsafeMutablePointer<UInt32>, until isReached: (UInt32) -> Bool) {
        for _ in 0..<Self.spinLimit {
            if isReached(tegata_load_acquire(word)) { return }
            tegata_pause()
        }
        _ = tegata_fetch_add(sleepers, 1)
        while true {
            let value = tegata_load_acquire(word)
            if isReached(value) { break }
            tegata_wait(word, value)
        }
        _ = tegata_fetch_add(sleepers, UInt32.max)
    }
}
