import TegataBuffers

/// The chunks of a WebP file.
struct WebPChunks {
    private var chunks: [(kind: String, content: Bytes)] = []

    init(_ bytes: Bytes) {
        append(bytes, from: 12)
    }

    private mutating func append(_ bytes: Bytes, from start: Int) {
        var offset = start
        // Animations have two of each picture.
        while chunks.count < 64, let kind = bytes.text(at: offset, count: 4),
            let size: UInt32 = bytes.integer(at: offset + 4),
            let content = bytes.slice(at: offset + 8, count: Int(size))
        {
            chunks.append((kind, content))
            offset += 8 + Int(size) + Int(size) % 2
        }
    }

    /// How the picture has to be turned.
    var orientation: EXIFOrientation? {
        guard let data = chunks.first(where: { $0.kind == "EXIF" })?.content else { return nil }
        return exifBehindMark(data).flatMap(EXIFOrientation.init(ofTIFF:))
    }

    /// A file with the first picture of an animation, which decoders of single pictures do not read; nil where there is
    /// one picture only.
    func firstPicture() throws(ImageFileError.Problem) -> Bytes? {
        guard let frame = chunks.first(where: { $0.kind == "ANMF" })?.content else { return nil }
        var inner = WebPChunks(.empty)
        inner.append(frame, from: 16)
        guard let picture = inner.chunks.first(where: { $0.kind == "VP8 " || $0.kind == "VP8L" }) else { return nil }
        // It is put together, and then lies where nothing moves it.
        let count = 2 * (picture.content.count + 64)
        guard PixelMemory.has(count) else { throw .memoryShort(byteCount: count) }
        var file = Array("RIFF".utf8)
        file.reserveCapacity(picture.content.count + 64)
        let padding = picture.content.count % 2
        file.append(contentsOf: Self.littleEndian(12 + picture.content.count + padding))
        file.append(contentsOf: ("WEBP" + picture.kind).utf8)
        file.append(contentsOf: Self.littleEndian(picture.content.count))
        picture.content.append(to: &file)
        file.append(contentsOf: repeatElement(0, count: padding))
        return Bytes(file)
    }

    private static func littleEndian(_ number: Int) -> [UInt8] {
        [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: number >> $0) }
    }
}
