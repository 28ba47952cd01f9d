import AllocationCounter
import CTegataShims
import Foundation
import NetworkGrammar
import Synchronization
import TegataBuffers
import TegataInference
import TegataTestSupport
import Testing

/// Fills the inputs of a session with random numbers. Equal seeds give equal numbers.
func fillInputs(_ session: Session, of network: Network, seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for index in network.inputs.indices {
        session.withInput(index) { span in
            for position in span.indices { span[position] = Float.random(in: 0..<1, using: &random) }
        }
    }
}

/// Returns the bits of the outputs, so that equal means bitwise equal.
func outputBits(_ session: Session, of network: Network) -> [[UInt32]] {
    network.outputs.indices.map { session.output($0).map(\.bitPattern) }
}

private let networkNames = ["palm_detection_full.tflite", "hand_landmark_full.tflite", "gesture_embedder.tflite"]
    .filter { ModelFiles.have($0) }

@Suite struct DeterminismTests {
    @Test(
        .enabled(if: !networkNames.isEmpty),
        arguments: networkNames)
    func outputsDoNotDependOnThreadsOrRuns(name: String) throws {
        for backend in [NetworkOptions.Backend.simd, .blas] {
            let network = try Network(ModelFiles.bytes(name), file: name, options: NetworkOptions(backend: backend))
            var expected: [[UInt32]]?
            for threads in [1, 2, 4] {
                let session = Session(network, team: ThreadTeam(count: threads))
                fillInputs(session, of: network, seed: 3)
                for _ in 0..<(threads == 1 && backend == .simd ? 100 : 5) {
                    session.run()
                    let bits = outputBits(session, of: network)
                    #expect(bits == expected ?? bits)
                    expected = bits
                }
            }
        }
    }

    /// Runs the sessions one after another, each with fresh inputs.
    @Test(.enabled(if: !networkNames.isEmpty))
    func keepsResultsOfSessionsThatShareMemory() throws {
        let team = ThreadTeam(count: 2)
        let networks = try networkNames.map { try Network(ModelFiles.bytes($0), file: $0) }
        let memory = SessionMemory(for: networks, team: team)
        let sessions = networks.map { Session($0, team: team, in: memory) }
        for _ in 0..<2 {
            for (network, session) in zip(networks, sessions) {
                let alone = Session(network, team: team)
                for each in [alone, session] {
                    fillInputs(each, of: network, seed: 7)
                    each.run()
                }
                #expect(outputBits(session, of: network) == outputBits(alone, of: network))
            }
        }
    }

    /// Every thread of a team runs its own session at the same time.
    @Test(
        .enabled(if: !networkNames.isEmpty),
        arguments: networkNames)
    func givesTheSameBitsOnSingleThreads(name: String) throws {
        let network = try Network(ModelFiles.bytes(name), file: name, options: NetworkOptions(backend: .simd))
        let session = Session(network, team: ThreadTeam(count: 3))
        fillInputs(session, of: network, seed: 5)
        session.run()
        let expected = outputBits(session, of: network)
        let sessions = (0..<session.team.count).map { worker in
            Session(
                network, team: ThreadTeam(count: 1),
                in: worker == 0 ? session.memory : SessionMemory(for: [network], team: ThreadTeam(count: 1)))
        }
        for single in sessions[1...] {
            for index in network.inputs.indices {
                _ = single.inputFloats(index).update(fromContentsOf: session.inputFloats(index))
            }
        }
        for index in network.outputs.indices { session.outputFloats(index).update(repeating: .nan) }
        nonisolated(unsafe) let runs = sessions
        let job = TeamJob(taskCount: sessions.count) { runs[$0].run() }
        for _ in 0..<3 { session.team.run(job) }
        for single in sessions {
            #expect(network.outputs.indices.map { single.outputFloats($0).map(\.bitPattern) } == expected)
        }
    }

    @Test(
        .enabled(if: areAllocationsCounted() != 0 && !networkNames.isEmpty),
        arguments: networkNames)
    func allocatesNothingDuringRuns(name: String) throws {
        for backend in [NetworkOptions.Backend.simd, .blas] {
            let network = try Network(ModelFiles.bytes(name), file: name, options: NetworkOptions(backend: backend))
            let team = ThreadTeam(count: 2)
            let session = Session(network, team: team)
            fillInputs(session, of: network, seed: 4)
            session.run()
            let counter = WorkerAllocations(team)
            counter.note(round: 0)
            for _ in 0..<10 { session.run() }
            counter.note(round: 1)
            #expect(counter.between == [0, 0])
        }
    }

    /// Counts the allocations of each thread in a team between two moments. Counting allocates nothing.
    private final class WorkerAllocations: @unchecked Sendable {
        private let team: ThreadTeam
        private let cells: UnsafeMutablePointer<Int>
        private var jobs: [TeamJob] = []

        init(_ team: ThreadTeam) {
            self.team = team
            cells = .allocate(capacity: 2 * team.count)
            cells.initialize(repeating: 0, count: 2 * team.count)
            let (cells, count) = (Address(pointer: cells), team.count)
            let begun = Begun()
            jobs = (0..<2).map { round in
                TeamJob([
                    TeamJob.Phase(taskCount: count) { _, worker in
                        // Wait until all tasks have begun, so that no thread does two of them.
                        begun.count.add(1, ordering: .relaxed)
                        while begun.count.load(ordering: .relaxed) < (round + 1) * count { tegata_pause() }
                        cells.pointer[round * count + worker] = allocationsOnThisThread()
                    }
                ])
            }
        }

        deinit { cells.deallocate() }

        private final class Begun: Sendable {
            let count = Atomic<Int>(0)
        }

        private struct Address: @unchecked Sendable {
            let pointer: UnsafeMutablePointer<Int>
        }

        func note(round: Int) {
            team.run(jobs[round])
        }

        var between: [Int] {
            (0..<team.count).map { cells[team.count + $0] - cells[$0] }
        }
    }

    /// The environment variable `TEGATA_LATE_RUNS` sets the number of runs.
    @Test func toleratesLateThreadsAtAnyTask() throws {
        let runCount = ProcessInfo.processInfo.environment["TEGATA_LATE_RUNS"].flatMap { Int($0) } ?? 2000
        for seed in 0..<20 as Range<UInt64> {
            let bytes = RandomNetwork(seed: seed, operatorCount: 4, hasViews: true).bytes()
            let network = try Network(Bytes(bytes), file: "random.tflite")
            let session = Session(network, team: ThreadTeam(count: seed % 2 == 0 ? 2 : 3))
            fillInputs(session, of: network, seed: seed)
            Session(network, team: ThreadTeam(count: 1), in: session.memory).run()
            let expected = outputBits(session, of: network)
            let calls = Calls()
            let job = TeamJob(
                session.phases.map { phase in
                    TeamJob.Phase(taskCount: phase.taskCount) { task, worker in
                        if worker > 0 { calls.delay() }
                        phase.work(task, worker)
                        if worker > 0 { calls.delay() }
                    }
                }, flushesDenormals: true)
            for _ in 0..<runCount / 20 {
                session.team.run(job)
                guard outputBits(session, of: network) == expected else {
                    Issue.record("network \(seed) gives different bits")
                    break
                }
            }
        }
    }

    /// Pseudorandom delays.
    private final class Calls: Sendable {
        private let count = Atomic<UInt64>(0)

        func delay() {
            var random = SplitMix64(seed: count.add(1, ordering: .relaxed).newValue)
            let number = random.next()
            if number % 4 == 0 { for _ in 0..<number >> 32 % 2000 { tegata_pause() } }
            if number % 1000 == 1 { usleep(200) }
        }
    }

    @Test(.enabled(if: areAllocationsCounted() != 0))
    func countsAllocations() {
        let before = allocationsOnThisThread()
        let array = [Int](repeating: 1, count: Int.random(in: 100...200))
        #expect(array.count >= 100)
        #expect(allocationsOnThisThread() > before)
    }
}
