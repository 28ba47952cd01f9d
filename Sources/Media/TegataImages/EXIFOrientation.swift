import TegataBuffers

/// How a camera held the picture it stored, by the numbers of the EXIF standard: what has to be done to turn it
/// upright.
enum EXIFOrientation: UInt32 {
    case upright = 1
    case mirrored, upsideDown, flipped, transposed, quarterTurnClockwise, transversed, quarterTurnCounterclockwise

    /// The orientation in the EXIF data of a JPEG file, or nil where there is none that makes sense.
    init?(ofJPEG bytes: Bytes) {
        guard
            let data = exifSegment(ofJPEG: bytes), let reader = TIFFReader(data),
            let directory = reader.uint32(at: 4), let count = reader.uint16(at: Int(directory))
        else { return nil }
        for index in 0..<Int(count) {
            let entry = Int(directory) + 2 + 12 * index
            guard reader.uint16(at: entry) == 0x0112 else { continue }
            switch reader.uint16(at: entry + 2) {
            case 3: self.init(rawValue: UInt32(reader.uint16(at: entry + 8) ?? 0))
            case 4: self.init(rawValue: reader.uint32(at: entry + 8) ?? 0)
            default: return nil
            }
            return
        }
        return nil
    }

    /// Whether rows of the stored picture become columns.
    var swapsSides: Bool { rawValue >= EXIFOrientation.transposed.rawValue }
}

/// What follows the mark of EXIF data in the first segment that has it.
private func exifSegment(ofJPEG bytes: Bytes) -> Bytes? {
    var offset = 2
    while let byte: UInt8 = bytes.integer(at: offset), byte == 0xFF, let marker: UInt8 = bytes.integer(at: offset + 1) {
        if marker == 0xFF {
            offset += 1  // Any number of these may come before a marker.
            continue
        }
        // Start of scan or end of image: the metadata is over.
        guard marker != 0xDA, marker != 0xD9, let length: UInt16 = bytes.integer(at: offset + 2) else { return nil }
        let count = Int(length.byteSwapped)
        guard count >= 2, let segment = bytes.slice(at: offset + 4, count: count - 2) else { return nil }
        if marker == 0xE1, segment.slice(at: 0, count: 6)?.equals("Exif\0\0") == true {
            return segment.slice(at: 6, count: segment.count - 6)
        }
        offset += 2 + count
    }
    return nil
}

/// Integers in the byte order that the data declares.
private struct TIFFReader {
    private let bytes: Bytes
    private let isBigEndian: Bool

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
}
