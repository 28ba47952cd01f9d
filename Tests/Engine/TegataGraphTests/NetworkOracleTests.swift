import GraphOracle
import TegataGraph
import TegataTestSupport
import Testing

/// Compares the naive evaluators with LiteRT on whole networks: small networks on every input, slow ones only on the
/// real input.
struct NetworkOracleTests {
    @Test(.enabled(if: !NetworkGolden.present.isEmpty), arguments: NetworkGolden.present)
    func agreesWithLiteRT(_ golden: NetworkGolden) throws {
        let file = golden.presentFiles[0]
        let graph = try Graph(NetworkGolden.model(file), file: file)
        let interpreter = ReferenceInterpreter(graph)
        for example in try golden.cases(inputCounts: graph.inputs.map { graph.values[$0].type.shape.count }) {
            guard graph.multiplyAccumulates < 10_000_000 || example.name == "real" else { continue }
            for (input, values) in zip(graph.inputs, example.inputs) {
                interpreter.view(of: input).setFloats(values)
            }
            interpreter.run()
            #expect(example.outputs.count == graph.outputs.count)
            for output in example.outputs {
                let results = interpreter.view(of: graph.outputs[output.index]).floats
                #expect(output.relativeError(of: results) <= 1e-5, "\(example.name), output \(output.index)")
            }
        }
    }

    /// All files with the same network have the same graph, regardless of their metadata.
    @Test(.enabled(if: !NetworkGolden.present.isEmpty), arguments: NetworkGolden.present)
    func loadsFromEveryFile(_ golden: NetworkGolden) throws {
        let graphs = try golden.presentFiles.map { try Graph(NetworkGolden.model($0), file: $0) }
        for graph in graphs {
            #expect(graph.nodes.count == graphs[0].nodes.count)
            #expect(graph.multiplyAccumulates == graphs[0].multiplyAccumulates)
        }
    }
}

extension TensorView {
    /// The elements of a float tensor.
    var floats: [Float] { (0..<count).map { self[$0] } }

    func setFloats(_ values: [Float]) {
        precondition(values.count == count)
        for (index, value) in values.enumerated() { self[index] = value }
    }
}
