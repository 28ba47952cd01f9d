import TegataBuffers
import TegataFormats
import TegataGraph
import TegataTestSupport
import Testing

/// Networks with structural errors, with the exact error of each.
struct GraphBuilderTests {
    private func error(_ build: (inout TFLiteBuilder) -> Void) throws -> GraphError? {
        var builder = TFLiteBuilder()
        build(&builder)
        let model = try TFLiteModel(bytes: Bytes(builder.bytes()), file: "bad.tflite")
        do {
            _ = try Graph(model, file: "bad.tflite")
            return nil
        } catch {
            return error
        }
    }

    private func tensorError(_ index: Int, _ name: String, _ reason: String) -> GraphError {
        GraphError(file: "bad.tflite", node: nil, problem: .tensor(index, name: name, reason: reason))
    }

    @Test func rejectsUnsupportedTensors() throws {
        #expect(
            try error { _ = $0.tensor("text", [1], type: .string) }
                == tensorError(0, "text", "element type string is not supported; convert the model to float32"))
        #expect(
            try error { _ = $0.tensor("state", [1], fields: [5: .bool(true)]) }
                == tensorError(0, "state", "variable tensors are not supported; convert the model without state"))
        #expect(
            try error { _ = $0.tensor("holes", [1], fields: [6: .table([:])]) }
                == tensorError(0, "holes", "sparse tensors are not supported; convert the model without sparsity"))
    }

    @Test func rejectsHugeTensors() throws {
        #expect(
            try error { _ = $0.tensor("huge", [1 << 14, 1 << 14]) }
                == GraphError(
                    file: "bad.tflite", node: nil,
                    problem: .tooLarge(what: "tensor 0 (\"huge\")", bytes: 1 << 30, limit: GraphLimits().tensorBytes)))
        #expect(
            try error { _ = $0.tensor("huge", [1 << 16, 1 << 15]) }
                == tensorError(
                    0, "huge", "shape [65536, 32768] has negative extents or too many elements; the file is damaged"))
        // An extent of 0 does not hide the other extents.
        let extents = [0, 1 << 30, 1 << 30]
        #expect(
            try error { _ = $0.tensor("none", extents) }
                == tensorError(
                    0, "none", "shape \(extents) has negative extents or too many elements; the file is damaged"))
    }

    @Test func rejectsConstantEmptyAndRepeatedInputs() throws {
        let reason = "is an input of the network but is constant, empty or listed twice; the file is damaged"
        #expect(try error { $0.inputs = [$0.tensor("weights", [1], data: [1])] } == tensorError(0, "weights", reason))
        #expect(try error { $0.inputs = [$0.tensor("none", [0])] } == tensorError(0, "none", reason))
        #expect(
            try error {
                let input = $0.tensor("input", [1])
                $0.inputs = [input, input]
            } == tensorError(0, "input", reason))
    }

    @Test func rejectsOutputsThatNothingComputes() throws {
        #expect(
            try error { $0.outputs = [$0.tensor("result", [1])] }
                == tensorError(
                    0, "result", "is an output of the network, but nothing computes it; the file is damaged"))
    }

    private func nodeError(_ index: Int, _ output: String, _ attribute: String, _ found: String, _ expected: String)
        -> GraphError
    {
        GraphError(
            file: "bad.tflite", node: GraphError.Node(index: index, operatorName: "RELU", outputName: output),
            problem: .invalidAttribute(attribute, found: found, expected: expected))
    }

    @Test func rejectsOperatorsOutOfOrder() throws {
        #expect(
            try error {
                let later = $0.tensor("later", [1])
                let result = $0.tensor("result", [1])
                $0.operation(.relu, inputs: [later], outputs: [result])
            }
                == nodeError(
                    0, "result", "input 0", "tensor 0, which no earlier operator computes",
                    "a constant, a network input or an earlier result"))
    }

    @Test func rejectsResultsThatShareATensor() throws {
        let found = "tensor 1, which is a constant, a network input, empty or an earlier result"
        #expect(
            try error {
                $0.inputs = [$0.tensor("input", [1])]
                let result = $0.tensor("result", [1])
                $0.operation(.relu, inputs: [0], outputs: [result])
                $0.operation(.relu, inputs: [0], outputs: [result])
            } == nodeError(1, "result", "output", found, "a tensor that nothing else defines"))
        #expect(
            try error {
                $0.inputs = [$0.tensor("input", [1])]
                let constant = $0.tensor("constant", [1], data: [0])
                $0.operation(.relu, inputs: [0], outputs: [constant])
            } == nodeError(0, "constant", "output", found, "a tensor that nothing else defines"))
    }
}
