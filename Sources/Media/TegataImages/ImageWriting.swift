import CTegataImageCodecs
import TegataBuffers
import TegataSystem

#if !hasFeature(Embedded)
    extension RGBImage {
        /// The default quality of JPEG images, at which compression artefacts are hard to see, even along thin lines.
        package static let usualQuality = 92

        /// Returns the image as a file in memory; JPEG quality is from 1 to 100. Metadata, such as the location, is
        /// included only if `keepsMetadata` is true.
        package func encoded(
            as format: ImageFormat, quality: Int = usualQuality, keepsMetadata: Bool = false
        ) throws(ImageFileError) -> [UInt8] {
            do throws(ImageFileError.Problem) {
                return try bytes(as: format, quality: quality, keepsMetadata ? metadata : ImageMetadata())
            } catch {
                throw ImageFileError(file: "picture", problem: error)
            }
        }

        /// Writes the image in the format of the extension, with its EXIF data and colour profile if the format supports
        /// them. The file appears under its name only when it is complete.
        package func write(toFileAt path: String) throws(ImageFileError) {
            try writeFile(path) { format throws(ImageFileError.Problem) in
                try bytes(as: format, quality: Self.usualQuality, metadata)
            }
        }

        private func bytes(
            as format: ImageFormat, quality: Int, _ metadata: ImageMetadata
        ) throws(ImageFileError.Problem) -> [UInt8] {
            guard PixelMemory.has(2 * pixels.count) else { throw .memoryShort(byteCount: 2 * pixels.count) }
            if format == .ppm { return Array("P6\n\(width) \(height)\n255\n".utf8) + pixels }
            // Consecutive pieces: name, length and bytes.
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
            return try encode(pixels, width: width, height: height) { pixels, width, height, failure in
                notes.withUnsafeBufferPointer { notes in
                    let quality = Int32(max(1, min(quality, 100)))
                    let notes = tegata_notes(bytes: notes.baseAddress, count: notes.count)
                    return format == .jpeg
                        ? tegata_jpeg_encode(pixels, width, height, quality, notes, failure)
                        : tegata_png_encode(pixels, width, height, false, notes, failure)
                }
            }
        }
    }

    extension RGBAImage {
        /// Returns the image as a PNG file in memory.
        package func encoded() throws(ImageFileError) -> [UInt8] {
            do throws(ImageFileError.Problem) {
                return try bytes(as: .png)
            } catch {
                throw ImageFileError(file: "picture", problem: error)
            }
        }

        /// Writes the image as a PNG file, which appears under its name only when it is complete.
        package func write(toFileAt path: String) throws(ImageFileError) {
            try writeFile(path) { format throws(ImageFileError.Problem) in try bytes(as: format) }
        }

        private func bytes(as format: ImageFormat) throws(ImageFileError.Problem) -> [UInt8] {
            guard format == .png else { throw .notEncoded("only PNG images can be transparent") }
            guard PixelMemory.has(2 * pixels.count) else { throw .memoryShort(byteCount: 2 * pixels.count) }
            return try encode(pixels, width: width, height: height) { pixels, width, height, failure in
                tegata_png_encode(pixels, width, height, true, tegata_notes(), failure)
            }
        }
    }

    /// Writes an image in the format of the extension.
    private func writeFile(
        _ path: String, _ bytes: (ImageFormat) throws(ImageFileError.Problem) -> [UInt8]
    ) throws(ImageFileError) {
        let file: [UInt8]
        do throws(ImageFileError.Problem) {
            guard let format = ImageFormat(path: path) else { throw .nameEndingUnknown }
            file = try bytes(format)
        } catch {
            throw ImageFileError(file: path, problem: error)
        }
        do throws(FileError) {
            try PendingFile.writeFile(file.span.bytes, to: path)
        } catch {
            throw ImageFileError(file: path, problem: .unwritable(error.reason))
        }
    }
#endif
