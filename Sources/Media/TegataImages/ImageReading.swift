import TegataBuffers
import TegataSystem

extension RGBImage {
    /// Reads a JPEG, PNG, PPM, PGM, PBM or PAM picture, and through the program ffmpeg WebP, HEIF, AVIF, TIFF, BMP, GIF
    /// and JPEG XL; what it is, its first bytes say and not its name.
    ///
    /// Alpha is dropped, colour profiles and gamma values are ignored, and the picture is turned as its EXIF data or
    /// container says. Without `acceptingPipes` only regular files are read, and nothing is waited for.
    package init(readingFileAt path: String, acceptingPipes: Bool = true) throws(ImageFileError) {
        try self.init(decoding: Self.bytes(ofFileAt: path, acceptingPipes: acceptingPipes), file: path)
    }

    /// As ``init(readingFileAt:acceptingPipes:)``, of what the process was given to read.
    package init(readingStandardInputCalled name: String) throws(ImageFileError) {
        let bytes: Bytes
        do throws(FileError) {
            bytes = try Bytes(readingStandardInputCalled: name, atMost: Self.maximumByteCount)
        } catch {
            // What is no file, pipe or connection is a terminal, or /dev/null.
            let isPossible = error.reason != .notARegularFile
            throw ImageFileError(file: name, problem: isPossible ? .unreadable(error.reason) : .nothingSent)
        }
        guard bytes.count > 0 else { throw ImageFileError(file: name, problem: .nothingSent) }
        try self.init(decoding: bytes, file: name)
    }

    /// The largest picture, uncompressed at 16 bits, and a header.
    private static let maximumByteCount = 6 * maximumPixelCount + 1 << 16

    /// The bytes of a file that may be a picture; throws where there are more than any has.
    package static func bytes(ofFileAt path: String, acceptingPipes: Bool = true) throws(ImageFileError) -> Bytes {
        if let problem = problem(readingFileAt: path) { throw ImageFileError(file: path, problem: problem) }
        do throws(FileError) {
            return try Bytes(readingFileAt: path, atMost: maximumByteCount, acceptingPipes: acceptingPipes)
        } catch {
            throw ImageFileError(file: path, problem: .unreadable(error.reason))
        }
    }

    /// What keeps a file from being read, as far as that can be told before.
    private static func problem(readingFileAt path: String) -> ImageFileError.Problem? {
        var information = stat()
        guard stat(path, &information) == 0 else { return path.contains("://") ? .address : nil }
        guard information.st_mode & S_IFMT == S_IFREG else { return nil }
        // It is read, and then lies where nothing moves it.
        let count = 2 * min(Int(information.st_size), 6 * maximumPixelCount)
        return PixelMemory.has(count) ? nil : .memoryShort(byteCount: count)
    }

    /// Decodes a picture in memory; errors call it `file`. Kinds that are not read here `decoder` decodes, a program
    /// like ffmpeg.
    package init(decoding bytes: Bytes, file: String, decoder: String = "ffmpeg") throws(ImageFileError) {
        do throws(ImageFileError.Problem) {
            switch ImageKind(bytes) {
            case .jpeg:
                let metadata = ImageMetadata(ofJPEG: bytes)
                self = try RGBImage(decodingJPEG: bytes).turned(by: metadata.orientation)
                self.metadata = metadata
            case .png:
                let metadata = ImageMetadata(ofPNG: bytes)
                let samples = try StoredSamples(decodingPNG: bytes, keepingChannels: false)
                self = try RGBImage(samples.turned(by: metadata.orientation))
                self.metadata = metadata
            case .anymap: self = try Self.decodeAnymap(bytes)
            case .none where bytes.count == 0: throw .empty
            case .none: throw .kindUnknown(likely: ImageKind.model(bytes))
            case .some(let kind):
                guard let demuxer = kind.demuxer else { throw .kindUnknown(likely: kind.article) }
                self = try Self.decodeForeign(bytes, kind, demuxer: demuxer, program: decoder)
            }
        } catch {
            throw ImageFileError(file: file, problem: error)
        }
    }

    /// Throws where there is no memory for so many copies, of which drawing and encoding take two; to be asked before,
    /// as copies themselves cannot fail.
    package func checkRoomForCopies(_ copies: Int = 2, file: String) throws(ImageFileError) {
        let count = copies * pixels.count
        guard PixelMemory.has(count) else { throw ImageFileError(file: file, problem: .memoryShort(byteCount: count)) }
    }

    /// Throws where a file declares a picture that is not to be decoded; before any memory is spent on it.
    static func check(width: Int, height: Int) throws(ImageFileError.Problem) {
        guard width > 0, height > 0 else { throw .damaged("it declares \(width)×\(height) pixels") }
        guard fits(width: width, height: height) else { throw .tooManyPixels(width: width, height: height) }
    }
}
