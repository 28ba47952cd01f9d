import CoreVideo
import TegataBuffers
import TegataPixels

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
