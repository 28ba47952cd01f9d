import ImageIO
import Testing
import UIKit

@Suite("Images")
struct UIKitTests {
    @Test("hold pixels of three or four bytes")
    func pixels() throws {
        let image = try #require(
            CGImage(width: 3, height: 2, bitsPerPixel: 32, pixels: [UInt8](repeating: 9, count: 24)))
        #expect(image.bytesPerRow == 12)
        #expect(image.bitsPerComponent == 8)
        #expect(
            CGImage(width: 3, height: 2, bitsPerPixel: 24, pixels: [UInt8](repeating: 9, count: 18))?.bytesPerRow == 9)
    }

    @Test(
        "are refused where sizes do not fit",
        arguments: [
            (0, 2, 24, 0), (2, 0, 24, 0), (-1, -1, 24, 3), (2, 2, 24, 11), (2, 2, 16, 8), (.max, 2, 24, 6),
            (1 << 40, 1 << 40, 32, 0),
        ])
    func refusals(width: Int, height: Int, bits: Int, count: Int) {
        #expect(
            CGImage(width: width, height: height, bitsPerPixel: bits, pixels: [UInt8](repeating: 0, count: count))
                == nil)
    }

    @Test(
        "are as large as they look upright",
        arguments: zip(0..<8, [false, false, true, true, false, false, true, true]))
    func size(orientation: Int, isTurned: Bool) throws {
        let pixels = try #require(
            CGImage(width: 6, height: 4, bitsPerPixel: 24, pixels: [UInt8](repeating: 0, count: 72)))
        let image = UIImage(
            cgImage: pixels, scale: 2, orientation: try #require(UIImage.Orientation(rawValue: orientation)))
        #expect(image.size == (isTurned ? CGSize(width: 2, height: 3) : CGSize(width: 3, height: 2)))
        #expect(image.scale == 2)
        #expect(image.cgImage === pixels)
    }

    @Test("may be empty")
    func empty() {
        #expect(UIImage().cgImage == nil)
        #expect(UIImage().size == .zero)
    }

    @Test("have orientations by EXIF's numbers in files")
    func orientations() {
        #expect(CGImagePropertyOrientation(rawValue: 6) == .right)
        #expect(CGImagePropertyOrientation.left.rawValue == 8)
    }

    @Test("colours are their components")
    func colours() {
        var (red, green, blue, alpha): (CGFloat, CGFloat, CGFloat, CGFloat) = (0, 0, 0, 0)
        UIColor(red: 0.25, green: 0.5, blue: 0.75, alpha: 1).getRed(&red, green: &green, blue: &blue, alpha: &alpha)
        #expect((red, green, blue, alpha) == (0.25, 0.5, 0.75, 1))
        #expect(UIColor.yellow == UIColor(red: 1, green: 1, blue: 0, alpha: 1))
        #expect(UIColor.yellow != UIColor.red)
    }
}
