@_exported import Foundation
import TegataSystem

/// A stand-in for the bitmap image of Core Graphics: immutable 8-bit pixels without a colour space.
///
/// Only what code around hand tracking touches is here; `CGFloat`, `CGPoint`, `CGSize` and `CGRect` come from
/// Foundation.
public final class CGImage: Sendable {
    /// In pixels.
    public let width: Int
    /// In pixels.
    public let height: Int
    /// The bytes of a row, which has no gap behind it.
    public let bytesPerRow: Int
    /// 24 for red, green, blue; 32 for red, green, blue and an alpha that is not premultiplied.
    public let bitsPerPixel: Int
    /// Always 8.
    public var bitsPerComponent: Int { 8 }

    /// The rows from the top, each ``bytesPerRow`` bytes after the one before.
    ///
    /// Not part of the original, where a data provider gives the bytes.
    public let pixels: [UInt8]

    /// Makes an image of rows without gaps, or returns nil where `pixels` are not `width` × `height` pixels of
    /// `bitsPerPixel` bits, 24 or 32.
    ///
    /// Not part of the original, which wants a colour space and a data provider.
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
    /// The part inside `rect`, which is rounded outwards and counts pixels from the upper left corner; nil where it is
    /// outside of the image, and where there is no memory for it.
    public func cropping(to rect: CGRect) -> CGImage? {
        let bounds = CGRect(x: 0, y: 0, width: width, height: height)
        // First what is inside, as what is far outside has no whole numbers.
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
