import TegataBuffers
import TegataSystem

/// The type of a file, determined by its first bytes.
package enum ImageKind: Sendable {
    case jpeg, png, anymap
    /// Formats that ffmpeg decodes.
    case webp, heif, avif, tiff, bmp, gif, jpegXL
    case video

    /// Recognises a type by its first bytes, even if a short file contains only some of them.
    init?(_ bytes: Bytes) {
        if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self = .png
        } else if bytes.count > 0, bytes.integer(at: 0) == UInt8(ascii: "P"),
            bytes.count == 1
                || "1234567".utf8.contains(bytes.integer(at: 1) ?? 0)
        {
            self = .anymap
        } else if let kind = Self.foreignKind(bytes) {
            self = kind
        } else {
            return nil
        }
    }

    #if !hasFeature(Embedded)
        /// Recognises the type of the file at `path`; nil if it is not a regular file or cannot be read. Pipes and
        /// devices are not opened.
        package init?(ofFileAt path: String) {
            guard FileTree.isFile(path) else { return nil }
            let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
            guard descriptor >= 0 else { return nil }
            defer { _ = close(descriptor) }
            var start = [UInt8](repeating: 0, count: 64)
            let count = read(descriptor, &start, start.count)
            guard count > 0 else { return nil }
            self.init(Bytes(Array(start[..<count])))
        }
    #endif

    private static func foreignKind(_ bytes: Bytes) -> ImageKind? {
        if bytes.has("GIF8", at: 0) { return .gif }
        if bytes.has("RIFF", at: 0) && bytes.has("WEBP", at: 8) { return .webp }
        if bytes.has("II*\0", at: 0) || bytes.has("MM\0*", at: 0) { return .tiff }
        // Many text files start with these two letters, but an image has four zeros after its size.
        if bytes.has("BM", at: 0) && bytes.integer(at: 6, as: UInt32.self) == 0 { return .bmp }
        if bytes.has("\0\0\0\u{0C}JXL \r\n", at: 0) { return .jpegXL }
        if bytes.count >= 2, bytes.starts(with: [0xFF, 0x0A]) { return .jpegXL }
        if bytes.has("ftyp", at: 4) {
            let pictures = ["heic", "heix", "hevc", "heim", "heis", "mif1", "msf1"]
            if bytes.has("avif", at: 8) || bytes.has("avis", at: 8) { return .avif }
            guard pictures.contains(where: { bytes.has($0, at: 8) }) else { return .video }
            // The major brand may be generic; the compatible brands that follow identify the codec.
            return stride(from: 16, to: 64, by: 4).contains { bytes.has("avif", at: $0) } ? .avif : .heif
        }
        let isVideo = bytes.has("\u{1A}E", at: 0) || bytes.has("YUV4MPEG2", at: 0) || bytes.has("AVI ", at: 8)
        return isVideo ? .video : nil
    }

    /// Returns the type of a model that was passed as an image; nil for all other files.
    static func model(_ bytes: Bytes) -> String? {
        // Google's bundles start with a few zeros.
        if (0..<64).contains(where: { bytes.has("PK\u{3}\u{4}", at: $0) }) { return bundle }
        return bytes.has("TFL3", at: 4) ? network : nil
    }

    static let bundle = "a bundle or other zip archive"
    static let network = "a network"

    /// The name with its article, such as "a WebP picture".
    var article: String {
        switch self {
        case .avif: "an AVIF image"
        case .video: "a video"
        default: "a \(name) image"
        }
    }

    /// The name, such as "WebP".
    package var name: String {
        switch self {
        case .jpeg: "JPEG"
        case .png: "PNG"
        case .anymap: "PNM"
        case .webp: "WebP"
        case .heif: "HEIF"
        case .avif: "AVIF"
        case .tiff: "TIFF"
        case .bmp: "BMP"
        case .gif: "GIF"
        case .jpegXL: "JPEG XL"
        case .video: "video"
        }
    }

    /// ffmpeg's name for the container; nil for videos and for formats that do not need ffmpeg.
    var demuxer: String? {
        switch self {
        case .jpeg, .png, .anymap, .video: nil
        case .webp: "webp_pipe"
        case .heif, .avif: "mov"
        case .tiff: "tiff_pipe"
        case .bmp: "bmp_pipe"
        case .gif: "gif"
        case .jpegXL: "jpegxl_pipe"
        }
    }
}

extension Bytes {
    /// Whether the bytes, which must not be empty, match `prefix` as far as they go.
    fileprivate func starts(with prefix: [UInt8]) -> Bool {
        guard let start = slice(at: 0, count: Swift.min(count, prefix.count)), start.count > 0 else { return false }
        return start.array() == Array(prefix.prefix(start.count))
    }

    func has(_ text: String, at offset: Int) -> Bool {
        slice(at: offset, count: text.utf8.count)?.equals(text) == true
    }
}

/// The image formats that can be written.
package enum ImageFormat: Sendable {
    case jpeg, png, ppm

    /// Returns the format for the extension of a file name; nil if there is none.
    package init?(path: String) {
        let name = path.lowercased()
        if name.hasSuffix(".png") {
            self = .png
        } else if name.hasSuffix(".jpg") || name.hasSuffix(".jpeg") {
            self = .jpeg
        } else if name.hasSuffix(".ppm") {
            self = .ppm
        } else {
            return nil
        }
    }

    /// Whether a file name has the extension of a readable image format.
    package static func isReadable(path: String) -> Bool {
        let name = path.lowercased()
        return readableEndings.contains { name.hasSuffix("." + $0) }
    }

    /// The extensions of readable image formats, without the dot.
    package static let readableEndings = [
        "jpg", "jpeg", "png", "ppm", "pgm", "pbm", "pam", "pnm", "webp", "heic", "heif", "avif", "tif", "tiff", "bmp",
        "gif", "jxl",
    ]
}
