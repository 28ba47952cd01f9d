import TegataBuffers

/// Decodes a model's tables, all within one budget.
struct TFLiteReader {
    var budget: DecodingBudget

    /// Returns the tables that a vector points to; each takes `decodedSize` bytes once decoded.
    mutating func tables(
        _ table: FlatBufferTable, _ field: FlatBufferField, named name: StaticString, decodedSize: Int
    ) throws(ModelFormatError) -> [FlatBufferTable] {
        try table.tables(field, named: name, decodedSize: decodedSize, budget: &budget)
    }

    mutating func operatorCodes(of root: FlatBufferTable) throws(ModelFormatError) -> [TFLiteOperatorCode] {
        var codes: [TFLiteOperatorCode] = []
        let stride = MemoryLayout<TFLiteOperatorCode>.stride
        for table in try tables(
            root, FlatBufferField(1, "operator codes"), named: "operator code", decodedSize: stride)
        {
            // Old files have the code only in one byte. New files repeat codes that fit into that byte, and write 127
            // for the others.
            let old = Int32(try table.int8(FlatBufferField(0, "deprecated builtin code"), default: 0))
            let new = try table.int32(FlatBufferField(3, "builtin code"), default: 0)
            codes.append(
                TFLiteOperatorCode(
                    builtin: BuiltinOperator(rawValue: max(old, new)),
                    customName: try table.string(FlatBufferField(1, "custom code"), budget: &budget),
                    version: Int(try table.int32(FlatBufferField(2, "version"), default: 1))))
        }
        return codes
    }

    mutating func buffers(of root: FlatBufferTable) throws(ModelFormatError) -> [Bytes] {
        let file = root.buffer.bytes
        var buffers: [Bytes] = []
        let stride = MemoryLayout<Bytes>.stride
        for table in try tables(root, FlatBufferField(4, "buffers"), named: "buffer", decodedSize: stride) {
            let data = try table.bytes(FlatBufferField(0, "data"))
            let offset = try table.uint64(FlatBufferField(1, "offset"), default: 0)
            let size = try table.uint64(FlatBufferField(2, "size"), default: 0)
            // Converters write offset 1 before they know the position of the data after the flatbuffer.
            guard data.count == 0, offset > 1 else {
                buffers.append(data)
                continue
            }
            guard let outside = file.slice(at: Int(clamping: offset), count: Int(clamping: size)) else {
                throw table.error(
                    FlatBufferField(1, "offset"),
                    .rangeOutsideFile(offset: offset, byteCount: size, available: file.count))
            }
            buffers.append(outside)
        }
        guard try root.vector(FlatBufferField(9, "external buffers"), elementSize: 4)?.count ?? 0 == 0 else {
            throw root.error(FlatBufferField(9, "external buffers"), .externalFile)
        }
        return buffers
    }

    mutating func metadata(
        of root: FlatBufferTable, bufferCount: Int
    ) throws(ModelFormatError) -> [TFLiteMetadataEntry] {
        var entries: [TFLiteMetadataEntry] = []
        let stride = MemoryLayout<TFLiteMetadataEntry>.stride
        for table in try tables(root, FlatBufferField(6, "metadata"), named: "metadata", decodedSize: stride) {
            entries.append(
                TFLiteMetadataEntry(
                    name: try table.string(FlatBufferField(0, "name"), budget: &budget) ?? "",
                    bufferIndex: try index(table, FlatBufferField(1, "buffer"), count: bufferCount)))
        }
        return entries
    }

    mutating func signatures(
        of root: FlatBufferTable, subgraphs: [TFLiteSubgraph]
    ) throws(ModelFormatError) -> [TFLiteSignature] {
        var signatures: [TFLiteSignature] = []
        let stride = MemoryLayout<TFLiteSignature>.stride
        for table in try tables(root, FlatBufferField(7, "signatures"), named: "signature", decodedSize: stride) {
            let subgraph = try index(table, FlatBufferField(4, "subgraph index"), count: subgraphs.count)
            let tensorCount = subgraphs[subgraph].tensors.count
            signatures.append(
                TFLiteSignature(
                    key: try table.string(FlatBufferField(2, "key"), budget: &budget) ?? "",
                    subgraphIndex: subgraph,
                    inputs: try signatureTensors(table, FlatBufferField(0, "inputs"), "input", count: tensorCount),
                    outputs: try signatureTensors(table, FlatBufferField(1, "outputs"), "output", count: tensorCount)))
        }
        return signatures
    }

    private mutating func signatureTensors(
        _ signature: FlatBufferTable, _ field: FlatBufferField, _ name: StaticString, count: Int
    ) throws(ModelFormatError) -> [TFLiteSignatureTensor] {
        var tensors: [TFLiteSignatureTensor] = []
        let stride = MemoryLayout<TFLiteSignatureTensor>.stride
        for table in try tables(signature, field, named: name, decodedSize: stride) {
            tensors.append(
                TFLiteSignatureTensor(
                    name: try table.string(FlatBufferField(0, "name"), budget: &budget) ?? "",
                    tensorIndex: try index(table, FlatBufferField(1, "tensor index"), count: count)))
        }
        return tensors
    }

    /// Returns an unsigned field that selects one of `count` elements.
    func index(_ table: FlatBufferTable, _ field: FlatBufferField, count: Int) throws(ModelFormatError) -> Int {
        let index = Int(clamping: try table.uint32(field, default: 0))
        guard index < count else {
            throw table.error(field, .indexOutOfRange(index: index, count: count))
        }
        return index
    }
}

extension TFLiteReader {
    /// The maximum number of dimensions, more than any network's tensors have.
    private static let rankLimit = 64

    mutating func subgraphs(
        of root: FlatBufferTable, operatorCodes: [TFLiteOperatorCode], buffers: [Bytes]
    ) throws(ModelFormatError) -> [TFLiteSubgraph] {
        let field = FlatBufferField(2, "subgraphs")
        var subgraphs: [TFLiteSubgraph] = []
        let stride = MemoryLayout<TFLiteSubgraph>.stride
        for table in try tables(root, field, named: "subgraph", decodedSize: stride) {
            let tensors = try tensors(of: table, buffers: buffers)
            subgraphs.append(
                TFLiteSubgraph(
                    name: try table.string(FlatBufferField(4, "name"), budget: &budget) ?? "",
                    tensors: tensors,
                    inputs: try tensorIndices(table, FlatBufferField(1, "inputs"), count: tensors.count),
                    outputs: try tensorIndices(table, FlatBufferField(2, "outputs"), count: tensors.count),
                    operators: try operators(of: table, codes: operatorCodes, tensorCount: tensors.count)))
        }
        guard !subgraphs.isEmpty else { throw root.error(field, .noSubgraphs) }
        return subgraphs
    }

    private mutating func tensors(
        of subgraph: FlatBufferTable, buffers: [Bytes]
    ) throws(ModelFormatError) -> [TFLiteTensor] {
        var tensors: [TFLiteTensor] = []
        let stride = MemoryLayout<TFLiteTensor>.stride
        let tables = try tables(subgraph, FlatBufferField(0, "tensors"), named: "tensor", decodedSize: stride)
        tensors.reserveCapacity(tables.count)
        for table in tables {
            tensors.append(try tensor(table, buffers: buffers))
        }
        return tensors
    }

    private mutating func tensor(
        _ table: FlatBufferTable, buffers: [Bytes]
    ) throws(ModelFormatError) -> TFLiteTensor {
        let typeField = FlatBufferField(1, "type")
        let typeNumber = try table.int8(typeField, default: 0)
        guard let type = UInt8(exactly: typeNumber).flatMap({ TFLiteType(rawValue: $0) }) else {
            throw table.error(typeField, .tensorTypeUnknown(Int(typeNumber)))
        }
        let shapeField = FlatBufferField(0, "shape")
        let shape = try dimensions(table, shapeField, least: 0) ?? []
        let byteCount = try type.byteCount(shape: shape) { table.error(shapeField, $0) }
        let signatureField = FlatBufferField(7, "shape signature")
        let signature = try dimensions(table, signatureField, least: -1)
        if let signature, signature.count != shape.count {
            throw table.error(
                signatureField, .shapeSignatureRank(rank: shape.count, signatureRank: signature.count))
        }
        let bufferField = FlatBufferField(2, "buffer")
        let bufferIndex = try index(table, bufferField, count: buffers.count)
        let isSparse = try table.has(FlatBufferField(6, "sparsity"))
        let data = buffers[bufferIndex]
        if let byteCount, data.count != 0, data.count != byteCount, !isSparse {
            throw table.error(bufferField, .constantSize(expected: byteCount, found: data.count))
        }
        guard try table.uint32(FlatBufferField(10, "external buffer"), default: 0) == 0 else {
            throw table.error(FlatBufferField(10, "external buffer"), .externalFile)
        }
        return TFLiteTensor(
            name: try table.string(FlatBufferField(3, "name"), budget: &budget) ?? "",
            shape: shape,
            shapeSignature: signature,
            type: type,
            bufferIndex: bufferIndex,
            quantization: try quantization(of: table),
            isVariable: try table.bool(FlatBufferField(5, "is variable"), default: false),
            isSparse: isSparse,
            hasRank: try table.bool(FlatBufferField(8, "has rank"), default: false),
            hasVariantTypes: try table.has(FlatBufferField(9, "variant tensors")))
    }

    private mutating func dimensions(
        _ table: FlatBufferTable, _ field: FlatBufferField, least: Int
    ) throws(ModelFormatError) -> [Int]? {
        guard let vector = try table.vector(field, elementSize: 4, decodedSize: 8, budget: &budget) else { return nil }
        try vector.check(Self.rankLimit)
        let dimensions = vector.integers(as: Int32.self)
        for dimension in dimensions where dimension < least {
            throw table.error(field, .dimensionNegative(dimension))
        }
        return dimensions
    }

    /// Returns the quantisation, or nil if there is none. Converters may write empty tables for unquantised tensors.
    private mutating func quantization(of tensor: FlatBufferTable) throws(ModelFormatError) -> TFLiteQuantization? {
        guard let table = try tensor.table(FlatBufferField(4, "quantization")) else { return nil }
        let scales = try table.floats(FlatBufferField(2, "scale"), budget: &budget) ?? []
        let zeroPoints = try table.int64s(FlatBufferField(3, "zero point"), budget: &budget) ?? []
        let minimums = try table.floats(FlatBufferField(0, "min"), budget: &budget) ?? []
        let maximums = try table.floats(FlatBufferField(1, "max"), budget: &budget) ?? []
        let details = try table.uint8(FlatBufferField(4, "details type"), default: 0)
        guard zeroPoints.isEmpty || zeroPoints.count == scales.count else {
            throw table.error(
                FlatBufferField(3, "zero point"),
                .quantizationCounts(scales: scales.count, zeroPoints: zeroPoints.count))
        }
        if scales.isEmpty, minimums.isEmpty, maximums.isEmpty, details == 0 { return nil }
        return TFLiteQuantization(
            scales: scales, zeroPoints: zeroPoints, minimums: minimums, maximums: maximums,
            dimension: Int(try table.int32(FlatBufferField(6, "quantized dimension"), default: 0)),
            detailsType: details)
    }

    private mutating func operators(
        of subgraph: FlatBufferTable, codes: [TFLiteOperatorCode], tensorCount: Int
    ) throws(ModelFormatError) -> [TFLiteOperator] {
        var operators: [TFLiteOperator] = []
        // This includes the paths of two options tables.
        let stride = MemoryLayout<TFLiteOperator>.stride + DecodingBudget.path
        let tables = try tables(subgraph, FlatBufferField(3, "operators"), named: "operator", decodedSize: stride)
        operators.reserveCapacity(tables.count)
        for table in tables {
            let code = codes[try index(table, FlatBufferField(0, "opcode index"), count: codes.count)]
            operators.append(
                TFLiteOperator(
                    code: code,
                    inputs: try optionalTensorIndices(table, FlatBufferField(1, "inputs"), count: tensorCount),
                    outputs: try tensorIndices(table, FlatBufferField(2, "outputs"), count: tensorCount),
                    intermediates: try tensorIndices(table, FlatBufferField(8, "intermediates"), count: tensorCount),
                    mutatingVariableInputs: try bools(table, FlatBufferField(7, "mutating variable inputs")),
                    optionsType: try table.uint8(FlatBufferField(3, "builtin options type"), default: 0),
                    options: try table.table(FlatBufferField(4, "builtin options")),
                    options2Type: try table.uint8(FlatBufferField(11, "builtin options 2 type"), default: 0),
                    options2: try table.table(FlatBufferField(12, "builtin options 2")),
                    customOptions: try customOptions(of: table)))
        }
        return operators
    }

    /// Returns the custom options. They are in the operator's table or, if they are large, after the flatbuffer.
    private func customOptions(of table: FlatBufferTable) throws(ModelFormatError) -> Bytes {
        let field = FlatBufferField(9, "large custom options offset")
        let offset = try table.uint64(field, default: 0)
        let size = try table.uint64(FlatBufferField(10, "large custom options size"), default: 0)
        let inside = try table.bytes(FlatBufferField(5, "custom options"))
        guard inside.count == 0, offset > 1 else { return inside }
        let file = table.buffer.bytes
        guard let outside = file.slice(at: Int(clamping: offset), count: Int(clamping: size)) else {
            throw table.error(
                field, .rangeOutsideFile(offset: offset, byteCount: size, available: file.count))
        }
        return outside
    }

    private mutating func bools(
        _ table: FlatBufferTable, _ field: FlatBufferField
    ) throws(ModelFormatError) -> [Bool] {
        guard let vector = try table.vector(field, elementSize: 1, decodedSize: 9, budget: &budget) else { return [] }
        return vector.integers(as: UInt8.self).map { $0 != 0 }
    }

    private mutating func tensorIndices(
        _ table: FlatBufferTable, _ field: FlatBufferField, count: Int
    ) throws(ModelFormatError) -> [Int] {
        let indices = try table.int32s(field, budget: &budget) ?? []
        for index in indices where index < 0 || index >= count {
            throw table.error(field, .indexOutOfRange(index: index, count: count))
        }
        return indices
    }

    private mutating func optionalTensorIndices(
        _ table: FlatBufferTable, _ field: FlatBufferField, count: Int
    ) throws(ModelFormatError) -> [Int?] {
        let indices = try table.vector(field, elementSize: 4, decodedSize: 24, budget: &budget)?.integers(
            as: Int32.self)
        var result: [Int?] = []
        for index in indices ?? [] {
            guard index >= -1, index < count else {
                throw table.error(field, .indexOutOfRange(index: index, count: count))
            }
            result.append(index == -1 ? nil : index)
        }
        return result
    }
}
