import TegataHandCommands
import TegataInference
import TegataTool

/// A network to time.
struct BenchmarkedNetwork {
    /// The name that the user specified.
    let name: String
    let network: Network
    let session: Session
    /// The time in milliseconds from opening the file until the network is ready to run; the median of several loads.
    let loadMilliseconds: Double

    /// Loads the network `loads` times and keeps the last one.
    init(_ name: String, _ options: NetworkOptions, team: ThreadTeam, loads: Int) throws {
        var times: [UInt64] = []
        var loaded: Network?
        for _ in 0..<loads {
            loaded = nil
            let start = System.nanoseconds()
            loaded = try Network(at: name, options)
            times.append(System.nanoseconds() - start)
        }
        guard let loaded else { preconditionFailure("a network is loaded at least once") }
        self.name = name
        network = loaded
        session = Session(loaded, team: team)
        loadMilliseconds = milliseconds(median(times))
        fillInputs()
    }

    /// Fills float inputs with deterministic noise from 0 to 1. All other inputs stay 0.
    private func fillInputs() {
        var generator = NoiseGenerator()
        for (index, input) in network.inputs.enumerated() where input.elementType == "float32" {
            let elements = session.inputFloats(index)
            for position in elements.indices { elements[position] = generator.next() }
        }
    }

    /// Returns the times of single runs, after some warm-up runs.
    func time(iterations: Int) -> RunTimes {
        // Without a trace, nothing is called between the session and the clock.
        guard session.team.trace != nil else { return time(iterations) { session.run() } }
        return time(iterations, session.recordedRun(name))
    }

    @inline(__always)
    private func time(_ iterations: Int, _ run: () -> Void) -> RunTimes {
        for _ in 0..<Self.warmUpRuns { run() }
        var times = [UInt64](repeating: 0, count: iterations)
        for index in times.indices {
            let start = System.nanoseconds()
            run()
            times[index] = System.nanoseconds() - start
        }
        return RunTimes(times, multiplyAccumulates: network.multiplyAccumulates)
    }

    /// Returns the median time of each step of the plan over `iterations` runs, in nanoseconds.
    func profile(iterations: Int) -> [UInt64] {
        for _ in 0..<Self.warmUpRuns { _ = session.profile() }
        let runs = (0..<iterations).map { _ in session.profile() }
        return network.plan.steps.indices.map { step in median(runs.map { $0[step] }) }
    }

    private static let warmUpRuns = 10
}

/// A generator that produces the same noise on every machine and in every run (SplitMix64).
struct NoiseGenerator {
    private var state: UInt64 = 0

    /// Returns a number from 0 to just below 1.
    mutating func next() -> Float {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        mixed ^= mixed >> 31
        return Float(mixed >> 40) / Float(1 << 24)
    }
}
