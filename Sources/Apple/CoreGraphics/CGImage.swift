@_exported import Foundation

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
