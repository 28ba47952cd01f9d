import GraphOracle
import TegataGraph
import TegataTestSupport
import Testing

/// Compares the naive evaluators with LiteRT's kernels, one operator at a time.
struct OperatorGoldenTests {
    @Test(arguments: OperatorGolden.operatorNames)
    func agreesWithLiteRT(_ operatorName: String) throws {
        for golden in try OperatorGolden.cases(of: operatorName) {
            let graph = try Graph(golden.model, file: golden.name)
            let interpreter = ReferenceInterpreter(graph)
            #expect(golden.inputs.count == graph.inputs.count && golden.outputs.count == graph.outputs.count)
            for (input, bytes) in zip(graph.inputs, golden.inputs) {
                interpreter.view(of: input).unsafeBytes.copyBytes(from: bytes)
            }
            interpreter.run()
            for (index, output) in graph.outputs.enumerated() {
                let mismatch = golden.mismatch(output: index, Array(interpreter.view(of: output).unsafeBytes))
                #expect(mismatch == nil)
            }
        }
    }

    /// A new operator needs goldens and bad inputs.
    @Test func hasGoldensAndBadNodesForEveryOperator() {
        for definition in operatorList {
            let name = definition.builtin.name
            #expect(
                OperatorGolden.operatorNames.contains(name),
                "\(name) has no cases in Tools/make/goldens/operator_cases.py")
            #expect(
                badNodes.contains { $0.network.builtin == definition.builtin }, "\(name) has no cases in BadNodes.swift"
            )
        }
        #expect(OperatorGolden.operatorNames.count == operatorList.count)
    }
}
