import TegataBuffers

/// A tensor of a network that is composed.
package struct TFLiteNewTensor: Sendable {
    let name: String
    let shape: [Int]
    let type: TFLiteType
    /// One scale, or a scale for each slice along `axis`; empty for real numbers and for plain integers.
    package let scales: [Float]
    let zeroPoint: Int
    let axis: Int
    /// The elements of a constant; empty for a computed tensor.
    let data: [UInt8]

    package init(
        name: String, shape: [Int], type: TFLiteType, scales: [Float] = [], zeroPoint: Int = 0, axis: Int = 0,
        data: [UInt8] = []
    ) {
        self.name = name
        self.shape = shape
        self.type = type
        self.scales = scales
        self.zeroPoint = zeroPoint
        self.axis = axis
        self.data = data
    }
}

/// An operator of a network that is composed. Its operands are numbers of composed tensors.
package struct TFLiteNewOperator: Sendable {
    package enum Options: Sendable {
        case none
        /// The options of an operator of the model.
        case copied(TFLiteOperator)
        /// A table with the number of its type in the schema.
        case table(type: UInt8, [FlatBufferWriter.Value?])
    }

    let builtin: BuiltinOperator
    let version: Int
    let inputs: [Int]
    let outputs: [Int]
    let options: Options

    package init(
        _ builtin: BuiltinOperator, version: Int, _ inputs: [Int], to outputs: [Int], options: Options = .none
    ) {
        self.builtin = builtin
        self.version = version
        self.inputs = inputs
        self.outputs = outputs
        self.options = options
    }
}

#if !hasFeature(Embedded)
    /// The tensors and operators of a network with the metadata of another one.
    package struct TFLiteComposition: Sendable {
        package var tensors: [TFLiteNewTensor] = []
        package var operators: [TFLiteNewOperator] = []
        package var inputs: [Int] = []
        package var outputs: [Int] = []

        package init() {}

        /// Returns the network's file with the metadata of `model` and the files appended to it.
        package func file(like model: TFLiteModel, remark: String) throws(ModelFormatError) -> [UInt8] {
            var writer = FlatBufferWriter()
            // The first buffer is empty and belongs to all computed tensors.
            var buffers = [writer.buffer([])]
            var zeros: [Int: FlatBufferWriter.Reference] = [:]
            let tensorTables = tensors.map { tensor in
                if !tensor.data.isEmpty { buffers.append(writer.buffer(tensor.data)) }
                return table(of: tensor, buffer: tensor.data.isEmpty ? 0 : buffers.count - 1, &zeros, &writer)
            }
            var codes: [(builtin: BuiltinOperator, version: Int)] = []
            var operatorTables: [FlatBufferWriter.Reference] = []
            for entry in operators {
                let code = codes.firstIndex { $0 == (entry.builtin, entry.version) } ?? codes.count
                if code == codes.count { codes.append((entry.builtin, entry.version)) }
                operatorTables.append(try table(of: entry, code: code, model, &writer))
            }
            let name = writer.string(model.subgraphs.first?.name ?? "main")
            let graph = writer.table([
                .reference(writer.vector(tensorTables)), .reference(writer.vector(inputs.map { Int32($0) })),
                .reference(writer.vector(outputs.map { Int32($0) })), .reference(writer.vector(operatorTables)),
                .reference(name),
            ])
            let unnamed = try model.unnamedMetadata()
            var places: [Int: Int] = [:]
            for buffer in model.metadata.map(\.bufferIndex) + unnamed where places[buffer] == nil {
                places[buffer] = buffers.count
                buffers.append(writer.buffer(model.buffers[buffer].array()))
            }
            let entries = writer.metadata(of: model) { places[$0] ?? 0 }
            let description = writer.string(
                [model.description, remark].filter { !$0.isEmpty }.joined(separator: " "))
            let codeTables = codes.map { writer.operatorCode($0.builtin, version: $0.version) }
            let root = writer.table([
                .uint32(3), .reference(writer.vector(codeTables)), .reference(writer.vector([graph])),
                .reference(description), .reference(writer.vector(buffers)),
                unnamed.isEmpty ? nil : .reference(writer.vector(unnamed.map { Int32(places[$0] ?? 0) })),
                entries.isEmpty ? nil : .reference(writer.vector(entries)),
            ])
            return try model.appendingFiles(to: writer.finish(root, identifier: "TFL3"))
        }

        private func table(
            of tensor: TFLiteNewTensor, buffer: Int, _ zeros: inout [Int: FlatBufferWriter.Reference],
            _ writer: inout FlatBufferWriter
        ) -> FlatBufferWriter.Reference {
            let shape = writer.vector(tensor.shape.map { Int32($0) })
            let name = writer.string(tensor.name)
            var quantization: FlatBufferWriter.Value?
            if !tensor.scales.isEmpty {
                let count = tensor.scales.count
                let scales = writer.vector(tensor.scales)
                var zeroPoints = tensor.zeroPoint == 0 ? zeros[count] : nil
                if zeroPoints == nil {
                    zeroPoints = writer.vector([Int64](repeating: Int64(tensor.zeroPoint), count: count))
                    // LiteRT needs a zero point for each scale. Tensors share the lists, which are twice as large.
                    if tensor.zeroPoint == 0 { zeros[count] = zeroPoints }
                }
                quantization = .reference(
                    writer.table([
                        nil, nil, .reference(scales), zeroPoints.map { .reference($0) }, nil, nil,
                        .int32(Int32(tensor.axis)),
                    ]))
            }
            return writer.table([
                .reference(shape), .uint8(tensor.type.rawValue), .uint32(UInt32(buffer)), .reference(name),
                quantization,
            ])
        }

        private func table(
            of entry: TFLiteNewOperator, code: Int, _ model: TFLiteModel, _ writer: inout FlatBufferWriter
        ) throws(ModelFormatError) -> FlatBufferWriter.Reference {
            let inputs = writer.vector(entry.inputs.map { Int32($0) })
            let outputs = writer.vector(entry.outputs.map { Int32($0) })
            var type: UInt8 = 0
            var options: FlatBufferWriter.Reference?
            switch entry.options {
            case .none: break
            case .copied(let original):
                type = original.optionsType
                options = try model.options(of: original, &writer)
            case .table(let number, let fields):
                type = number
                options = writer.table(fields)
            }
            return writer.table([
                .uint32(UInt32(code)), .reference(inputs), .reference(outputs), type == 0 ? nil : .uint8(type),
                options.map { .reference($0) },
            ])
        }
    }
#endif
