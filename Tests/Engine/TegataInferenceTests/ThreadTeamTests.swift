import CTegataShims
import Synchronization
import TegataInference
import Testing

/// Counts how often each worker has worked.
private final class Counts: Sendable {
    private let cells = Mutex([Int: Int]())

    var job: TeamJob {
        TeamJob { worker in self.cells.withLock { $0[worker, default: 0] += 1 } }
    }

    func perWorker(_ count: Int) -> [Int] {
        cells.withLock { cells in (0..<count).map { cells[$0] ?? 0 } }
    }
}

private final class Cell: Sendable {
    let value = Atomic<Int>(0)
}

@Suite struct ThreadTeamTests {
    @Test(arguments: [1, 2, 3, 4])
    func everyWorkerWorksOncePerRun(count: Int) {
        let team = ThreadTeam(count: count)
        #expect(team.count == count)
        let counts = Counts()
        let job = counts.job
        for _ in 0..<50 { team.run(job) }
        #expect(counts.perWorker(count) == [Int](repeating: 50, count: count))
    }

    @Test(arguments: [2, 4])
    func barrierSeparatesRounds(count: Int) {
        let team = ThreadTeam(count: count)
        // In every round each worker must see what all have written in it.
        let cells = (0..<count).map { _ in Cell() }
        let failures = Cell()
        team.run(
            TeamJob { worker in
                for round in 1...200 {
                    cells[worker].value.store(round, ordering: .relaxed)
                    team.barrier()
                    for cell in cells where cell.value.load(ordering: .relaxed) != round {
                        failures.value.add(1, ordering: .relaxed)
                    }
                    team.barrier()
                }
            })
        #expect(failures.value.load(ordering: .relaxed) == 0)
    }

    @Test func requestsOutsideTheRangeAreClamped() {
        #expect(ThreadTeam(count: 0).count == 1)
        #expect(ThreadTeam(count: -3).count == 1)
    }

    @Test func teamsEndWhileTheirThreadsSleep() async throws {
        let team = ThreadTeam(count: 4)
        try await Task.sleep(for: .milliseconds(20))
        let counts = Counts()
        team.run(counts.job)
        #expect(counts.perWorker(4) == [1, 1, 1, 1])
    }

    @Test func callersOnSeveralThreadsTakeTurns() async {
        let team = ThreadTeam(count: 2)
        let counts = Counts()
        let job = counts.job
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask { for _ in 0..<100 { team.run(job) } }
            }
        }
        #expect(counts.perWorker(2) == [400, 400])
    }

    @Test func floatingPointStateIsRestored() {
        let outside = tegata_flush_denormals()
        let inside = tegata_flush_denormals()
        tegata_restore_floating_point(inside)
        tegata_restore_floating_point(outside)
        let again = tegata_flush_denormals()
        tegata_restore_floating_point(again)
        #expect(inside != outside)
        #expect(again == outside)
    }
}
