import GraphOracle
import TegataFormats
import TegataGraph
import Testing

/// Cases that LiteRT leaves undefined or treats differently.
struct EvaluationTests {
    /// LiteRT aborts such runs. Tegata continues and returns NaN for the invalid indices.
    @Test func returnsNaNForIndicesOutOfRange() throws {
        let network = OneOperator(.gather, [.given([3, 2]), .given([4], .int32)], outputs: [[4, 2]])
        let graph = try network.graph()
        let interpreter = ReferenceInterpreter(graph)
        interpreter.view(of: graph.inputs[0]).setFloats([1, 2, 3, 4, 5, 6])
        let places: [Int32] = [2, -1, 3, .max]
        places.withUnsafeBytes { interpreter.view(of: graph.inputs[1]).unsafeBytes.copyMemory(from: $0) }
        interpreter.run()
        let results = interpreter.view(of: graph.outputs[0]).floats
        #expect(Array(results.prefix(2)) == [5, 6])
        #expect(results.map(\.isNaN) == [false, false] + [Bool](repeating: true, count: 6))
    }

    @Test func returnsZeroIntegersForIndicesOutOfRange() throws {
        let network = OneOperator(.gather, [.given([2], .uint8), .given([3], .int64)], outputs: [[3]])
        let graph = try network.graph()
        let interpreter = ReferenceInterpreter(graph)
        interpreter.view(of: graph.inputs[0]).unsafeBytes.copyBytes(from: [7, 9])
        let places: [Int64] = [.min, 1, 2]
        places.withUnsafeBytes { interpreter.view(of: graph.inputs[1]).unsafeBytes.copyMemory(from: $0) }
        interpreter.run()
        #expect(Array(interpreter.view(of: graph.outputs[0]).unsafeBytes) == [0, 9, 0])
    }

    @Test func acceptsNegativeBetaOfSoftmax() throws {
        let network = OneOperator(.softmax, [.given([3])], .init(9, [0: .float(-2)]), outputs: [[3]])
        let graph = try network.graph()
        let interpreter = ReferenceInterpreter(graph)
        interpreter.view(of: graph.inputs[0]).setFloats([400, 400, 900])
        interpreter.run()
        #expect(interpreter.view(of: graph.outputs[0]).floats == [0.5, 0.5, 0])
    }
}
