import TegataBuffers
import TegataSystem

extension RGBImage {
    /// Reads a JPEG, PNG, PPM, PGM, PBM or PAM image, or a WebP, HEIF, AVIF, TIFF, BMP, GIF or JPEG XL image through
    /// ffmpeg. The format is recognised by the first bytes, not by the extension.
    ///
    /// Alpha is dropped, colour profiles and gamma values are ignored, and the image is turned upright as its EXIF data
    /// or container requires. Without `acceptingPipes`, only regular files are read, and the call never waits for data.
    package init(readingFileAt path: String, acceptingPipes: Bool = true) throws(ImageFileError) {
        try self.init(decoding: Self.bytes(ofFileAt: path, acceptingPipes: acceptingPipes), file: path)
    }

    /// Reads standard input like ``init(readingFileAt:acceptingPipes:)``.
    package init(readingStandardInputCalled name: String) throws(ImageFileError) {
        let bytes: Bytes
        do throws(FileError) {
            bytes = try Bytes(readingStandardInputCalled: name, atMost: Self.maximumByteCount)
        } catch {
            // Inputs other than files, pipes and sockets are terminals or /dev/null.
            let isPossible = error.reason != .notARegularFile
            throw ImageFileError(file: name, problem: isPossible ? .unreadable(error.reason) : .nothingSent)
        }
        guard bytes.count > 0 else { throw ImageFileError(file: name, problem: .nothingSent) }
        try self.init(decoding: bytes, file: name)
    }

    /// The largest image, uncompressed at 16 bits, plus a header.
    private static let maximumByteCount = 6 * maximumPixelCount + 1 << 16

    /// Returns the bytes of a file that may be an image; throws if there are more of them than any image has.
    package static func bytes(ofFileAt path: String, acceptingPipes: Bool = true) throws(ImageFileError) -> Bytes {
        if let problem = problem(readingFileAt: path) { throw ImageFileError(file: path, problem: problem) }
        do throws(FileError) {
            return try Bytes(readingFileAt: path, atMost: maximumByteCount, acceptingPipes: acceptingPipes)
        } catch {
            throw ImageFileError(file: path, problem: .unreadable(error.reason))
        }
    }

    /// Returns a problem that can be found before reading; nil if there is none.
    private static func problem(readingFileAt path: String) -> ImageFileError.Problem? {
        var information = stat()
        guard stat(path, &information) == 0 else { return path[...].end(of: "://") == nil ? nil : .address }
        guard information.st_mode & S_IFMT == S_IFREG else { return nil }
        // Read the bytes into an array, and then copy them to memory that does not move.
        let count = 2 * min(Int(information.st_size), 6 * maximumPixelCount)
        return PixelMemory.has(count) ? nil : .memoryShort(byteCount: count)
    }

    /// Decodes an image in memory; errors refer to it as `file`. The program `decoder`, such as ffmpeg, decodes formats
    /// without a built-in decoder.
    package init(decoding bytes: Bytes, file: String, decoder: String = "ffmpeg") throws(ImageFileError) {
        do throws(ImageFileError.Problem) {
            try self.init(decoding: bytes, decoder: decoder)
        } catch {
            throw ImageFileError(file: file, problem: error)
        }
    }

    init(decoding bytes: Bytes, decoder: String = "ffmpeg") throws(ImageFileError.Problem) {
        let kind = ImageKind(bytes)
        switch kind {
        case .jpeg:
            let metadata = ImageMetadata(ofJPEG: bytes)
            self = try RGBImage(decodingJPEG: bytes).turned(by: metadata.orientation)
            self.metadata = metadata
        case .png:
            let metadata = ImageMetadata(ofPNG: bytes)
            let samples = try StoredSamples(decodingPNG: bytes, keepingChannels: false)
            self = try RGBImage(samples.turned(by: metadata.orientation))
            self.metadata = metadata
        default: try self.init(decoding: bytes, other: kind, decoder: decoder)
        }
    }

    /// Decodes an image that is neither JPEG nor PNG.
    init(decoding bytes: Bytes, other kind: ImageKind?, decoder: String = "ffmpeg") throws(ImageFileError.Problem) {
        switch kind {
        case .anymap: self = try Self.decodeAnymap(bytes)
        case .none where bytes.count == 0: throw .empty
        case .none: throw .kindUnknown(likely: ImageKind.model(bytes))
        case .some(let kind):
            guard let demuxer = kind.demuxer else { throw .kindUnknown(likely: kind.article) }
            self = try Self.decodeForeign(bytes, kind, demuxer: demuxer, program: decoder)
        }
    }

    /// Throws if there is not enough memory for `copies` of the image. Call this before copying, because copying cannot
    /// report an error. Drawing and encoding take two copies.
    package func checkRoomForCopies(_ copies: Int = 2, file: String) throws(ImageFileError) {
        let count = copies * pixels.count
        guard PixelMemory.has(count) else { throw ImageFileError(file: file, problem: .memoryShort(byteCount: count)) }
    }

    /// Throws if a file declares an image of an invalid size, before any memory is allocated for it.
    package static func check(width: Int, height: Int) throws(ImageFileError.Problem) {
        guard width > 0, height > 0 else { throw .damaged("it declares \(width)×\(height) pixels") }
        guard fits(width: width, height: height) else { throw .tooManyPixels(width: width, height: height) }
    }
}
