import CTegataImageCodecs
import TegataBuffers
import TegataSystem

extension RGBImage {
    /// The quality of JPEG pictures at which the compression is hard to see, also along thin lines.
    public static let usualQuality = 92

    /// The picture as a file in memory; JPEG pictures have a quality from 1 to 100.
    package func encoded(as format: ImageFormat, quality: Int = usualQuality) throws(ImageFileError) -> [UInt8] {
        do throws(ImageFileError.Problem) {
            return try bytes(as: format, quality: quality)
        } catch {
            throw ImageFileError(file: "picture", problem: error)
        }
    }

    /// Writes the picture as what the ending of the name says; the file appears whole or not at all.
    package func write(toFileAt path: String) throws(ImageFileError) {
        let file: [UInt8]
        do throws(ImageFileError.Problem) {
            guard let format = ImageFormat(path: path) else { throw .nameEndingUnknown }
            file = try bytes(as: format, quality: Self.usualQuality)
        } catch {
            throw ImageFileError(file: path, problem: error)
        }
        do throws(FileError) {
            try PendingFile.writeFile(file.span.bytes, to: path)
        } catch {
            throw ImageFileError(file: path, problem: .unwritable(error.reason))
        }
    }

    private func bytes(as format: ImageFormat, quality: Int) throws(ImageFileError.Problem) -> [UInt8] {
        if format == .ppm { return Array("P6\n\(width) \(height)\n255\n".utf8) + pixels }
        guard let width = UInt32(exactly: width), let height = UInt32(exactly: height) else {
            throw .tooManyPixels(width: width, height: height)
        }
        var failure = tegata_codec_failure()
        let file = pixels.withUnsafeBufferPointer { pixels in
            format == .jpeg
                ? tegata_jpeg_encode(pixels.baseAddress, width, height, Int32(max(1, min(quality, 100))), &failure)
                : tegata_png_encode(pixels.baseAddress, width, height, &failure)
        }
        guard let start = file.bytes else {
            throw failure.library_missing ? failure.problem : .notEncoded(failure.text)
        }
        defer { free(start) }
        return Array(UnsafeBufferPointer(start: start, count: file.count))
    }
}
