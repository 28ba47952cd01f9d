import TegataBuffers
import TegataSystem

extension RGBImage {
    /// Reads a JPEG, PNG, PPM, PGM, PBM or PAM picture; what it is, its first bytes say and not its name.
    ///
    /// Alpha is dropped, colour profiles and gamma values are ignored, and a JPEG picture is turned as its EXIF data
    /// says.
    package init(readingFileAt path: String) throws(ImageFileError) {
        let bytes: Bytes
        do throws(FileError) {
            // The largest picture, uncompressed at 16 bits, and a header.
            bytes = try Bytes(readingFileAt: path, atMost: 6 * Self.maximumPixelCount + 1 << 16)
        } catch {
            throw ImageFileError(file: path, problem: .unreadable(error.reason))
        }
        try self.init(decoding: bytes, file: path)
    }

    /// Decodes a picture in memory; errors call it `file`.
    package init(decoding bytes: Bytes, file: String) throws(ImageFileError) {
        do throws(ImageFileError.Problem) {
            switch ImageKind(bytes) {
            case .jpeg: self = try Self.decodeJPEG(bytes)
            case .png: self = try Self.decodePNG(bytes)
            case .anymap: self = try Self.decodeAnymap(bytes)
            case .none where bytes.count == 0: throw .empty
            case .none: throw .kindUnknown(likely: nameOfForeignKind(bytes))
            }
        } catch {
            throw ImageFileError(file: file, problem: error)
        }
    }

    /// Throws where a file declares a picture that is not to be decoded; before any memory is spent on it.
    static func check(width: Int, height: Int) throws(ImageFileError.Problem) {
        guard width > 0, height > 0 else { throw .damaged("it declares \(width)×\(height) pixels") }
        guard fits(width: width, height: height) else { throw .tooManyPixels(width: width, height: height) }
    }
}

/// The kinds of picture that are read.
private enum ImageKind {
    case jpeg, png, anymap

    /// What the first bytes announce; of files too short to tell, too.
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
        } else {
            return nil
        }
    }
}

extension Bytes {
    /// Whether the bytes begin with `prefix`, as far as there are any.
    fileprivate func starts(with prefix: [UInt8]) -> Bool {
        guard let start = slice(at: 0, count: Swift.min(count, prefix.count)), start.count > 0 else { return false }
        return start.array() == Array(prefix.prefix(start.count))
    }

    fileprivate func has(_ text: String, at offset: Int) -> Bool {
        slice(at: offset, count: text.utf8.count)?.equals(text) == true
    }
}

/// What a file is that is no picture we read, for the message.
private func nameOfForeignKind(_ bytes: Bytes) -> String? {
    if bytes.has("GIF8", at: 0) { return "a GIF picture" }
    if bytes.has("RIFF", at: 0) && bytes.has("WEBP", at: 8) { return "a WebP picture" }
    if bytes.has("BM", at: 0) { return "a BMP picture" }
    if bytes.has("II*\0", at: 0) || bytes.has("MM\0*", at: 0) { return "a TIFF picture" }
    if bytes.has("ftyp", at: 4) {
        if ["heic", "heix", "mif1", "msf1"].contains(where: { bytes.has($0, at: 8) }) { return "a HEIF picture" }
        return bytes.has("avif", at: 8) ? "an AVIF picture" : "a video"
    }
    let isVideo = bytes.has("\u{1A}E", at: 0) || bytes.has("YUV4MPEG2", at: 0) || bytes.has("AVI ", at: 8)
    return isVideo ? "a video" : nil
}
