import TegataImages
import TegataPixels

/// Renders Core Image images to pixels. It works on the CPU and stores nothing.
public final class CIContext: NSObject, Sendable {
    /// Creates a context. Options are ignored.
    public init(options: [CIContextOption: Any]? = nil) {}

    /// Creates a context.
    public override init() {}

    /// Returns the part of an image inside `fromRect`, which is rounded outwards; pixels outside the image are
    /// transparent. Nil if there are no pixels, or more of them than the memory limit allows.
    public func createCGImage(_ image: CIImage, from fromRect: CGRect) -> CGImage? {
        PixelRectangle(covering: fromRect).flatMap { image.pixels(in: $0) }
    }

    /// Draws the part of an image between the origin and the buffer's size into a pixel buffer. Pixels outside the
    /// image become zero.
    ///
    /// Formats with red, green and blue and formats with one component are supported; alpha is written as 255. A buffer
    /// with luma and chroma stays unchanged, and a warning is written to standard error.
    public func render(_ image: CIImage, to buffer: CVPixelBuffer) {
        guard let write = PixelWriter(CVPixelBufferGetPixelFormatType(buffer)) else {
            try? FileHandle.standardError.write(
                contentsOf: Data(
                    "CIContext: cannot draw into buffers of luma and chroma; use kCVPixelFormatType_32BGRA\n".utf8)
            )
            return
        }
        CVPixelBufferLockBaseAddress(buffer, [])
        defer { CVPixelBufferUnlockBaseAddress(buffer, []) }
        let (width, height) = (CVPixelBufferGetWidth(buffer), CVPixelBufferGetHeight(buffer))
        guard let base = CVPixelBufferGetBaseAddress(buffer),
            let drawn = image.pixels(in: PixelRectangle(x: 0, y: 0, width: width, height: height))
        else { return }
        let step = drawn.bitsPerPixel / 8
        drawn.pixels.withUnsafeBufferPointer { pixels in
            for y in 0..<height {
                let row = base + y * CVPixelBufferGetBytesPerRow(buffer)
                var from = y * drawn.bytesPerRow
                for x in 0..<width {
                    let alpha = step == 4 ? pixels[from + 3] : 255
                    write(row, x, (pixels[from], pixels[from + 1], pixels[from + 2], alpha))
                    from += step
                }
            }
        }
    }
}

/// An option for a ``CIContext``. All options are ignored, because there is only one way to render.
public struct CIContextOption: RawRepresentable, Hashable, Sendable {
    /// The name of the key.
    public let rawValue: String

    /// Creates a key from its name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Whether the CPU draws, as it always does in this module.
    public static let useSoftwareRenderer = CIContextOption(rawValue: "kCIContextUseSoftwareRenderer")
    /// Whether intermediate results are kept; this module never keeps any.
    public static let cacheIntermediates = CIContextOption(rawValue: "kCIContextCacheIntermediates")
    /// Whether other work takes precedence.
    public static let priorityRequestLow = CIContextOption(rawValue: "kCIContextPriorityRequestLow")
    /// Whether images are downsampled with higher quality.
    public static let highQualityDownsample = CIContextOption(rawValue: "kCIContextHighQualityDownsample")
}
