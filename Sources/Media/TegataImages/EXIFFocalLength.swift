import TegataBuffers

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
