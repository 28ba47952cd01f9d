import TegataBuffers
import TegataFormats
import TegataGraph
import TegataInference
import TegataKernelSelection
import TegataTestSupport

/// What every CPU level makes of a network, beside the naive evaluation.
package struct NetworkComparison: Sendable {
    /// How far outputs of networks may be from the naive evaluation, by the largest magnitude of the output: sums of
    /// sums lose a little more than those of one operator.
    package static let bound: Float = 5e-4
    package static let boundOfOperators: Float = 1e-4

    /// The largest difference by the largest magnitude of an output.
    package private(set) var worstError: Float = 0
    /// Levels whose sums must be the same to the bit and are not.
    package private(set) var unequalLevels: [String] = []

    /// Runs the network of a file on all levels of this processor; those that fuse multiplications with additions must
    /// agree to the bit, and so must two threads with one.
    package init(_ bytes: [UInt8], seed: UInt64) throws {
        let model = try TFLiteModel(bytes: Bytes(bytes), file: "random.tflite")
        let graph = try Graph(model, file: "random.tflite")
        let oracle = ReferenceInterpreter(graph)
        var random = SplitMix64(seed: seed)
        var inputs: [[Float]] = []
        for input in graph.inputs {
            let view = oracle.view(of: input)
            inputs.append((0..<view.count).map { _ in random.float() })
            for place in 0..<view.count { view[place] = inputs[inputs.count - 1][place] }
        }
        oracle.run()
        let expected = graph.outputs.enumerated().map { index, output in
            let view = oracle.view(of: output)
            return ExpectedOutput(index: index, values: (0..<view.count).map { view[$0] })
        }
        var fused: [[Float]]?
        for level in kernelLevels() where level.isSupported {
            for threadCount in Self.threadCounts(seed) {
                let network = try Network(model, file: "random.tflite", options: NetworkOptions(level: level.name))
                let outputs = Self.run(network, inputs, threadCount: threadCount, outputCount: expected.count)
                for (output, expected) in zip(outputs, expected) {
                    worstError = max(worstError, expected.relativeError(of: output))
                }
                guard level.name != "baseline" else { continue }
                if let fused, !fused.elementsEqual(outputs, by: Self.areEqual) {
                    unequalLevels.append("\(level.name) on \(threadCount)")
                }
                fused = outputs
            }
        }
    }

    /// Threads take long to start, so that most networks run on one.
    private static func threadCounts(_ seed: UInt64) -> [Int] { seed % 16 == 0 ? [1, 2] : [1] }

    private static func run(
        _ network: Network, _ inputs: [[Float]], threadCount: Int, outputCount: Int
    ) -> [[Float]] {
        let session = Session(network, team: ThreadTeam(count: threadCount))
        for (index, values) in inputs.enumerated() {
            session.withInput(index) { span in
                for place in values.indices { span[place] = values[place] }
            }
        }
        session.run()
        return (0..<outputCount).map { session.output($0) }
    }

    private static func areEqual(_ one: [Float], _ other: [Float]) -> Bool {
        one.elementsEqual(other) { $0.bitPattern == $1.bitPattern }
    }
}
