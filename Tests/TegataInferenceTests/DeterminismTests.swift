import AllocationCounter
import Synchronization
import TegataInference
import TegataTestSupport
import Testing

/// Fills the inputs of a session with the same numbers for the same seed.
func fillInputs(_ session: Session, of network: Network, seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for index in network.inputs.indices {
        session.withInput(index) { span in
            for position in span.indices { span[position] = Float.random(in: 0..<1, using: &random) }
        }
    }
}

/// The outputs' bits, so that equal means equal.
func outputBits(_ session: Session, of network: Network) -> [[UInt32]] {
    network.outputs.indices.map { session.output($0).map(\.bitPattern) }
}

private let networkNames = ["palm_detection_full.tflite", "hand_landmark_full.tflite", "gesture_embedder.tflite"]

@Suite struct DeterminismTests {
    @Test(.enabled(if: ModelFiles.have("palm_detection_full.tflite", "hand_landmark_full.tflite")), arguments: networkNames)
    func outputsDoNotDependOnThreadsOrRuns(name: String) throws {
        guard ModelFiles.path(name) != nil else { return }
        for backend in NetworkOptions.Backend.allCases {
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

    @Test(.enabled(if: areAllocationsCounted() != 0 && ModelFiles.have("palm_detection_full.tflite")), arguments: networkNames)
    func runsAllocateNothing(name: String) throws {
        guard ModelFiles.path(name) != nil else { return }
        for backend in NetworkOptions.Backend.allCases {
            let network = try Network(ModelFiles.bytes(name), file: name, options: NetworkOptions(backend: backend))
            let team = ThreadTeam(count: 2)
            let session = Session(network, team: team)
            fillInputs(session, of: network, seed: 4)
            session.run()
            let before = allocationsPerWorker(team)
            for _ in 0..<10 { session.run() }
            let after = allocationsPerWorker(team)
            // Reading the counters allocates the array that they are returned in, on this thread, once.
            #expect(zip(after, before).map { $0 - $1 } == zip(allocationsPerWorker(team), after).map { $0 - $1 })
        }
    }

    /// How many allocations each thread of a team has made so far.
    private func allocationsPerWorker(_ team: ThreadTeam) -> [Int] {
        let counts = Mutex([Int](repeating: 0, count: team.count))
        team.run(TeamJob { worker in
            let count = allocationsOnThisThread()
            counts.withLock { $0[worker] = count }
        })
        return counts.withLock { $0 }
    }

    @Test(.enabled(if: areAllocationsCounted() != 0))
    func theCounterCounts() {
        let before = allocationsOnThisThread()
        let array = [Int](repeating: 1, count: Int.random(in: 100...200))
        #expect(array.count >= 100)
        #expect(allocationsOnThisThread() > before)
    }
}
