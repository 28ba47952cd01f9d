import TegataBuffers
import TegataFormats
import TegataGraph
import TegataTestSupport
import Testing

/// Weights stored as bytes for operators with float inputs.
struct ByteWeightsTests {
    /// Returns a 1×1 convolution from 2 to 3 channels with byte weights.
    private func graph(scales: [Float]?, zeroPoints: [Int64]? = nil, dimension: Int32 = 0) throws -> Graph {
        var builder = TFLiteBuilder()
        let input = builder.tensor("input", [1, 2, 2, 2])
        var fields: [Int: FlatValue] = [:]
        if let scales {
            fields[4] = .table([
                2: .floats(scales), 3: .int64s(zeroPoints ?? scales.map { _ in 0 }), 6: .int32(dimension),
            ])
        }
        let filter = builder.tensor(
            "filter", [3, 1, 1, 2], type: .int8, bytes: [1, 0xFF, 127, 0x81, 0, 0x80], fields: fields)
        let output = builder.tensor("output", [1, 2, 2, 3])
        builder.operation(
            .conv2D, version: 5, inputs: [input, filter], outputs: [output],
            options: (1, [1: .int32(1), 2: .int32(1)]))
        builder.inputs = [input]
        builder.outputs = [output]
        return try Graph(TFLiteModel(bytes: Bytes(builder.bytes()), file: "bytes.tflite"), file: "bytes.tflite")
    }

    private func weights(_ graph: Graph) throws -> Value { graph.values[try #require(graph.nodes[0].inputs[1])] }

    /// Returns the weights as floats.
    private func floats(_ value: Value) throws -> [Float] {
        var value = value
        value.widenConstant()
        #expect(value.byteWeights == nil)
        let view = try #require(value.constantView)
        return (0..<view.count).map { view[$0] }
    }

    @Test func keepsBytesUntilTheyAreWidenedWithChannelScales() throws {
        let value = try weights(graph(scales: [0.5, 2, 1]))
        let bytes = try #require(value.byteWeights)
        #expect(value.type.element == .float32)
        #expect(bytes.hasChannelScales)
        // One of the weights is -128.
        #expect(!bytes.areFactors)
        #expect((0..<3).map { Array(bytes.bytes(ofChannel: $0)) } == [[1, -1], [127, -127], [0, -128]])
        #expect((0..<3).map { bytes.scale(ofChannel: $0) } == [0.5, 2, 1])
        #expect(try floats(value) == [0.5, -0.5, 254, -254, 0, -128])
    }

    @Test func acceptsOneScaleForAllChannels() throws {
        let bytes = try #require(try weights(graph(scales: [0.25])).byteWeights)
        #expect(bytes.hasChannelScales)
        #expect((0..<3).map { bytes.scale(ofChannel: $0) } == [0.25, 0.25, 0.25])
    }

    @Test func hasNoChannelScalesIfInputChannelsHaveThem() throws {
        let value = try weights(graph(scales: [1, 2], dimension: 3))
        #expect(value.byteWeights?.hasChannelScales == false)
        #expect(try floats(value) == [1, -2, 127, -254, 0, -256])
    }

    @Test(arguments: [0, -1, .infinity, -.infinity, .nan] as [Float])
    func rejectsScalesThatAreNotPositive(_ scale: Float) {
        #expect(throws: GraphError.self) { try graph(scales: [1, scale, 1]) }
    }

    @Test func rejectsMissingScalesAndWrongCounts() {
        #expect(throws: GraphError.self) { try graph(scales: nil) }
        #expect(throws: GraphError.self) { try graph(scales: [1, 2]) }
        #expect(throws: GraphError.self) { try graph(scales: [1, 2, 3, 4]) }
        #expect(throws: GraphError.self) { try graph(scales: [1, 2, 3], dimension: 4) }
        #expect(throws: ModelFormatError.self) { try graph(scales: [1, 2, 3], zeroPoints: [0, 0]) }
    }

    @Test func rejectsZeroPoints() {
        #expect(throws: GraphError.self) { try graph(scales: [1, 2, 3], zeroPoints: [0, 1, 0]) }
    }
}
