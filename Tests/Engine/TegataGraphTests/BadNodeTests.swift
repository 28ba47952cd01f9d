import TegataFormats
import TegataGraph
import Testing

/// A network with one operator that must be rejected, and the expected problem.
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

    /// The expected error.
    var error: GraphError {
        let place = GraphError.Node(
            index: 0, operatorName: network.builtin.name, outputName: network.outputs.isEmpty ? "" : "output 0")
        return GraphError(file: network.file, node: place, problem: problem)
    }
}

/// Operators that must be rejected when a network is loaded.
struct BadNodeTests {
    @Test func reportsTheExactError() throws {
        for node in badNodes {
            let model = try node.network.model()
            do {
                _ = try Graph(model, file: node.network.file)
                Issue.record("no error, expected: \(node.error)")
            } catch {
                #expect(error == node.error)
            }
        }
    }

    @Test(arguments: [5, 32, 75, 130, 500] as [Int32])
    func namesUnsupportedOperators(_ number: Int32) {
        let node = BadNode(BuiltinOperator(rawValue: number), [.given([1])], gives: .unsupportedOperator)
        #expect(throws: node.error) { _ = try node.network.graph() }
    }
}
