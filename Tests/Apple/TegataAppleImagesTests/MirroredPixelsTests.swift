import CoreVideo
import ImageIO
import TegataAppleImages
import TegataBuffers
import TegataPixels
import Testing

/// Mirroring and rotation of pixels.
struct MirroredPixelsTests {
    /// For each orientation, the width and the stored pixels of the upright image [[1, 2, 3], [4, 5, 6]].
    @Test(
        arguments: [
            (.up, 3, [1, 2, 3, 4, 5, 6]), (.upMirrored, 3, [3, 2, 1, 6, 5, 4]), (.down, 3, [6, 5, 4, 3, 2, 1]),
            (.downMirrored, 3, [4, 5, 6, 1, 2, 3]), (.leftMirrored, 2, [1, 4, 2, 5, 3, 6]),
            (.right, 2, [3, 6, 2, 5, 1, 4]), (.rightMirrored, 2, [6, 3, 5, 2, 4, 1]), (.left, 2, [4, 1, 5, 2, 6, 3]),
        ] as [(CGImagePropertyOrientation, Int, [UInt8])])
    func turnsStoredImagesUpright(orientation: CGImagePropertyOrientation, width: Int, stored: [UInt8]) throws {
        let height = 6 / width
        let buffer = try pixelBuffer(kCVPixelFormatType_OneComponent8, width: width, height: height, bytes: stored)
        let pixels = try buffer.withImageView { view in
            orientation.isMirrored ? try MirroredPixels(view).withImageView(\.colors) : view.colors
        }
        var rows = stride(from: 0, to: 6, by: width).map { pixels[$0..<$0 + width].map { $0[0] } }
        for _ in 0..<orientation.rotationDegrees / 90 {
            // A quarter turn clockwise: each column, read from the bottom, becomes a row.
            rows = rows[0].indices.map { column in rows.reversed().map { $0[column] } }
        }
        #expect(rows == [[1, 2, 3], [4, 5, 6]])
    }

    @Test(arguments: PixelFormat.allCases, [4, 5])
    func reversesEveryRow(format: PixelFormat, width: Int) throws {
        let height = 3
        let count = format.byteCount(width: width, height: height)
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 37 + 11) }
        let (colors, mirrored) = try bytes.withUnsafeBytes { bytes in
            let view = try ImageView(
                format, width: width, height: height, bytes: bytes, encoding: ColorEncoding(.bt709, isFullRange: true))
            return (view.colors, try MirroredPixels(view).withImageView { ($0.width, $0.height, $0.colors) })
        }
        #expect(mirrored.0 == width && mirrored.1 == height)
        for row in 0..<height {
            let range = row * width..<(row + 1) * width
            #expect(Array(mirrored.2[range]) == colors[range].reversed())
        }
    }

    @Test func mirrorsCroppedImages() throws {
        let bytes = (0..<PixelFormat.nv12.byteCount(width: 8, height: 4)).map { UInt8(truncatingIfNeeded: $0 * 29) }
        try bytes.withUnsafeBytes { bytes in
            let part = try ImageView(.nv12, width: 8, height: 4, bytes: bytes).cropped(
                to: PixelRectangle(x: 1, y: 1, width: 4, height: 1))
            #expect(try MirroredPixels(part).withImageView(\.colors) == part.colors.reversed())
        }
    }

    @Test func restoresImagesMirroredTwice() throws {
        let bytes: [UInt8] = Array(0..<24)
        let twice = try bytes.withUnsafeBytes { bytes in
            let view = try ImageView(.rgb, width: 4, height: 2, bytes: bytes)
            return try MirroredPixels(view).withImageView { try MirroredPixels($0).withImageView { $0.rgbBytes() } }
        }
        #expect(twice == bytes)
    }
}
