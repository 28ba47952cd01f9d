import TegataFormats
import TegataGraph

/// A network of one operator that must be refused, and how.
struct BadNode: Sendable {
    let network: OneOperator
    let problem: GraphError.Problem

    init(
        _ builtin: BuiltinOperator, version: Int = 1, _ inputs: [OneOperator.Operand?],
        _ options: OneOperator.Options? = nil,
        outputs: [[Int]] = [[1]], gives problem: GraphError.Problem
    ) {
        network = OneOperator(builtin, version: version, inputs, options, outputs: outputs)
        self.problem = problem
    }

    /// The error that the network must give.
    var error: GraphError {
        let place = GraphError.Node(
            index: 0, operatorName: network.builtin.name, outputName: network.outputs.isEmpty ? "" : "output 0")
        return GraphError(file: network.file, node: place, problem: problem)
    }
}
