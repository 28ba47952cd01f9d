import TegataBuffers

/// The EXIF data of an image, in TIFF format, or a TIFF file itself.
struct EXIFData {
    let bytes: Bytes
    /// The byte order that the data declares.
    let isBigEndian: Bool

    /// The mark before EXIF data in JPEG files.
    static let mark = "Exif\0\0"

    /// Returns nil if the bytes do not start like EXIF data.
    init?(_ bytes: Bytes) {
        self.bytes = bytes
        switch bytes.integer(at: 0, as: UInt32.self) {
        case 0x002A_4949: isBigEndian = false
        case 0x2A00_4D4D: isBigEndian = true
        default: return nil
        }
    }

    /// Skips the mark used in JPEG files if present, because some programs include it in other formats too.
    init?(behindMarkIn bytes: Bytes) {
        let start = bytes.has(Self.mark, at: 0) ? Self.mark.utf8.count : 0
        guard let data = bytes.slice(at: start, count: bytes.count - start) else { return nil }
        self.init(data)
    }

    /// The orientation of the image; nil if it is missing or invalid.
    var orientation: EXIFOrientation? {
        guard let entry = orientationEntry else { return nil }
        switch uint16(at: entry + 2) {
        case 3: return EXIFOrientation(rawValue: UInt32(uint16(at: entry + 8) ?? 0))
        case 4: return EXIFOrientation(rawValue: uint32(at: entry + 8) ?? 0)
        default: return nil
        }
    }

    /// The offset of the orientation entry in the first directory; nil if it is missing.
    var orientationEntry: Int? {
        uint32(at: 4).flatMap { entry(0x0112, inDirectoryAt: Int($0)) }
    }

    /// The focal length in millimetres, as the equivalent for 36 × 24 mm film; nil if it is missing or invalid.
    var filmFocalLength: Int? {
        guard let directory = uint32(at: 4), let link = entry(0x8769, inDirectoryAt: Int(directory)),
            uint16(at: link + 2) == 4, let inner = uint32(at: link + 8),
            let entry = entry(0xA405, inDirectoryAt: Int(inner)), uint16(at: entry + 2) == 3,
            let length = uint16(at: entry + 8), length > 0
        else { return nil }
        return Int(length)
    }

    private func uint16(at offset: Int) -> UInt16? {
        bytes.integer(at: offset, as: UInt16.self).map { isBigEndian ? $0.byteSwapped : $0 }
    }

    private func uint32(at offset: Int) -> UInt32? {
        bytes.integer(at: offset, as: UInt32.self).map { isBigEndian ? $0.byteSwapped : $0 }
    }

    /// Returns the offset of the entry with a tag in a directory; nil if it is missing.
    private func entry(_ tag: UInt16, inDirectoryAt directory: Int) -> Int? {
        guard let count = uint16(at: directory) else { return nil }
        return (0..<Int(count)).lazy.map { directory + 2 + 12 * $0 }.first { uint16(at: $0) == tag }
    }
}

extension ImageMetadata {
    /// The focal length in millimetres from the EXIF data, as the equivalent for 36 × 24 mm film; nil if it is missing
    /// or invalid.
    package var filmFocalLength: Int? { EXIFData(Bytes(exif))?.filmFocalLength }
}
