import TegataBuffers
import TegataClassifiers
import TegataFormats
import TegataGestureBundles
import TegataHands
import TegataInference
import TegataTool

/// Files of other kinds that are named where a model belongs.
package enum ForeignFile {
    /// Throws where the file cannot be what is `expected`, such as "a bundle": what it is instead, as far as its first
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

/// What the command keeps to where the memory of the process is limited (`ulimit -v`).
enum MemoryNeeds {
    /// Networks are packed, some widened, and have values beside their weights; the libraries for pictures come on top.
    private static func byteCount(ofFile fileByteCount: Int) -> Int { (24 << 20) + 4 * fileByteCount }

    /// The stack of a further thread, what it works with, and what the memory allocator reserves for it.
    private static let byteCountOfThread = 80 << 20
    /// What is left to everything else.
    private static let byteCountOfRest = 128 << 20

    /// Throws where there is too little memory for the networks in a file of that size.
    static func require(forFileOf fileByteCount: Int, _ file: String) throws {
        let needed = byteCount(ofFile: fileByteCount)
        guard let left = System.memoryLeft, left < needed else { return }
        throw .failure(
            "\(file): needs about \(needed >> 20) MiB of memory, and \(left >> 20) MiB are left; raise the limit (ulimit -v)"
        )
    }

    /// As many of `count` threads as there is memory for. Results do not depend on it.
    package static func threadCount(_ count: Int) -> Int {
        guard let left = System.memoryLeft else { return count }
        return min(count, 1 + max(0, left - byteCountOfRest) / byteCountOfThread)
    }
}

extension HandNetworks {
    /// Loads the networks of a bundle.
    package init(
        at path: String, includingGestures: Bool = false, _ options: NetworkOptions, _ precision: HandPrecision
    ) throws {
        let bytes = try Bytes(mappingFileAt: path)
        guard !ClassifierFile.isClassifier(bytes) else {
            throw .failure(
                "\(path): is a classifier, not a bundle; pass poses with --poses, and actions to track with --actions")
        }
        try ForeignFile.refuseAsBundle(bytes, file: path)
        try MemoryNeeds.require(forFileOf: bytes.count, path)
        try self.init(
            bundle: bytes, file: path, includingGestures: includingGestures, options: options, precision: precision)
    }
}

extension ClassifierFile {
    /// Reads the classifier at `path`: a file of its own, or a bundle that has one.
    package init(at path: String) throws {
        let bytes = try Bytes(mappingFileAt: path)
        try ForeignFile.refuse(
            bytes, file: path, expected: "a classifier", advice: "name a file that tegata train wrote")
        self = try ClassifierFile(fileOrBundle: bytes, file: path)
    }
}
