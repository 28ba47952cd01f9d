import TegataImages
import TegataPixels

/// A stand-in for what makes pixels of Core Image's pictures. It works on the CPU and keeps nothing.
public final class CIContext: NSObject, Sendable {
    /// A context. Options are not looked at.
    public init(options: [CIContextOption: Any]? = nil) {}

    /// A context.
    public override init() {}

    /// The part of a picture that `fromRect`, rounded outwards, says; transparent where it is outside the picture. Nil
    /// where there are no pixels, or more than memory should hold.
    public func createCGImage(_ image: CIImage, from fromRect: CGRect) -> CGImage? {
        PixelRectangle(covering: fromRect).flatMap { image.pixels(in: $0) }
    }

    /// Draws the part of a picture into a pixel buffer that lies between the origin and the buffer's size. What is
    /// outside the picture becomes zero.
    ///
    /// Formats with red, green and blue and those of one component are written, alpha as 255. A buffer with luma and
    /// chroma stays as it is, and a line on standard error says so.
    public func render(_ image: CIImage, to buffer: CVPixelBuffer) {
        guard let write = PixelWriter(CVPixelBufferGetPixelFormatType(buffer)) else {
            try? FileHandle.standardError.write(
                contentsOf: Data(
                    "CIContext: pixel buffers of luma and chroma are not written; use kCVPixelFormatType_32BGRA\n".utf8)
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

/// How a ``CIContext`` works. There is one way here, and options are not looked at.
public struct CIContextOption: RawRepresentable, Hashable, Sendable {
    /// The key's name.
    public let rawValue: String

    /// A key by its name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Whether the CPU draws, as it always does here.
    public static let useSoftwareRenderer = CIContextOption(rawValue: "kCIContextUseSoftwareRenderer")
    /// Whether what is computed on the way is kept; nothing is here.
    public static let cacheIntermediates = CIContextOption(rawValue: "kCIContextCacheIntermediates")
    /// Whether other work goes first.
    public static let priorityRequestLow = CIContextOption(rawValue: "kCIContextPriorityRequestLow")
    /// Whether pictures are made smaller with more care.
    public static let highQualityDownsample = CIContextOption(rawValue: "kCIContextHighQualityDownsample")
}
