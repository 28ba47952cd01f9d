import TegataBuffers

/// The segments of a JPEG file before its samples.
struct JPEGSegments: Sequence, IteratorProtocol {
    private let bytes: Bytes
    private var offset = 2

    init(_ bytes: Bytes) {
        self.bytes = bytes
    }

    mutating func next() -> (marker: UInt8, content: Bytes)? {
        while let byte: UInt8 = bytes.integer(at: offset), byte == 0xFF,
            let marker: UInt8 = bytes.integer(at: offset + 1)
        {
            if marker == 0xFF {
                offset += 1  // Any number of these may come before a marker.
                continue
            }
            // Start of scan or end of image: the metadata is over.
            guard marker != 0xDA, marker != 0xD9, let length: UInt16 = bytes.integer(at: offset + 2) else { return nil }
            let count = Int(length.byteSwapped)
            guard count >= 2, let content = bytes.slice(at: offset + 4, count: count - 2) else { return nil }
            offset += 2 + count
            return (marker, content)
        }
        return nil
    }
}

extension JPEGSegments {
    /// Whether the file has one colour component.
    static func isGray(_ bytes: Bytes) -> Bool {
        // Frames begin with these markers; three between them mean something else.
        for segment in JPEGSegments(bytes) where (0xC0...0xCF).contains(segment.marker) {
            if [0xC4, 0xC8, 0xCC].contains(segment.marker) { continue }
            return segment.content.integer(at: 5, as: UInt8.self) == 1
        }
        return false
    }
}

/// What follows the mark of EXIF data in the first segment that has it.
func exifSegment(ofJPEG bytes: Bytes) -> Bytes? {
    for segment in JPEGSegments(bytes) where segment.marker == 0xE1 && segment.content.has("Exif\0\0", at: 0) {
        return segment.content.slice(at: 6, count: segment.content.count - 6)
    }
    return nil
}

/// EXIF data of other kinds of files, before which some writers put the mark of JPEG files.
func exifBehindMark(_ data: Bytes) -> Bytes? {
    let mark = data.has("Exif\0\0", at: 0) ? 6 : 0
    return data.slice(at: mark, count: data.count - mark)
}
