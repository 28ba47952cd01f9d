import GraphOracle
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
    /// What is farther off than this is wrong, whatever its terms are: those of a deep network are so large that they
    /// would excuse anything. Of 100,000 networks one was 4.5e-3 off: sums of 2,464 products that an activation cut to
    /// 1, where rounding is 2e-5, and then cancelled each other out to 3e-3.
    private static let boundByTerms: Float = 1e-2
    /// A unit in the last place, up or down; by chance an output may not move.
    private static let movement: Float = 0x1p-23
    private static let movements = 8

    /// The largest difference by the largest magnitude of an output. An output that would exceed the bound may be small
    /// because its terms cancel out, which no order of additions mends: it is measured by its terms then, or by how far
    /// the naive evaluation moves with its inputs, whichever is more.
    package private(set) var worstError: Float = 0
    /// How many outputs were measured in one of these ways.
    package private(set) var countByTerms = 0
    /// Levels whose sums must be the same to the bit and are not.
    package private(set) var unequalLevels: [String] = []
    /// What the network was given, each input by itself.
    package let inputs: [[Float]]
    /// What levels that fuse multiplications with additions made of it; nil where the processor has none of them.
    package private(set) var fusedOutputs: [[Float]]?

    /// Runs the network on all levels of this processor; those that fuse multiplications with additions must agree to
    /// the bit, and so must two threads with one.
    package init(_ randomNetwork: RandomNetwork, bound: Float, seed: UInt64) throws {
        let model = try TFLiteModel(bytes: Bytes(randomNetwork.bytes()), file: "random.tflite")
        let graph = try Graph(model, file: "random.tflite")
        var random = SplitMix64(seed: seed)
        inputs = graph.inputs.map { input in
            (0..<graph.values[input].type.shape.count).map { _ in random.float() }
        }
        let expected = Self.evaluate(graph, inputs)
        var errors = [Float](repeating: 0, count: expected.count)
        for level in kernelLevels() where level.isSupported {
            for threadCount in Self.threadCounts(seed) {
                let network = try Network(model, file: "random.tflite", options: NetworkOptions(level: level.name))
                let outputs = Self.run(network, inputs, threadCount: threadCount, outputCount: expected.count)
                for place in outputs.indices {
                    errors[place] = max(errors[place], expected[place].relativeError(of: outputs[place]))
                }
                guard level.name != "baseline" else { continue }
                if let fusedOutputs, !fusedOutputs.elementsEqual(outputs, by: Self.areEqual) {
                    unequalLevels.append("\(level.name) on \(threadCount)")
                }
                fusedOutputs = outputs
            }
        }
        if let worst = errors.max(), worst > bound, worst <= Self.boundByTerms {
            let ofTerms = try TFLiteModel(bytes: Bytes(randomNetwork.ofMagnitudes.bytes()), file: "terms.tflite")
            let terms = Self.evaluate(try Graph(ofTerms, file: "terms.tflite"), inputs.map { $0.map(abs) })
            // Where an activation cuts the sums, the terms are not to be seen in the output. Products of inputs that
            // are moved by a unit in the last place move as those do that are rounded.
            let moved = (0..<Self.movements).map { _ in
                Self.evaluate(
                    graph, inputs.map { $0.map { $0 * (1 + (random.float() < 0 ? -Self.movement : Self.movement)) } })
            }
            for place in errors.indices where errors[place] > bound {
                countByTerms += 1
                let byTerms = expected[place].magnitude / max(expected[place].magnitude, terms[place].magnitude)
                let movement = moved.map { expected[place].relativeError(of: $0[place].values) }.max() ?? 0
                errors[place] *= min(byTerms, bound / max(bound, movement))
            }
        }
        worstError = errors.max() ?? 0
    }

    /// How many multiplications by weights a network asks for.
    package static func multiplyAccumulates(of network: RandomNetwork) throws -> Int {
        try Graph(TFLiteModel(bytes: Bytes(network.bytes()), file: "random.tflite"), file: "random.tflite")
            .multiplyAccumulates
    }

    /// What the naive evaluation makes of inputs.
    static func evaluate(_ graph: Graph, _ inputs: [[Float]]) -> [ExpectedOutput] {
        let oracle = ReferenceInterpreter(graph)
        for (input, values) in zip(graph.inputs, inputs) {
            let view = oracle.view(of: input)
            for place in values.indices { view[place] = values[place] }
        }
        oracle.run()
        return graph.outputs.enumerated().map { index, output in
            let view = oracle.view(of: output)
            return ExpectedOutput(index: index, values: (0..<view.count).map { view[$0] })
        }
    }

    /// Threads take long to start, so that most networks run on one.
    private static func threadCounts(_ seed: UInt64) -> [Int] { seed % 16 == 0 ? [1, 2] : [1] }

    static func run(
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
