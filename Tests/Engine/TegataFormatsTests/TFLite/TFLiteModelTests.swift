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

    /// Returns a network with one tensor, modified by `change`.
    private func model(_ change: (inout TFLiteBuilder) -> Void) throws -> TFLiteModel {
        var builder = TFLiteBuilder()
        builder.inputs = [builder.tensor("in", [1, 2])]
        change(&builder)
        return try TFLiteModel(bytes: Bytes(builder.bytes()), file: "test.tflite")
    }

    @Test func readsOldAndNewOperatorCodes() throws {
        func code(_ fields: [Int: FlatValue]) -> FlatValue { .table(fields) }
        let codes = try model {
            $0.rootFields[1] = .vector([
                code([0: .int8(17)]),
                code([0: .int8(17), 3: .int32(17), 2: .int32(4)]),
                code([0: .int8(127), 3: .int32(150)]),
                code([3: .int32(3)]),
                code([0: .int8(-1)]),
                code([0: .int8(32), 3: .int32(32), 1: .string("MyOperation")]),
                code([0: .int8(127), 3: .int32(209)]),
                code([0: .int8(127), 3: .int32(210)]),
            ])
        }.operatorCodes
        #expect(
            codes.map { $0.name } == [
                "MAX_POOL_2D", "MAX_POOL_2D", "GELU", "CONV_2D", "ADD", "MyOperation", "STABLEHLO_CASE",
                "BUILTIN_OPERATOR_210",
            ])
        #expect(codes.map { $0.version } == [1, 4, 1, 1, 1, 1, 1, 1])
        #expect(codes[0].builtin == .maxPool2D)
        #expect(codes[5].builtin == .custom)
    }

    @Test func readsQuantizationAndFlags() throws {
        let tensors = try model {
            _ = $0.tensor(
                "int8", [2, 1], type: .int8,
                fields: [
                    4: .table([
                        0: .floats([-1]), 1: .floats([1]), 2: .floats([0.5, 0.25]), 3: .int64s([3, -4]), 6: .int32(1),
                    ]), 5: .bool(true), 6: .table([:]), 7: .int32s([-1, 1]), 8: .bool(true),
                ])
            _ = $0.tensor("empty quantisation", [1], fields: [4: .table([:])])
            _ = $0.tensor("other scheme", [1], fields: [4: .table([4: .uint8(2)])])
            _ = $0.tensor("variant", [], type: .variant, fields: [9: .vector([.table([:])])])
        }.subgraphs[0].tensors
        let quantization = try #require(tensors[1].quantization)
        #expect(quantization.scales == [0.5, 0.25])
        #expect(quantization.zeroPoints == [3, -4])
        #expect(quantization.minimums == [-1])
        #expect(quantization.maximums == [1])
        #expect(quantization.dimension == 1)
        #expect(quantization.detailsType == 0)
        #expect(tensors[1].isVariable)
        #expect(tensors[1].isSparse)
        #expect(tensors[1].hasRank)
        #expect(tensors[1].shapeSignature == [-1, 1])
        #expect(tensors[0].quantization == nil)
        #expect(tensors[0].shapeSignature == nil)
        #expect(!tensors[0].isVariable && !tensors[0].isSparse && !tensors[0].hasRank && !tensors[0].hasVariantTypes)
        #expect(tensors[2].quantization == nil)
        #expect(tensors[3].quantization?.detailsType == 2)
        #expect(tensors[4].hasVariantTypes)
        #expect(tensors[4].shape == [])
    }

    @Test func checksConstantSizesAgainstTheirTypes() throws {
        #expect(Set(TFLiteType.allCases.map { $0.name }).count == 23)
        for type in TFLiteType.allCases {
            // Three elements. Narrow types use only part of the last byte.
            guard let bits = type.bitCount else { continue }
            let count = (3 * bits + 7) / 8
            let model = try model { _ = $0.tensor("c", [3], type: type, bytes: [UInt8](repeating: 1, count: count)) }
            #expect(model.buffers[model.subgraphs[0].tensors[1].bufferIndex].count == count)
            #expect(throws: ModelFormatError.self) {
                try self.model { _ = $0.tensor("c", [3], type: type, bytes: [UInt8](repeating: 1, count: count + 1)) }
            }
        }
        // The data of strings contains their length.
        _ = try model { _ = $0.tensor("c", [3], type: .string, bytes: [1, 2, 3, 4, 5]) }
    }

    @Test func readsAllPartsOfAnOperator() throws {
        let operation = try model {
            let output = $0.tensor("out", [1, 2])
            $0.operation(
                .custom, customName: "MyOperation", inputs: [0], outputs: [output],
                fields: [
                    5: .bytes([1, 2, 3]), 7: .bytes([1, 0]), 8: .int32s([1]), 11: .uint8(4), 12: .table([0: .int32(7)]),
                ])
        }.subgraphs[0].operators[0]
        #expect(operation.code.name == "MyOperation")
        #expect(operation.customOptions.array() == [1, 2, 3])
        #expect(operation.mutatingVariableInputs == [true, false])
        #expect(operation.intermediates == [1])
        #expect(operation.options == nil)
        #expect(operation.options2Type == 4)
        #expect(try operation.options2?.int32(0, default: 0) == 7)
    }

    @Test func readsDataAfterTheFlatBuffer() throws {
        var builder = TFLiteBuilder()
        builder.inputs = [builder.tensor("in", [2], fields: [2: .uint32(1)])]
        let output = builder.tensor("out", [2])
        builder.operation(
            .custom, inputs: [0], outputs: [output],
            fields: [9: .named("options", .uint64(1000)), 10: .uint64(3)])
        builder.rootFields[4] = .vector([
            .table([:]), .table([1: .named("weights", .uint64(1000)), 2: .uint64(8)]), .table([1: .uint64(1)]),
        ])
        var image = builder.image()
        let end = image.bytes.count
        image.patch(try #require(image.positions["weights"]), UInt64(end))
        image.patch(try #require(image.positions["options"]), UInt64(end + 8))
        let data: [UInt8] = [1, 2, 3, 4, 5, 6, 7, 8]
        let model = try TFLiteModel(bytes: Bytes(image.bytes + data + [9, 10, 11]), file: "test.tflite")
        #expect(model.buffers[1].array() == data)
        #expect(model.buffers[2].count == 0)
        #expect(model.subgraphs[0].operators[0].customOptions.array() == [9, 10, 11])
    }

    @Test func readsSignaturesAndMetadata() throws {
        let model = try model {
            $0.metadata = [("first", [1]), ("second", [2, 3])]
            $0.rootFields[7] = .vector([
                .table([
                    0: .vector([.table([0: .string("x"), 1: .uint32(0)])]),
                    1: .vector([.table([0: .string("y"), 1: .uint32(0)])]), 2: .string("serving_default"),
                ])
            ])
        }
        #expect(model.metadata.map { $0.name } == ["first", "second"])
        #expect(model.metadataBytes(named: "second")?.array() == [2, 3])
        #expect(model.metadataBytes(named: "third") == nil)
        let signature = model.signatures[0]
        #expect(signature.key == "serving_default")
        #expect(signature.subgraphIndex == 0)
        #expect(signature.inputs.map { $0.name } == ["x"])
        #expect(signature.outputs.map { $0.name } == ["y"])
        #expect(signature.outputs[0].tensorIndex == 0)
    }

    @Test func readsUnalignedFiles() throws {
        var builder = TFLiteBuilder()
        builder.inputs = [builder.tensor("in", [2], data: [1, 2])]
        let bytes = builder.bytes()
        for shift in 1...3 {
            let shifted = Bytes([UInt8](repeating: 0, count: shift) + bytes)
            let slice = try #require(shifted.slice(at: shift, count: bytes.count))
            let model = try TFLiteModel(bytes: slice, file: "test.tflite")
            #expect(model.buffers[1].array() == [1, 2].flatMap { littleEndianBytes(Float($0).bitPattern) })
        }
    }
}
