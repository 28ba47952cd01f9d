import GraphOracle
import TegataBuffers
import TegataFormats
import TegataGraph
import TegataTestSupport
import Testing

struct ConstantFoldingTests {
    private let pool = OneOperator(
        .averagePool2D, [.zeros([1, 8, 8, 1])], .init(5, [1: .int(1), 2: .int(1), 3: .int(8), 4: .int(8)]),
        outputs: [[1, 8, 8, 1]])

    @Test func removesConstantNodes() throws {
        let graph = try pool.graph()
        #expect(graph.nodes.isEmpty)
        #expect(graph.values[graph.outputs[0]].constantView?.floats == [Float](repeating: 0, count: 64))
    }

    @Test func keepsNodesAboveTheFoldingLimits() throws {
        var limits = GraphLimits()
        // 64 elements in, 64 out, and 64 windows of 8×8 taps, except for the taps above and to the left of the image.
        limits.foldedOperations = 128
        #expect(try pool.graph(limits: limits).nodes.count == 1)
        limits = GraphLimits()
        limits.foldedBytesPerFileByte = 0
        #expect(try pool.graph(limits: limits).nodes.count == 1)
    }

    /// Each reduced axis costs operations, except for axes with one element.
    @Test func countsTheAxesOfConstantReductions() throws {
        func sum(_ shape: [Int]) throws -> Graph {
            var builder = TFLiteBuilder()
            let count = shape.reduce(1, *)
            let numbers = builder.tensor("x", shape, data: [Float](repeating: 1, count: count))
            let axes = builder.tensor("axes", [shape.count], int32: (0..<Int32(shape.count)).map { $0 })
            let y = builder.tensor("y", [])
            builder.operation(.sum, inputs: [numbers, axes], outputs: [y], options: (27, [:]))
            builder.outputs = [y]
            var limits = GraphLimits()
            limits.foldedOperations = 100
            return try Graph(
                TFLiteModel(bytes: Bytes(builder.bytes()), file: "a.tflite"), file: "a.tflite", limits: limits)
        }
        #expect(try sum([2, 1, 1, 1, 1, 8]).nodes.isEmpty)
        #expect(try sum([16]).nodes.isEmpty)
        // Five axes and 32 elements.
        #expect(try sum([2, 2, 2, 2, 2]).nodes.count == 1)
    }

    /// Float16 weights of published networks take half the memory until they are packed.
    @Test func keepsFloat16Constants() throws {
        var builder = TFLiteBuilder()
        let stored = builder.tensor("stored", [2], halfBits: [0x3C00, 0xC100])
        let wide = builder.tensor("wide", [2])
        let input = builder.tensor("input", [2])
        let sum = builder.tensor("sum", [2])
        builder.operation(.dequantize, inputs: [stored], outputs: [wide])
        builder.operation(.add, inputs: [input, wide], outputs: [sum])
        builder.inputs = [input]
        builder.outputs = [sum]
        let graph = try Graph(TFLiteModel(bytes: Bytes(builder.bytes()), file: "halves.tflite"), file: "halves.tflite")
        #expect(graph.nodes.map(\.bound.builtin) == [.add])
        #expect(graph.values[wide].constant?.element == .float16)
        let interpreter = ReferenceInterpreter(graph)
        interpreter.view(of: graph.inputs[0]).setFloats([1, 1])
        interpreter.run()
        #expect(interpreter.view(of: graph.outputs[0]).floats == [2, -1.5])
    }
}
