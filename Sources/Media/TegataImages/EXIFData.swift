import TegataBuffers

/// Integers in the byte order that the data declares.
struct TIFFReader {
    private let bytes: Bytes
    let isBigEndian: Bool

    init?(_ bytes: Bytes) {
        self.bytes = bytes
        switch bytes.integer(at: 0, as: UInt32.self) {
        case 0x002A_4949: isBigEndian = false
        case 0x2A00_4D4D: isBigEndian = true
        default: return nil
        }
    }

    func uint16(at offset: Int) -> UInt16? {
        bytes.integer(at: offset, as: UInt16.self).map { isBigEndian ? $0.byteSwapped : $0 }
    }

    func uint32(at offset: Int) -> UInt32? {
        bytes.integer(at: offset, as: UInt32.self).map { isBigEndian ? $0.byteSwapped : $0 }
    }

    /// Where the first directory has the entry that says how the picture is to be turned.
    var orientationEntry: Int? {
        uint32(at: 4).flatMap { entry(0x0112, inDirectoryAt: Int($0)) }
    }

    /// Where a directory has the entry with a tag.
    func entry(_ tag: UInt16, inDirectoryAt directory: Int) -> Int? {
        guard let count = uint16(at: directory) else { return nil }
        return (0..<Int(count)).lazy.map { directory + 2 + 12 * $0 }.first { uint16(at: $0) == tag }
    }
}

extension ImageMetadata {
    /// The focal length in millimetres that shows as much on film of 36 × 24 mm, as the EXIF data says; nil where it says
    /// none, or nothing that makes sense.
    package var filmFocalLength: Int? {
        guard let reader = TIFFReader(Bytes(exif)), let directory = reader.uint32(at: 4),
            let link = reader.entry(0x8769, inDirectoryAt: Int(directory)), reader.uint16(at: link + 2) == 4,
            let inner = reader.uint32(at: link + 8), let entry = reader.entry(0xA405, inDirectoryAt: Int(inner)),
            reader.uint16(at: entry + 2) == 3, let length = reader.uint16(at: entry + 8), length > 0
        else { return nil }
        return Int(length)
    }
}
