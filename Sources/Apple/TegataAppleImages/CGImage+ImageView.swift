import CoreGraphics
import TegataBuffers
import TegataPixels

extension CGImage {
    /// Gives `body` the pixels as they are stored; nothing is copied. Throws a `TegataError` where the picture has a
    /// size that no picture may have, and what `body` throws.
    package func withImageView<Result>(_ body: (ImageView) throws -> Result) throws -> Result {
        let description = ImageDescription(
            format: bitsPerPixel == 24 ? .rgb : .rgba, width: width, height: height, bytesPerRow: bytesPerRow)
        return try pixels.withUnsafeBytes { try body(description.view(of: $0)) }
    }
}
