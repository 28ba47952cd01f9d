import TegataBuffers

/// A network as stored in its `.tflite` file: lists and indices, without interpretation.
///
/// Everything is checked once here, so that users of the model can index safely. Indices are within bounds, shapes have
/// valid sizes, and constants have as many bytes as their shapes need. Data is not copied.
package struct TFLiteModel: Sendable {
    /// The file name used in error messages.
    package let file: String
    package let bytes: Bytes
    package let version: Int
    package let description: String
    package let operatorCodes: [TFLiteOperatorCode]
    /// The data of constants and metadata. Tensors that are computed at run time have an empty buffer.
    package let buffers: [Bytes]
    package let subgraphs: [TFLiteSubgraph]
    package let metadata: [TFLiteMetadataEntry]
    package let signatures: [TFLiteSignature]

    /// Reads and checks the whole model.
    package init(bytes: Bytes, file: String) throws(ModelFormatError) {
        let buffer = FlatBuffer(bytes: bytes, file: file)
        let root = try buffer.root(identifier: "TFL3")
        let version = try root.uint32(FlatBufferField(0, "version"), default: 0)
        guard version == 3 else {
            throw root.error(FlatBufferField(0, "version"), .schemaVersion(version))
        }
        var reader = TFLiteReader(budget: DecodingBudget(fileByteCount: bytes.count))
        self.file = file
        self.bytes = bytes
        self.version = Int(version)
        description = try root.string(FlatBufferField(3, "description"), budget: &reader.budget) ?? ""
        operatorCodes = try reader.operatorCodes(of: root)
        buffers = try reader.buffers(of: root)
        metadata = try reader.metadata(of: root, bufferCount: buffers.count)
        subgraphs = try reader.subgraphs(of: root, operatorCodes: operatorCodes, buffers: buffers)
        signatures = try reader.signatures(of: root, subgraphs: subgraphs)
    }

    /// Creates a model like another, with `subgraph` replacing its first subgraph and without signatures.
    init(_ other: TFLiteModel, subgraph: TFLiteSubgraph) {
        file = other.file
        bytes = other.bytes
        version = other.version
        description = other.description
        operatorCodes = other.operatorCodes
        buffers = other.buffers
        subgraphs = [subgraph] + other.subgraphs.dropFirst()
        metadata = other.metadata
        signatures = []
    }

    /// Returns the data of the metadata entry called `name`; nil if there is none.
    package func metadataBytes(named name: String) -> Bytes? {
        for entry in metadata where entry.name == name {
            return buffers[entry.bufferIndex]
        }
        return nil
    }
}
