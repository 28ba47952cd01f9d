import TegataBuffers
import TegataFormats
import TegataTestSupport
import Testing

struct TFLiteModelTests {
    @Test func readsABuiltNetwork() throws {
        var builder = TFLiteBuilder()
        let a = builder.tensor("a", [1, 2, 2, 1])
        let b = builder.tensor("b", [1, 2, 2, 1], data: [1, 2, 3, 4])
        let sum = builder.tensor("sum", [1, 2, 2, 1])
        builder.operation(.add, version: 2, inputs: [a, b, -1], outputs: [sum], options: (11, [0: .int8(1)]))
        builder.inputs = [a]
        builder.outputs = [sum]
        let model = try TFLiteModel(bytes: Bytes(builder.bytes()), file: "add.tflite")
        #expect(model.version == 3)
        #expect(model.description == "made by a test")
        #expect(model.subgraphs.count == 1)
        let graph = model.subgraphs[0]
        #expect(graph.name == "main")
        #expect(graph.inputs == [0])
        #expect(graph.outputs == [2])
        #expect(graph.tensors.map(\.name) == ["a", "b", "sum"])
        #expect(graph.tensors[1].shape == [1, 2, 2, 1])
        #expect(graph.tensors[1].type == .float32)
        #expect(model.buffers[graph.tensors[1].bufferIndex].count == 16)
        let operation = graph.operators[0]
        #expect(operation.code.builtin == .add)
        #expect(operation.code.name == "ADD")
        #expect(operation.code.version == 2)
        #expect(operation.inputs == [0, 1, nil])
        #expect(operation.outputs == [2])
        #expect(operation.optionsType == 11)
        #expect(try operation.options?.int8(0, default: 0) == 1)
        #expect(try operation.options?.bool(1, default: true) == true)
    }

    @Test(.enabled(if: ModelFiles.have("palm_detection_full.tflite")))
    func readsThePalmNetwork() throws {
        let model = try TFLiteModel(bytes: ModelFiles.bytes("palm_detection_full.tflite"), file: "palm")
        let graph = model.subgraphs[0]
        #expect(graph.tensors.count == 413)
        #expect(graph.operators.count == 272)
        #expect(graph.inputs == [0])
        #expect(graph.outputs == [279, 276])
        #expect(model.buffers.count == 286)
        #expect(graph.tensors[0].shape == [1, 192, 192, 3])
    }
}
