import TegataBuffers
import TegataFormats
import TegataTool

/// Checks for other kinds of files that were given instead of a model.
package enum ForeignFile {
    /// Throws if the first bytes show that the file is not what is `expected`, such as "a bundle". The error names the
    /// kind that was found.
    static func refuse(_ bytes: Bytes, file: String, expected: String, advice: String) throws {
        guard let kind = kind(bytes) else { return }
        throw .failure("\(file): is \(kind), not \(expected); \(advice)")
    }

    package static func refuseAsBundle(_ bytes: Bytes, file: String) throws {
        try refuse(
            bytes, file: file, expected: "a bundle",
            advice: "pass one such as hand_landmarker.task; images and videos need no option")
    }

    package static func refuseAsModel(_ bytes: Bytes, file: String) throws {
        try refuse(
            bytes, file: file, expected: "a bundle or network", advice: "pass a .task bundle or a .tflite network")
    }

    /// Returns the kind of file, judging by its first bytes; nil for models and unknown kinds.
    private static func kind(_ bytes: Bytes) -> String? {
        if FileKind.isNetwork(bytes) { return nil }
        let start = bytes.slice(at: 0, count: min(bytes.count, 512))?.array() ?? []
        if start.isEmpty { return "an empty file" }
        for (mark, offset, kind) in marks where start.dropFirst(offset).starts(with: mark.utf8.map { $0 }) {
            return kind
        }
        if start.starts(with: [0xFF, 0xD8, 0xFF]) { return "a JPEG image" }
        if start.starts(with: [0x89] + Array("PNG".utf8)) { return "a PNG image" }
        if start.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) { return "a video" }
        if start.starts(with: [0x1F, 0x8B]) { return "a compressed file" }
        if start.starts(with: [0x93] + Array("NUMPY".utf8)) { return "a NumPy array" }
        // Networks and archives have zeros among their first bytes, so only text passes.
        let isText = start.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x0A || $0 == 0x0D || $0 == 0x09 }
        guard isText else { return nil }
        let text = String(decoding: start, as: UTF8.self).lowercased()
        return text.contains("<html") || text.contains("<!doctype") ? "a web page" : "a text file"
    }

    private static let marks: [(mark: String, offset: Int, kind: String)] = [
        ("GIF8", 0, "a GIF image"), ("WEBP", 8, "a WebP image"), ("BM", 0, "a BMP image"),
        ("II*\0", 0, "a TIFF image"), ("MM\0*", 0, "a TIFF image"),
        ("ftypheic", 4, "a HEIC image"), ("ftypavif", 4, "an AVIF image"), ("ftyp", 4, "a video"),
        ("AVI ", 8, "a video"), ("YUV4MPEG2", 0, "a video"), ("P5\n", 0, "a PGM image"), ("P6\n", 0, "a PPM image"),
        ("%PDF", 0, "a PDF document"), ("\u{7F}ELF", 0, "a program"),
        ("version https://git-lfs", 0, "a Git LFS pointer (run git lfs pull to fetch the file)"),
    ]
}
