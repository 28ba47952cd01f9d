import CTegataSystem
import TegataBuffers
import TegataSystem

extension RGBImage {
    /// Decodes an image with ffmpeg, and turns it upright. If a file has several images, only the first is decoded.
    static func decodeForeign(
        _ bytes: Bytes, _ kind: ImageKind, demuxer: String, program: String
    ) throws(ImageFileError.Problem) -> RGBImage {
        switch kind {
        case .webp:
            let chunks = WebPChunks(bytes)
            let picture = try decode(chunks.firstPicture() ?? bytes, kind, demuxer: demuxer, program: program)
            return try picture.turned(by: chunks.orientation)
        case .tiff:
            let picture = try decode(bytes, kind, demuxer: demuxer, program: program)
            return try picture.turned(by: EXIFData(bytes)?.orientation)
        case .heif, .avif:
            let properties = HEIFProperties(bytes)
            var picture = try decode(bytes, kind, demuxer: demuxer, program: program)
            // Large images are stored in tiles, and some versions of ffmpeg return only the first tile.
            if let size = properties.size, size != (picture.width, picture.height) {
                throw .notDecoded(kind: kind.article, program: program, reason: "it returns only part of the image")
            }
            for turn in properties.turns { picture = try picture.turned(by: turn) }
            return picture
        default:
            return try decode(bytes, kind, demuxer: demuxer, program: program)
        }
    }

    /// Returns the stored image.
    private static func decode(
        _ bytes: Bytes, _ kind: ImageKind, demuxer: String, program: String
    ) throws(ImageFileError.Problem) -> RGBImage {
        // Use a file in memory, so that ffmpeg decodes the same bytes that were checked.
        let file = tegata_memory_file()
        guard file >= 0 else { throw .unreadable(.systemError(operation: "memfd_create", code: errno)) }
        defer { _ = close(file) }
        do throws(SystemError) {
            try bytes.withSpan { (span) throws(SystemError) in try writeAll(span, to: file) }
        } catch {
            throw .unreadable(.systemError(operation: "write", code: error.code))
        }
        let process: ChildProcess
        do throws(ChildProcessError) {
            process = try ChildProcess(
                program, arguments(demuxer: demuxer, path: "/proc/\(getpid())/fd/\(file)"), connecting: .output)
        } catch {
            switch error {
            case .programMissing(let name): throw .programMissing(kind: kind.article, program: name)
            case .system(let operation, let code): throw .unreadable(.systemError(operation: operation, code: code))
            }
        }
        if let picture = try readPPM(from: process.descriptor) {
            process.closeConnection()
            _ = process.wait()
            return picture
        }
        process.closeConnection()
        _ = process.wait()
        throw .notDecoded(kind: kind.article, program: program, reason: Self.reason(process.messageLines()))
    }

    /// Returns options that output the first stored image as PPM. The demuxer is fixed, and the file cannot refer to
    /// other files.
    private static func arguments(demuxer: String, path: String) -> [String] {
        [
            "-nostdin", "-hide_banner", "-nostats", "-loglevel", "level+error", "-protocol_whitelist", "file,pipe",
            "-threads", "1", "-noautorotate", "-max_pixels", "\(maximumPixelCount)", "-f", demuxer, "-i",
            "file:" + path,
            "-map", "0:v:0", "-frames:v", "1", "-c:v", "ppm", "-pix_fmt", "rgb24", "-f", "image2pipe", "pipe:1",
        ]
    }

    /// Returns nil if the stream ends before the image does.
    private static func readPPM(from descriptor: Int32) throws(ImageFileError.Problem) -> RGBImage? {
        var header: [UInt8] = []
        var lineCount = 0
        while lineCount < 3, header.count < 64 {
            var byte: UInt8 = 0
            guard readAll(descriptor, &byte, count: 1) else { return nil }
            header.append(byte)
            if byte == UInt8(ascii: "\n") { lineCount += 1 }
        }
        let words = String(decoding: header, as: UTF8.self).split { $0 == " " || $0 == "\n" }
        guard words.count == 4, words[0] == "P6", let width = Int(words[1]), let height = Int(words[2]),
            words[3] == "255"
        else { return nil }
        try check(width: width, height: height)
        var isWhole = false
        let pixels = try newPixels(count: 3 * width * height) { pixels in
            isWhole = readAll(descriptor, pixels.baseAddress, count: pixels.count)
            if !isWhole { pixels.update(repeating: 0) }
        }
        return isWhole ? RGBImage(width: width, height: height, checkedPixels: pixels) : nil
    }

    /// Whether all bytes could be read.
    private static func readAll(_ descriptor: Int32, _ target: UnsafeMutablePointer<UInt8>?, count: Int) -> Bool {
        var done = 0
        while done < count {
            let got = read(descriptor, target.map { $0 + done }, count - done)
            if got < 0 && errno == EINTR { continue }
            guard got > 0 else { return false }
            done += got
        }
        return true
    }

    /// Returns ffmpeg's first error message, without the component that reported it.
    private static func reason(_ lines: [Substring]) -> String {
        for line in lines {
            for level in ["[error] ", "[fatal] "] {
                guard let start = line.end(of: level) else { continue }
                var message = line[start...]
                // Drop the name of the file in memory.
                while let next = message.end(of: ": ") { message = message[next...] }
                return String(message)
            }
        }
        return "it ended without an error message"
    }
}

extension Substring {
    /// The end of the first occurrence of `text`.
    func end(of text: String) -> Index? {
        utf8.indices.first { utf8[$0...].starts(with: text.utf8) }.map { utf8.index($0, offsetBy: text.utf8.count) }
    }
}

/// Reads the chunks of a WebP file.
struct WebPChunks {
    private var chunks: [(kind: String, content: Bytes)] = []

    init(_ bytes: Bytes) {
        append(bytes, from: 12)
    }

    private mutating func append(_ bytes: Bytes, from start: Int) {
        var offset = start
        // Animations have two chunks per frame.
        while chunks.count < 64, let kind = bytes.text(at: offset, count: 4),
            let size: UInt32 = bytes.integer(at: offset + 4),
            let content = bytes.slice(at: offset + 8, count: Int(size))
        {
            chunks.append((kind, content))
            offset += 8 + Int(size) + Int(size) % 2
        }
    }

    /// The orientation of the image; nil if it is missing.
    var orientation: EXIFOrientation? {
        chunks.first { $0.kind == "EXIF" }.flatMap { EXIFData(behindMarkIn: $0.content)?.orientation }
    }

    /// Returns a file with the first frame of an animation, because decoders for still images cannot read animations;
    /// nil if there is only one image.
    func firstPicture() throws(ImageFileError.Problem) -> Bytes? {
        guard let frame = chunks.first(where: { $0.kind == "ANMF" })?.content else { return nil }
        var inner = WebPChunks(.empty)
        inner.append(frame, from: 16)
        guard let picture = inner.chunks.first(where: { $0.kind == "VP8 " || $0.kind == "VP8L" }) else { return nil }
        // Build the file in an array, and then copy it to memory that does not move.
        let count = 2 * (picture.content.count + 64)
        guard PixelMemory.has(count) else { throw .memoryShort(byteCount: count) }
        var file = Array("RIFF".utf8)
        file.reserveCapacity(picture.content.count + 64)
        let padding = picture.content.count % 2
        file.append(contentsOf: Self.littleEndian(12 + picture.content.count + padding))
        file.append(contentsOf: ("WEBP" + picture.kind).utf8)
        file.append(contentsOf: Self.littleEndian(picture.content.count))
        picture.content.append(to: &file)
        file.append(contentsOf: repeatElement(0, count: padding))
        return Bytes(file)
    }

    private static func littleEndian(_ number: Int) -> [UInt8] {
        [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: number >> $0) }
    }
}
