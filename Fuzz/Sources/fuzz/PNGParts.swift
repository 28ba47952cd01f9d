/// The chunks of PNG files, which follow each other.
enum PNGParts {
    private struct Chunk {
        /// The chunk from its length to the end of its checksum.
        let range: Range<Int>
        let name: ArraySlice<UInt8>

        var content: Range<Int> { range.lowerBound + 8..<range.upperBound - 4 }
    }

    private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10]

    private static func chunks(of bytes: [UInt8]) -> [Chunk] {
        var chunks: [Chunk] = []
        var place = 0
        while place + 12 <= bytes.count {
            if bytes[place...].starts(with: signature) {
                place += signature.count
                continue
            }
            let length = bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
            guard length <= bytes.count - place - 12 else { break }
            let end = place + length + 12
            chunks.append(Chunk(range: place..<end, name: bytes[place + 4..<place + 8]))
            place = end
        }
        return chunks
    }

    /// Makes all checksums valid.
    static func repair(_ bytes: inout [UInt8]) {
        for chunk in chunks(of: bytes) {
            let sum = Deflate.checksum(bytes[chunk.range.lowerBound + 4..<chunk.content.upperBound])
            bytes.replaceSubrange(chunk.content.upperBound..<chunk.range.upperBound, with: bigEndian(sum))
        }
    }

    /// Changes the content of one chunk, compressed rows before their compression. Returns nil if there is no chunk.
    static func changed(_ bytes: [UInt8], _ seed: UInt32, by change: ([UInt8], Int) -> [UInt8]) -> [UInt8]? {
        let chunks = chunks(of: bytes)
        guard !chunks.isEmpty else { return nil }
        let rows = chunks.filter { $0.name.elementsEqual("IDAT".utf8) }
        // Prefer rows, because a decoder spends most of its work on them.
        let chunk = seed % 2 == 0 && !rows.isEmpty ? rows[0] : chunks[Int(seed / 2) % chunks.count]
        let old = bytes[chunk.content]
        var content: [UInt8]
        if let unpacked = Deflate.unpacked(old, windowBits: 15) {
            content = Deflate.packed(change(unpacked, unpacked.count + 64))
        } else {
            content = change(Array(old), old.count + 64)
        }
        content = bigEndian(UInt32(content.count)) + chunk.name + content + [0, 0, 0, 0]
        return Array(bytes[..<chunk.range.lowerBound]) + content + bytes[chunk.range.upperBound...]
    }

    private static func bigEndian(_ value: UInt32) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * UInt32($0))) }
    }
}
