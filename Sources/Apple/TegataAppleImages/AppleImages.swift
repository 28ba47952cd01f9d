import CoreGraphics
import CoreMedia
import CoreVideo
import TegataBuffers
import TegataPixels

/// A reason why the pixels of one of Apple's image types are not available. Higher-level modules convert it to their
/// own errors.
package enum AppleImageError: Error, Equatable, Sendable {
    /// A pixel buffer has an unsupported pixel format, identified by its four characters in quotation marks, or by its
    /// number if they are not printable.
    case pixelFormat(String)
    /// A sample buffer was invalidated.
    case sampleInvalid
    /// A sample buffer has no image, such as an audio sample.
    case sampleWithoutImageBuffer
}

extension CGImage {
    /// Passes the pixels to `body` as they are stored, without copying them. Throws a `TegataError` if the size of the
    /// image is invalid, and rethrows the errors of `body`.
    package func withImageView<Result>(_ body: (ImageView) throws -> Result) throws -> Result {
        let description = ImageDescription(
            format: bitsPerPixel == 24 ? .rgb : .rgba, width: width, height: height, bytesPerRow: bytesPerRow)
        return try pixels.withUnsafeBytes { try body(description.view(of: $0)) }
    }
}

extension CVBuffer {
    /// Passes the pixels to `body` as they are stored, without copying them. Throws an ``AppleImageError`` if their
    /// format is unsupported or a `TegataError` if the size of the image is invalid, and rethrows the errors of `body`.
    package func withImageView<Result>(_ body: (ImageView) throws -> Result) throws -> Result {
        guard pixelLayout != nil else {
            throw AppleImageError.pixelFormat(name(of: CVPixelBufferGetPixelFormatType(self)))
        }
        CVPixelBufferLockBaseAddress(self, .readOnly)
        defer { CVPixelBufferUnlockBaseAddress(self, .readOnly) }
        return try withView(body)
    }
}

/// Returns the four characters of a pixel format, or its number if they are not printable.
private func name(of type: OSType) -> String {
    let characters = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: type >> $0) }
    guard characters.allSatisfy({ (0x20..<0x7F).contains($0) }) else { return String(type) }
    return "'" + String(decoding: characters, as: UTF8.self) + "'"
}

extension CMSampleBuffer {
    /// Returns the image of a sample; throws if it has none, or if the buffer was invalidated.
    package func validImageBuffer() throws(AppleImageError) -> CVImageBuffer {
        guard CMSampleBufferIsValid(self) else { throw .sampleInvalid }
        guard let buffer = CMSampleBufferGetImageBuffer(self) else { throw .sampleWithoutImageBuffer }
        return buffer
    }
}

/// The layout of pixels in a block of memory.
package struct ImageDescription {
    package var format: PixelFormat
    package var width: Int
    package var height: Int
    /// The number of bytes per row; nil if there are no gaps between rows.
    package var bytesPerRow: Int?
    package var encoding: ColorEncoding

    package init(
        format: PixelFormat, width: Int, height: Int, bytesPerRow: Int? = nil, encoding: ColorEncoding = ColorEncoding()
    ) {
        self.format = format
        self.width = width
        self.height = height
        self.bytesPerRow = bytesPerRow
        self.encoding = encoding
    }

    package func view(of bytes: UnsafeRawBufferPointer) throws(TegataError) -> ImageView {
        try ImageView(format, width: width, height: height, bytes: bytes, rowStride: bytesPerRow, encoding: encoding)
    }
}
