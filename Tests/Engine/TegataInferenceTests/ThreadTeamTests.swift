import CTegataShims
import Synchronization
import TegataInference
import TegataSystem
import Testing

/// Counts the runs of each task.
private final class Counts: Sendable {
    private let cells = Mutex([Int: Int]())

    func job(_ taskCount: Int) -> TeamJob {
        TeamJob(taskCount: taskCount) { task in self.cells.withLock { $0[task, default: 0] += 1 } }
    }

    func perTask(_ count: Int) -> [Int] {
        cells.withLock { cells in (0..<count).map { cells[$0] ?? 0 } }
    }
}

private final class Cells: Sendable {
    let values: Mutex<[Int]>

    init(_ count: Int) {
        values = Mutex([Int](repeating: 0, count: count))
    }
}

@Suite(.timeLimit(.minutes(2))) struct ThreadTeamTests {
    @Test(arguments: [1, 2, 3, 4], [1, 2, 7, 200_000])
    func runsEveryTaskOncePerRun(count: Int, taskCount: Int) {
        let team = ThreadTeam(count: count)
        #expect(team.count == count)
        let counts = Counts()
        let job = counts.job(taskCount)
        let runCount = taskCount > 1000 ? 1 : 50
        for _ in 0..<runCount { team.run(job) }
        #expect(counts.perTask(taskCount) == [Int](repeating: runCount, count: taskCount))
    }

    @Test(arguments: [2, 4])
    func beginsAPhaseWhenThePreviousOneIsDone(count: Int) {
        let team = ThreadTeam(count: count)
        let cells = Cells(8)
        let early = Cells(1)
        let phases = (0..<200).map { phase in
            // Some phases have fewer tasks than there are workers, and some have none.
            TeamJob.Phase(taskCount: phase % 4 == 3 ? 0 : phase % 3 == 2 ? 1 : 8) { task, _ in
                guard phase % 3 != 2 else { return }
                let before = stride(from: phase - 1, through: 0, by: -1).first { $0 % 3 != 2 && $0 % 4 != 3 }
                let isEarly = cells.values.withLock { values in
                    defer { values[task] = phase + 1 }
                    return values.contains { $0 < (before ?? -1) + 1 }
                }
                if isEarly { early.values.withLock { $0[0] += 1 } }
            }
        }
        for _ in 0..<10 {
            cells.values.withLock { $0 = [Int](repeating: 0, count: 8) }
            team.run(TeamJob(phases))
        }
        #expect(early.values.withLock { $0[0] } == 0)
    }

    @Test func doesNotWaitForThreadsThatHaveNotBegun() {
        let team = ThreadTeam(count: 4)
        let other = Cells(1)
        // The caller performs the remaining tasks while another thread is held up in one.
        let isHeld = Atomic<Bool>(true)
        let doneByCaller = Atomic<Int>(0)
        team.run(
            TeamJob([
                TeamJob.Phase(taskCount: 64) { task, worker in
                    if worker == 0 {
                        if doneByCaller.add(1, ordering: .relaxed).newValue == 2 {
                            isHeld.store(false, ordering: .releasing)
                        }
                    } else {
                        while isHeld.load(ordering: .acquiring) { tegata_pause() }
                    }
                    other.values.withLock { $0[0] += 1 }
                }
            ]))
        #expect(other.values.withLock { $0[0] } == 64)
        #expect(doneByCaller.load(ordering: .relaxed) >= 2)
    }

    @Test func clampsThreadCounts() {
        #expect(ThreadTeam(count: 0).count == 1)
        #expect(ThreadTeam(count: -3).count == 1)
        #expect((1...4).contains(ThreadTeam().count))
    }

    @Test func runsAndEndsWhileItsThreadsSleep() async throws {
        let team = ThreadTeam(count: 4)
        try await Task.sleep(for: .milliseconds(20))
        let counts = Counts()
        team.run(counts.job(4))
        #expect(counts.perTask(4) == [1, 1, 1, 1])
    }

    @Test func serialisesCallersOnSeveralThreads() async {
        let team = ThreadTeam(count: 2)
        let counts = Counts()
        let job = counts.job(2)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask { for _ in 0..<100 { team.run(job) } }
            }
        }
        #expect(counts.perTask(2) == [400, 400])
    }

    @Test func runsTeamsOfSeveralPipelines() async {
        let counts = Counts()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<3 {
                group.addTask {
                    let team = ThreadTeam(adaptingUpTo: 3)
                    let job = counts.job(5)
                    for _ in 0..<200 { team.run(job) }
                }
            }
        }
        #expect(counts.perTask(5) == [Int](repeating: 600, count: 5))
    }

    @Test func flushesDenormalsOnAllThreadsIfAsked() {
        let team = ThreadTeam(count: 3)
        let small = Cells(2)
        for flushes in [true, false] {
            team.run(
                TeamJob(
                    [
                        TeamJob.Phase(taskCount: 300) { task, _ in
                            let product = Float.leastNormalMagnitude * Float(task % 2 + 1) / 4
                            if product != 0 { small.values.withLock { $0[flushes ? 0 : 1] += 1 } }
                        }
                    ], flushesDenormals: flushes))
        }
        #expect(small.values.withLock { $0 } == [0, 300])
    }

    @Test func restoresTheFloatingPointState() {
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

@Suite struct TeamWidthTests {
    /// Simulates runs. `cost` returns how long a run takes at a width and how long the caller sleeps, in microseconds.
    private func runs(
        _ width: inout TeamWidth, for milliseconds: Int, from start: UInt64, _ cost: (Int) -> (UInt64, UInt64)
    )
        -> (last: Int, end: UInt64)
    {
        var now = start
        var last = 0
        while now < start + UInt64(milliseconds) * 1_000_000 {
            last = width.next(of: 4, at: now)
            let (time, slept) = cost(last)
            width.note(slept * 1000, start: now, end: now + time * 1000)
            now += time * 1000
        }
        return (last, now)
    }

    @Test func leavesOutLateThreadsUntilTheyPayOff() {
        var width = TeamWidth()
        let quiet = runs(&width, for: 500, from: 0) { (UInt64(8000 / $0), 0) }
        #expect(quiet.last == 4)
        // More threads are slower, and the caller waits.
        let loaded = runs(&width, for: 3000, from: quiet.end) { (UInt64(4000 + 4000 * $0), $0 > 1 ? 8000 : 0) }
        #expect(loaded.last == 1)
        let again = runs(&width, for: 12_000, from: loaded.end) { (UInt64(8000 / $0), 0) }
        #expect(again.last == 4)
    }

    @Test func keepsLateThreadsIfTheyAreStillFaster() {
        var width = TeamWidth()
        // Threads are late, but still faster than fewer threads.
        var counts: [Int: Int] = [:]
        _ = runs(&width, for: 20_000, from: 0) { count in
            counts[count, default: 0] += 1
            return (UInt64(8000 / count), 1500)
        }
        let all = counts.values.reduce(0, +)
        #expect((counts[4] ?? 0) * 20 > all * 19)
    }
}
