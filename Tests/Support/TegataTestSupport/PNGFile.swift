import CZlib

/// Gray PNG files, made by hand.
package enum PNGFile {
    /// A file whose rows begin with the number of their filter.
    package static func file(width: Int, height: Int, bits: UInt8, rows: some Sequence<[UInt8]>) -> [UInt8] {
        let header = bigEndian(width) + bigEndian(height) + [bits, 0, 0, 0, 0]
        return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + chunk("IHDR", header)
            + chunk("IDAT", deflated(rows.flatMap(\.self))) + chunk("IEND", [])
    }

    /// A piece of a file.
    package static func chunk(_ kind: String, _ content: [UInt8]) -> [UInt8] {
        let checked = Array(kind.utf8) + content
        return bigEndian(content.count) + checked + bigEndian(Int(crc32(0, checked, UInt32(checked.count))))
    }

    private static func bigEndian(_ number: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }

    private static func deflated(_ bytes: [UInt8]) -> [UInt8] {
        var packed = [UInt8](repeating: 0, count: Int(compressBound(uLong(bytes.count))))
        var count = uLong(packed.count)
        _ = compress2(&packed, &count, bytes, uLong(bytes.count), 1)
        return Array(packed.prefix(Int(count)))
    }
}
