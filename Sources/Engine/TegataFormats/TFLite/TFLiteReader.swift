import TegataBuffers

/// Decodes the tables of a model, all within one budget.
struct TFLiteReader {
    var budget: DecodingBudget

    /// The tables that a vector points to; each will take `decodedSize` bytes.
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
            // Old files have the code in one byte only; new ones repeat there what fits, and 127 stands for the rest.
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
            // Offset 1 is what converters write before they know where data behind the flatbuffer will be.
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

    /// An unsigned field that chooses one of `count` things.
    func index(_ table: FlatBufferTable, _ field: FlatBufferField, count: Int) throws(ModelFormatError) -> Int {
        let index = Int(clamping: try table.uint32(field, default: 0))
        guard index < count else {
            throw table.error(field, .indexOutOfRange(index: index, count: count))
        }
        return index
    }
}
