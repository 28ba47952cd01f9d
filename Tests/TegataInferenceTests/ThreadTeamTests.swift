import CTegataShims
import Synchronization
import Testing

import TegataInference

/// Counts how often each worker has worked.
private final class CountingJob: TeamJob, @unchecked Sendable {
    let counts: [Atomic8]

    init(workers: Int) {
        counts = (0..<workers).map { _ in Atomic8() }
    }

    override package func work(worker: Int) {
        counts[worker].value.add(1, ordering: .relaxed)
    }

    final class Atomic8: Sendable {
        let value = Atomic<Int>(0)
    }
}

/// Workers take turns: in round r every worker must see what all wrote in round r − 1.
private final class RoundsJob: TeamJob, @unchecked Sendable {
    let team: ThreadTeam
    let cells: UnsafeMutablePointer<Int>
    let failures = Atomic<Int>(0)

    init(_ team: ThreadTeam) {
        self.team = team
        cells = .allocate(capacity: team.count * 16)
        cells.initialize(repeating: 0, count: team.count * 16)
    }

    deinit { cells.deallocate() }

    override package func work(worker: Int) {
        for round in 1...200 {
            cells[worker * 16] = round
            team.barrier()
            for other in 0..<team.count where cells[other * 16] != round { failures.add(1, ordering: .relaxed) }
            team.barrier()
        }
    }
}

@Suite struct ThreadTeamTests {
    @Test(arguments: [1, 2, 3, 4])
    func everyWorkerWorksOncePerRun(count: Int) {
        let team = ThreadTeam(count: count)
        #expect(team.count == count)
        let job = CountingJob(workers: count)
        for _ in 0..<50 { team.run(job) }
        #expect(job.counts.map { $0.value.load(ordering: .relaxed) } == [Int](repeating: 50, count: count))
    }

    @Test(arguments: [2, 4])
    func barrierSeparatesRounds(count: Int) {
        let team = ThreadTeam(count: count)
        let job = RoundsJob(team)
        team.run(job)
        #expect(job.failures.load(ordering: .relaxed) == 0)
    }

    @Test func requestsOutsideTheRangeAreClamped() {
        #expect(ThreadTeam(count: 0).count == 1)
        #expect(ThreadTeam(count: -3).count == 1)
    }

    @Test func teamsEndWhileTheirThreadsSleep() async throws {
        let team = ThreadTeam(count: 4)
        try await Task.sleep(for: .milliseconds(20))
        let job = CountingJob(workers: 4)
        team.run(job)
        #expect(job.counts.allSatisfy { $0.value.load(ordering: .relaxed) == 1 })
    }

    @Test func callersOnSeveralThreadsTakeTurns() async {
        let team = ThreadTeam(count: 2)
        let job = CountingJob(workers: 2)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask { for _ in 0..<100 { team.run(job) } }
            }
        }
        #expect(job.counts.map { $0.value.load(ordering: .relaxed) } == [400, 400])
    }

    @Test func floatingPointStateIsRestored() {
        let before = tegata_flush_denormals()
        tegata_restore_floating_point(before)
        let tiny = Float.leastNormalMagnitude
        let saved = tegata_flush_denormals()
        let flushed = halved(tiny)
        tegata_restore_floating_point(saved)
        #expect(flushed == 0)
        #expect(halved(tiny) == Float.leastNormalMagnitude / 2)
        #expect(halved(tiny) > 0)
    }

    @inline(never)
    private func halved(_ value: Float) -> Float { value * 0.5 }
}
