import CTegataImageCodecs
import TegataBuffers
import TegataSystem

extension RGBImage {
    /// The quality of JPEG pictures at which the compression is hard to see, also along thin lines.
    public static let usualQuality = 92

    /// The picture as a file in memory; JPEG pictures have a quality from 1 to 100. What is said about it, such as where
    /// it was taken, is in it only where `keepsMetadata` says so.
    package func encoded(
        as format: ImageFormat, quality: Int = usualQuality, keepsMetadata: Bool = false
    ) throws(ImageFileError) -> [UInt8] {
        do throws(ImageFileError.Problem) {
            return try bytes(as: format, quality: quality, keepsMetadata ? metadata : ImageMetadata())
        } catch {
            throw ImageFileError(file: "picture", problem: error)
        }
    }

    /// Writes the picture as what the ending of the name says, with its EXIF data and colour profile where such files
    /// have them; the file appears whole or not at all.
    package func write(toFileAt path: String) throws(ImageFileError) {
        let file: [UInt8]
        do throws(ImageFileError.Problem) {
            guard let format = ImageFormat(path: path) else { throw .nameEndingUnknown }
            file = try bytes(as: format, quality: Self.usualQuality, metadata)
        } catch {
            throw ImageFileError(file: path, problem: error)
        }
        do throws(FileError) {
            try PendingFile.writeFile(file.span.bytes, to: path)
        } catch {
            throw ImageFileError(file: path, problem: .unwritable(error.reason))
        }
    }

    private func bytes(
        as format: ImageFormat, quality: Int, _ metadata: ImageMetadata
    ) throws(ImageFileError.Problem) -> [UInt8] {
        guard PixelMemory.has(2 * pixels.count) else { throw .memoryShort(byteCount: 2 * pixels.count) }
        if format == .ppm { return Array("P6\n\(width) \(height)\n255\n".utf8) + pixels }
        guard let width = UInt32(exactly: width), let height = UInt32(exactly: height) else {
            throw .tooManyPixels(width: width, height: height)
        }
        // Pieces one after the other: what it is, how long it is, and its bytes.
        var notes: [UInt8] = []
        func add(_ kind: some Sequence<UInt8>, _ content: [UInt8]) {
            notes.append(contentsOf: kind)
            notes.append(contentsOf: [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: content.count >> $0) })
            notes.append(contentsOf: content)
        }
        if format == .jpeg {
            for segment in metadata.jpegSegments { add([0, 0, 0, segment.marker], segment.content) }
        } else {
            for chunk in metadata.pngChunks { add(chunk.kind.utf8, chunk.content) }
        }
        var failure = tegata_codec_failure()
        let file = pixels.withUnsafeBufferPointer { pixels in
            notes.withUnsafeBufferPointer { notes in
                let quality = Int32(max(1, min(quality, 100)))
                let notes = tegata_notes(bytes: notes.baseAddress, count: notes.count)
                return format == .jpeg
                    ? tegata_jpeg_encode(pixels.baseAddress, width, height, quality, notes, &failure)
                    : tegata_png_encode(pixels.baseAddress, width, height, notes, &failure)
            }
        }
        guard let start = file.bytes else {
            throw failure.library_missing || failure.memory_short ? failure.problem : .notEncoded(failure.text)
        }
        defer { free(start) }
        return Array(UnsafeBufferPointer(start: start, count: file.count))
    }
}
