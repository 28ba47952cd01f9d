import TegataHandCommands
import TegataHands
import TegataInference
import TegataKernelABI
import TegataKernelSelection
import TegataReport
import TegataSystem
import TegataTool

/// Measures the steps of networks with several numbers of threads and in each precision, for a page.
struct ProfileSweep {
    let options: NetworkOptions
    let iterations: Int
    /// One thread, and powers of two up to the most threads.
    private let threadCounts: [Int]
    private let precisions: [HandPrecision]

    init(_ options: NetworkOptions, iterations: Int, mostThreads: Int) {
        self.options = options
        self.iterations = iterations
        threadCounts = Array(sequence(first: 1) { 2 * $0 }.prefix { $0 <= mostThreads })
        // OpenBLAS computes in single precision only.
        precisions = [.single] + [HandPrecision.half, .int8].filter { options.backend != .blas && $0.isSupported }
    }

    func page(of networks: [String], _ console: Console) throws -> ProfilePage {
        let kernels = try kernelSet(named: options.level)
        let roof = Roof(gigaflops: measurePeak(kernels), gigabytesPerSecond: measureBandwidth(kernels))
        return ProfilePage(
            title: "Where the time goes", level: kernels.level, roof: roof, threadCounts: threadCounts,
            precisions: precisions.map(\.rawValue), networks: try networks.map { try measure($0, console) })
    }

    /// The time of each step in milliseconds, for each number of threads.
    private struct Times {
        let steps: [PlanStep]
        let byThreads: [[Double]]

        var totals: [Double] { byThreads.map { $0.reduce(0, +) } }

        /// Returns the time on one thread of each step that equals one of `others`, in their order.
        func matched(to others: [PlanStep]) -> [Double?] {
            var rest = Array(zip(steps, byThreads.first ?? []))
            return others.map { other in
                rest.firstIndex { $0.0.name == other.name && $0.0.shape == other.shape }.map { rest.remove(at: $0).1 }
            }
        }
    }

    private func measure(_ name: String, _ console: Console) throws -> ProfilePage.Network {
        let all = try precisions.map { precision in
            var options = options
            options.precision = precision.ofNetworks
            var steps: [PlanStep] = []
            let times = try threadCounts.map { count in
                console.status("profiling \(name), \(precision.rawValue), threads: \(count)")
                let network = try BenchmarkedNetwork(name, options, team: ThreadTeam(count: count), loads: 1)
                steps = network.network.plan.steps
                return network.profile(iterations: iterations).map(milliseconds)
            }
            return Times(steps: steps, byThreads: times)
        }
        let others = all.dropFirst().map { $0.matched(to: all[0].steps) }
        let steps = all[0].steps.enumerated().map { index, step in
            ProfiledStep(
                name: step.name, shape: step.shape, kernel: step.kernel, multiplyAccumulates: step.multiplyAccumulates,
                bytesMoved: step.bytesMoved, milliseconds: all[0].byThreads.map { $0[index] },
                others: others.map { $0[index] })
        }
        return ProfilePage.Network(name: name, steps: steps, totals: all.map(\.totals))
    }
}
