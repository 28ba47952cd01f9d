@_exported import Foundation
import TegataSystem

/// A bitmap image with immutable 8-bit pixels and without a colour space.
///
/// It has only the members that hand tracking needs. `CGFloat`, `CGPoint`, `CGSize` and `CGRect` come from Foundation.
public final class CGImage: Sendable {
    /// The width in pixels.
    public let width: Int
    /// The height in pixels.
    public let height: Int
    /// The number of bytes in a row; there is no padding between rows.
    public let bytesPerRow: Int
    /// 24 for red, green, blue; 32 for red, green, blue and an alpha that is not premultiplied.
    public let bitsPerPixel: Int
    /// Always 8.
    public var bitsPerComponent: Int { 8 }

    /// The rows from the top, each ``bytesPerRow`` bytes after the previous one.
    ///
    /// Not part of Apple's API, in which a data provider supplies the bytes.
    public let pixels: [UInt8]

    /// Creates an image from rows without padding. Returns nil if `pixels` does not hold `width` × `height` pixels of
    /// `bitsPerPixel` bits, 24 or 32.
    ///
    /// Not part of Apple's API, which requires a colour space and a data provider.
    public init?(width: Int, height: Int, bitsPerPixel: Int, pixels: [UInt8]) {
        guard width > 0, height > 0, bitsPerPixel == 24 || bitsPerPixel == 32 else { return nil }
        let (bytesPerRow, rowOverflows) = width.multipliedReportingOverflow(by: bitsPerPixel / 8)
        let (byteCount, overflows) = bytesPerRow.multipliedReportingOverflow(by: height)
        guard !rowOverflows, !overflows, pixels.count == byteCount else { return nil }
        self.width = width
        self.height = height
        self.bytesPerRow = bytesPerRow
        self.bitsPerPixel = bitsPerPixel
        self.pixels = pixels
    }
}

extension CGImage {
    /// Returns the part inside `rect`, which is rounded outwards and measured in pixels from the upper left corner. Nil
    /// if it is outside the image, or if there is not enough memory.
    public func cropping(to rect: CGRect) -> CGImage? {
        let bounds = CGRect(x: 0, y: 0, width: width, height: height)
        // Intersect first, because coordinates far outside do not fit into integers.
        guard let part = bounds.overlap(with: rect) else { return nil }
        let columns = Int(part.minX.rounded(.down))..<min(width, Int(part.maxX.rounded(.up)))
        let rows = Int(part.minY.rounded(.down))..<min(height, Int(part.maxY.rounded(.up)))
        if (columns.count, rows.count) == (width, height) { return self }
        let step = bitsPerPixel / 8
        guard SystemMemory.has(step * columns.count * rows.count) else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(step * columns.count * rows.count)
        for row in rows {
            let start = row * bytesPerRow
            bytes += pixels[start + step * columns.lowerBound..<start + step * columns.upperBound]
        }
        return CGImage(width: columns.count, height: rows.count, bitsPerPixel: bitsPerPixel, pixels: bytes)
    }
}
