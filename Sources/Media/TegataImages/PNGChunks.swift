import TegataBuffers

/// The chunks of a PNG file, pixels among them, as far as the file is whole.
struct PNGChunks: Sequence, IteratorProtocol {
    private let bytes: Bytes
    private var offset = 8

    init(_ bytes: Bytes) {
        self.bytes = bytes
    }

    mutating func next() -> (kind: String, content: Bytes)? {
        guard let size: UInt32 = bytes.integer(at: offset), let kind = bytes.text(at: offset + 4, count: 4),
            let content = bytes.slice(at: offset + 8, count: Int(size.byteSwapped)), kind != "IEND"
        else { return nil }
        offset += 12 + content.count
        return (kind, content)
    }
}

extension PNGChunks {
    /// The EXIF data in the first chunk that has it.
    static func exif(of bytes: Bytes) -> Bytes? {
        PNGChunks(bytes).first { $0.kind == "eXIf" }.flatMap { exifBehindMark($0.content) }
    }
}
