import TegataBuffers
import TegataFormats
import TegataTool

/// Files of other kinds that are named where a model belongs.
package enum ForeignFile {
    /// Throws if the file cannot be what is `expected`, such as "a bundle": what it is instead, as far as its first
    /// bytes tell.
    static func refuse(_ bytes: Bytes, file: String, expected: String, advice: String) throws {
        guard let kind = kind(bytes) else { return }
        throw .failure("\(file): is \(kind), not \(expected); \(advice)")
    }

    package static func refuseAsBundle(_ bytes: Bytes, file: String) throws {
        try refuse(
            bytes, file: file, expected: "a bundle",
            advice: "name one such as hand_landmarker.task, and pictures or videos without an option")
    }

    package static func refuseAsModel(_ bytes: Bytes, file: String) throws {
        try refuse(
            bytes, file: file, expected: "a bundle or network", advice: "name a .task bundle or a .tflite network")
    }

    /// Nil for models, and for what cannot be told.
    private static func kind(_ bytes: Bytes) -> String? {
        if FileKind.isNetwork(bytes) { return nil }
        let start = bytes.slice(at: 0, count: min(bytes.count, 512))?.array() ?? []
        if start.isEmpty { return "an empty file" }
        for (mark, offset, kind) in marks where start.dropFirst(offset).starts(with: mark.utf8.map { $0 }) {
            return kind
        }
        if start.starts(with: [0xFF, 0xD8, 0xFF]) { return "a JPEG picture" }
        if start.starts(with: [0x89] + Array("PNG".utf8)) { return "a PNG picture" }
        if start.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) { return "a video" }
        if start.starts(with: [0x1F, 0x8B]) { return "a compressed file" }
        if start.starts(with: [0x93] + Array("NUMPY".utf8)) { return "an array of NumPy" }
        // A network has zeros among its first bytes, and an archive too.
        let isText = start.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x0A || $0 == 0x0D || $0 == 0x09 }
        guard isText else { return nil }
        let text = String(decoding: start, as: UTF8.self).lowercased()
        return text.contains("<html") || text.contains("<!doctype") ? "a web page" : "a text"
    }

    private static let marks: [(mark: String, offset: Int, kind: String)] = [
        ("GIF8", 0, "a GIF picture"), ("WEBP", 8, "a WebP picture"), ("BM", 0, "a BMP picture"),
        ("II*\0", 0, "a TIFF picture"), ("MM\0*", 0, "a TIFF picture"),
        ("ftypheic", 4, "a HEIC picture"), ("ftypavif", 4, "an AVIF picture"), ("ftyp", 4, "a video"),
        ("AVI ", 8, "a video"), ("YUV4MPEG2", 0, "a video"), ("P5\n", 0, "a PGM picture"), ("P6\n", 0, "a PPM picture"),
        ("%PDF", 0, "a PDF document"), ("\u{7F}ELF", 0, "a program"),
        ("version https://git-lfs", 0, "a pointer of Git LFS (git lfs pull fetches what it stands for)"),
    ]
}
