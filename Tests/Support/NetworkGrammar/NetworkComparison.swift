import GraphOracle
import TegataBuffers
import TegataFormats
import TegataGraph
import TegataInference
import TegataKernelSelection
import TegataTestSupport

/// Compares every CPU level with the naive evaluation of a network.
package struct NetworkComparison: Sendable {
    /// The largest allowed error of a network's outputs, relative to the largest magnitude of the output. It is larger
    /// than the bound of a single operator, because sums of sums lose a little more.
    package static let bound: Float = 5e-4
    package static let boundOfOperators: Float = 1e-4
    /// The error that is wrong whatever the terms are, because the terms of a deep network are large enough to excuse
    /// anything. In 100,000 networks, one error was 4.5e-3: an activation cut sums of 2,464 products to 1, where
    /// rounding is 2e-5, and these then cancelled each other out to 3e-3.
    private static let boundByTerms: Float = 1e-2
    /// One unit in the last place, up or down. By chance, an output may not change at all.
    private static let movement: Float = 0x1p-23
    private static let movements = 8

    /// The largest error, relative to the largest magnitude of an output. An output can exceed the bound because its
    /// terms cancel out, in any order of additions. In that case the error is measured relative to the terms, or
    /// relative to how far the naive evaluation moves with its inputs, whichever is more.
    package private(set) var worstError: Float = 0
    /// The number of outputs measured in one of these ways.
    package private(set) var countByTerms = 0
    /// Levels whose sums must be the same to the bit but are not.
    package private(set) var unequalLevels: [String] = []
    /// The values of each input of the network.
    package let inputs: [[Float]]
    /// The outputs of levels with fused multiply-add, or nil if the processor supports none of them.
    package private(set) var fusedOutputs: [[Float]]?

    /// Runs the network on all levels of this processor. Levels with fused multiply-add must agree to the bit, and so
    /// must one thread and two threads.
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
            // If an activation cuts the sums, the output does not show the size of the terms. In that case, moving the
            // inputs by one unit in the last place changes their products as much as rounding does.
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

    /// Returns the number of multiplications by weights in a network.
    package static func multiplyAccumulates(of network: RandomNetwork) throws -> Int {
        try Graph(TFLiteModel(bytes: Bytes(network.bytes()), file: "random.tflite"), file: "random.tflite")
            .multiplyAccumulates
    }

    /// Returns the outputs of the naive evaluation.
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

    /// Returns the thread counts to compare. Starting threads takes a long time, so most networks run on only one
    /// thread.
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
