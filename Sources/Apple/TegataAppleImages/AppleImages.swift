import CoreGraphics
import CoreMedia
import CoreVideo
import TegataBuffers
import TegataPixels

/// Why there are no pixels to look at in one of Apple's images. Modules above turn it into errors of their own.
package enum AppleImageError: Error, Equatable, Sendable {
    /// A pixel buffer has a pixel format that is not read here: its four characters in quotation marks, or its number
    /// where they cannot be printed.
    case pixelFormat(String)
    /// A sample buffer was invalidated.
    case sampleInvalid
    /// A sample buffer has no picture, as those of sound.
    case sampleWithoutImageBuffer
}

extension CGImage {
    /// Gives `body` the pixels as they are stored; nothing is copied. Throws a `TegataError` where the picture has a
    /// size that no picture may have, and what `body` throws.
    package func withImageView<Result>(_ body: (ImageView) throws -> Result) throws -> Result {
        let description = ImageDescription(
            format: bitsPerPixel == 24 ? .rgb : .rgba, width: width, height: height, bytesPerRow: bytesPerRow)
        return try pixels.withUnsafeBytes { try body(description.view(of: $0)) }
    }
}

extension CVBuffer {
    /// Gives `body` the pixels as they are stored; nothing is copied. Throws an ``AppleImageError`` where their format
    /// is not read here, a `TegataError` where the picture has a size that no picture may have, and what `body` throws.
    package func withImageView<Result>(_ body: (ImageView) throws -> Result) throws -> Result {
        guard pixelLayout != nil else {
            throw AppleImageError.pixelFormat(name(of: CVPixelBufferGetPixelFormatType(self)))
        }
        CVPixelBufferLockBaseAddress(self, .readOnly)
        defer { CVPixelBufferUnlockBaseAddress(self, .readOnly) }
        return try withView(body)
    }
}

/// The four characters of a pixel format, or its number where they cannot be printed.
private func name(of type: OSType) -> String {
    let characters = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: type >> $0) }
    guard characters.allSatisfy({ (0x20..<0x7F).contains($0) }) else { return String(type) }
    return "'" + String(decoding: characters, as: UTF8.self) + "'"
}

extension CMSampleBuffer {
    /// The picture of a sample; throws where there is none, or not any more.
    package func validImageBuffer() throws(AppleImageError) -> CVImageBuffer {
        guard CMSampleBufferIsValid(self) else { throw .sampleInvalid }
        guard let buffer = CMSampleBufferGetImageBuffer(self) else { throw .sampleWithoutImageBuffer }
        return buffer
    }
}

/// How pixels lie in one piece of memory.
package struct ImageDescription {
    package var format: PixelFormat
    package var width: Int
    package var height: Int
    /// Nil where there are no gaps between rows.
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
