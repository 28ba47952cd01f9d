import TegataBuffers
import TegataFormats
import TegataInference
import TegataQuantization
import TegataTestSupport
import Testing

@Suite struct IntegerNetworkWriterTests {
    private let inputs = SmallNetwork.inputs(12, seed: 1)
    private let inputRange: ClosedRange<Float> = -3...3

    private func integers(
        _ network: NetworkFile, _ inputs: [[Float]], wideCount: Int, hasIntegerInterface: Bool = false
    )
        throws -> TFLiteModel
    {
        let quantizer = try NetworkQuantizer(network, team: ThreadTeam(count: 1))
        let bytes = try quantizer.writeIntegers(
            for: inputs, inputRange: inputRange, wideCount: wideCount, hasIntegerInterface: hasIntegerInterface,
            remark: "Integers."
        ) {}
        return try TFLiteModel(bytes: Bytes(bytes), file: "integers.tflite")
    }

    private func names(_ model: TFLiteModel) -> [String] { model.subgraphs[0].operators.map(\.code.name) }

    private func quantization(_ model: TFLiteModel, _ tensor: Int?) throws -> TFLiteQuantization {
        let tensor = try #require(tensor)
        return try #require(model.subgraphs[0].tensors[tensor].quantization)
    }

    @Test func writesOperatorsOfBytes() throws {
        let model = try integers(SmallNetwork.file(), inputs, wideCount: 0)
        #expect(names(model) == ["QUANTIZE", "CONV_2D", "CONV_2D", "DEQUANTIZE"])
        let graph = model.subgraphs[0]
        #expect((graph.inputs + graph.outputs).map { graph.tensors[$0].type } == [.float32, .float32])
        #expect(model.description.hasSuffix("Integers."))
        #expect(model.metadataBytes(named: "about")?.equals("kept") == true)
        let convolution = graph.operators[1]
        #expect(convolution.inputs.compactMap(\.self).map { graph.tensors[$0].type } == [.int8, .int8, .int32])
        let (input, filter, bias) = (
            try quantization(model, convolution.inputs[0]), try quantization(model, convolution.inputs[1]),
            try quantization(model, convolution.inputs[2])
        )
        #expect(input.scales == [6 / 255])
        #expect(input.zeroPoints == [0])
        #expect(filter.zeroPoints == [Int](repeating: 0, count: 24) && filter.dimension == 0)
        #expect(bias.scales == filter.scales.map { Float(Double(input.scales[0]) * Double($0)) })
        // After the clamp, no value is negative.
        #expect(try quantization(model, convolution.outputs[0]).zeroPoints == [-128])
    }

    @Test func widensTheFirstOperators() throws {
        let model = try integers(SmallNetwork.file(), inputs, wideCount: 1)
        #expect(names(model) == ["QUANTIZE", "QUANTIZE", "CONV_2D", "QUANTIZE", "CONV_2D", "DEQUANTIZE"])
        let graph = model.subgraphs[0]
        let types = graph.operators[2].inputs.compactMap(\.self).map { graph.tensors[$0].type }
        #expect(types == [.int16, .int8, .int64])
        #expect(try quantization(model, graph.operators[2].outputs[0]).zeroPoints == [0])
        #expect(graph.tensors[graph.operators[4].outputs[0]].type == .int8)
    }

    @Test func interfacesCanBeIntegers() throws {
        let model = try integers(SmallNetwork.file(), inputs, wideCount: 0, hasIntegerInterface: true)
        #expect(names(model) == ["CONV_2D", "CONV_2D"])
        let graph = model.subgraphs[0]
        #expect((graph.inputs + graph.outputs).map { graph.tensors[$0].type } == [.int8, .int8])
        #expect(try quantization(model, graph.inputs[0]).scales == [6 / 255])
    }

    /// Computes the network as LiteRT's specification says, with exact rescaling.
    @Test(arguments: [0, 2]) func integersAreCloseToFloats(_ wideCount: Int) throws {
        let file = try SmallNetwork.file()
        let model = try integers(file, inputs, wideCount: wideCount)
        let expected = try NetworkQuantizer(file, team: ThreadTeam(count: 1)).outputs(inputs)
        let graph = model.subgraphs[0]
        var (error, energy) = (0.0, 0.0)
        for (input, expected) in zip(inputs, expected) {
            var values: [Int: [Double]] = [graph.inputs[0]: input.map { Double($0) }]
            for entry in graph.operators {
                let input = try #require(entry.inputs[0])
                let source = try #require(values[input])
                values[entry.outputs[0]] = try entry.code.name == "CONV_2D" ? convolved(source, entry, model) : source
                let output = graph.tensors[entry.outputs[0]]
                guard let mapping = output.quantization else { continue }
                let (scale, zeroPoint) = (Double(mapping.scales[0]), Double(mapping.zeroPoints[0]))
                let limits = output.type == .int8 ? (-128.0, 127.0) : (-32768.0, 32767.0)
                values[entry.outputs[0]] = values[entry.outputs[0]]?.map { value in
                    scale * (max(limits.0, min(limits.1, (value / scale).rounded() + zeroPoint)) - zeroPoint)
                }
            }
            for (value, expected) in zip(try #require(values[graph.outputs[0]]), expected.values[0]) {
                error += (value - Double(expected)) * (value - Double(expected))
                energy += Double(expected) * Double(expected)
            }
        }
        let relative = (error / energy).squareRoot()
        #expect(relative > 0 && relative < (wideCount == 0 ? 0.03 : 0.01))
    }

    private func convolved(_ pixels: [Double], _ entry: TFLiteOperator, _ model: TFLiteModel) throws -> [Double] {
        let graph = model.subgraphs[0]
        let (filter, bias) = (try #require(entry.inputs[1]), try #require(entry.inputs[2]))
        let bytes = model.buffers[graph.tensors[filter].bufferIndex].array().map { Int8(bitPattern: $0) }
        let sums = model.buffers[graph.tensors[bias].bufferIndex].array()
        let size = graph.tensors[bias].type == .int64 ? 8 : 4
        let (weightScales, biasScales) = (
            try quantization(model, filter).scales, try quantization(model, bias).scales
        )
        let depth = bytes.count / weightScales.count
        let isClamped = try entry.options?.int8(3, default: 0) == 3
        return (0..<pixels.count / depth).flatMap { pixel in
            weightScales.indices.map { channel in
                let word = sums[channel * size..<channel * size + size].reversed().reduce(0) { $0 << 8 | UInt64($1) }
                let start = size == 8 ? Int64(bitPattern: word) : Int64(Int32(truncatingIfNeeded: word))
                var sum = Double(start) * Double(biasScales[channel])
                for input in 0..<depth {
                    let weight = Double(bytes[channel * depth + input]) * Double(weightScales[channel])
                    sum += weight * pixels[pixel * depth + input]
                }
                return isClamped ? max(0, min(6, sum)) : sum
            }
        }
    }

    // MARK: Other operators

    /// Returns a network of a 1×1 convolution, followed by an operator on its 4 × 4 pixels of 8 channels.
    private func network(
        _ last: BuiltinOperator, outputShape: [Int], constant: (shape: [Int], values: [Float])? = nil,
        options: (UInt8, [Int: FlatValue])? = nil
    ) throws -> NetworkFile {
        var builder = TFLiteBuilder()
        let input = builder.tensor("input", [1, 4, 4, 8])
        let filter = builder.tensor("filter", [8, 1, 1, 8], data: (0..<64).map { Float($0 % 7 - 3) / 4 })
        let bias = builder.tensor("bias", [8], data: [Float](repeating: 0.5, count: 8))
        let middle = builder.tensor("middle", [1, 4, 4, 8])
        builder.operation(
            .conv2D, inputs: [input, filter, bias], outputs: [middle],
            options: (1, [0: .int8(0), 1: .int32(1), 2: .int32(1)]))
        let output = builder.tensor("output", outputShape)
        let constants = constant.map { [builder.tensor("constant", $0.shape, data: $0.values)] } ?? []
        builder.operation(last, inputs: [middle] + constants, outputs: [output], options: options)
        builder.inputs = [input]
        builder.outputs = [output]
        return try NetworkFile(bytes: Bytes(builder.bytes()), file: "other.tflite")
    }

    private let images: [[Float]] = [(0..<128).map { Float($0 % 13 - 6) / 4 }]

    @Test func writesSlopesOf16Bits() throws {
        let slopes: [Float] = [0.25, -1, 2, 0, 1, 8, 0.5, 0.1]
        let file = try network(.prelu, outputShape: [1, 4, 4, 8], constant: ([1, 1, 8], slopes))
        let model = try integers(file, images, wideCount: .max)
        #expect(names(model) == ["QUANTIZE", "QUANTIZE", "CONV_2D", "MINIMUM", "MUL", "ADD", "DEQUANTIZE"])
        let graph = model.subgraphs[0]
        let factor = try #require(graph.operators[4].inputs[1])
        let bytes = model.buffers[graph.tensors[factor].bufferIndex].array()
        let scale = try quantization(model, factor).scales[0]
        for (index, slope) in slopes.enumerated() {
            let word = UInt16(bytes[2 * index]) | UInt16(bytes[2 * index + 1]) << 8
            #expect(abs(Float(Int16(bitPattern: word)) * scale - (slope - 1)) <= scale / 2 * 1.01)
        }
        // Minima are not rescaled, so they have their input's scale.
        #expect(
            try quantization(model, graph.operators[3].inputs[0]).scales
                == quantization(model, graph.operators[3].outputs[0]).scales)
    }

    @Test(arguments: [0, 5]) func movesKeepScales(_ wideCount: Int) throws {
        let file = try network(
            .maxPool2D, outputShape: [1, 2, 2, 8],
            options: (5, [0: .int8(1), 1: .int32(2), 2: .int32(2), 3: .int32(2), 4: .int32(2)]))
        let model = try integers(file, images, wideCount: wideCount)
        let pool = try #require(model.subgraphs[0].operators.first { $0.code.name == "MAX_POOL_2D" })
        let (before, after) = (try quantization(model, pool.inputs[0]), try quantization(model, pool.outputs[0]))
        #expect(before.scales == after.scales && before.zeroPoints == after.zeroPoints)
    }

    @Test func namesOperatorsWithoutIntegers() throws {
        let file = try network(.tanh, outputShape: [1, 4, 4, 8])
        #expect(throws: QuantizationError.noIntegers(file: "other.tflite", operatorName: "TANH")) {
            try integers(file, images, wideCount: 0)
        }
    }
}
