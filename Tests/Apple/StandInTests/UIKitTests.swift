import ImageIO
import Testing
import UIKit

@Suite("Images")
struct UIKitTests {
    @Test func storesThreeOrFourBytesPerPixel() throws {
        let image = try #require(
            CGImage(width: 3, height: 2, bitsPerPixel: 32, pixels: [UInt8](repeating: 9, count: 24)))
        #expect(image.bytesPerRow == 12)
        #expect(image.bitsPerComponent == 8)
        #expect(
            CGImage(width: 3, height: 2, bitsPerPixel: 24, pixels: [UInt8](repeating: 9, count: 18))?.bytesPerRow == 9)
    }

    @Test func convertsImagesToCoreImageAsStored() throws {
        let pixels = try #require(CGImage(width: 2, height: 1, bitsPerPixel: 24, pixels: [1, 2, 3, 4, 5, 6]))
        let picture = try #require(CIImage(image: UIImage(cgImage: pixels, scale: 2, orientation: .right)))
        #expect(picture.cgImage === pixels && picture.extent == CGRect(x: 0, y: 0, width: 2, height: 1))
        let part = picture.cropped(to: CGRect(x: 1, y: 0, width: 1, height: 1))
        let again = try #require(CIImage(image: UIImage(ciImage: part)))
        #expect(again.extent == part.extent && again.cgImage === part.cgImage)
        #expect(CIImage(image: UIImage()) == nil)
    }

    @Test(
        arguments: [
            (0, 2, 24, 0), (2, 0, 24, 0), (-1, -1, 24, 3), (2, 2, 24, 11), (2, 2, 16, 8), (.max, 2, 24, 6),
            (1 << 40, 1 << 40, 32, 0),
        ])
    func rejectsSizesThatDoNotMatch(width: Int, height: Int, bits: Int, count: Int) {
        #expect(
            CGImage(width: width, height: height, bitsPerPixel: bits, pixels: [UInt8](repeating: 0, count: count))
                == nil)
    }

    @Test(
        arguments: zip(0..<8, [false, false, true, true, false, false, true, true]))
    func reportsTheUprightSize(orientation: Int, isTurned: Bool) throws {
        let pixels = try #require(
            CGImage(width: 6, height: 4, bitsPerPixel: 24, pixels: [UInt8](repeating: 0, count: 72)))
        let image = UIImage(
            cgImage: pixels, scale: 2, orientation: try #require(UIImage.Orientation(rawValue: orientation)))
        #expect(image.size == (isTurned ? CGSize(width: 2, height: 3) : CGSize(width: 3, height: 2)))
        #expect(image.scale == 2)
        #expect(image.cgImage === pixels)
    }

    @Test func allowsEmptyImages() {
        #expect(UIImage().cgImage == nil)
        #expect(UIImage().size == .zero)
    }

    @Test func usesEXIFNumbersForOrientations() {
        #expect(CGImagePropertyOrientation(rawValue: 6) == .right)
        #expect(CGImagePropertyOrientation.left.rawValue == 8)
    }

    @Test func returnsColourComponents() {
        var (red, green, blue, alpha): (CGFloat, CGFloat, CGFloat, CGFloat) = (0, 0, 0, 0)
        UIColor(red: 0.25, green: 0.5, blue: 0.75, alpha: 1).getRed(&red, green: &green, blue: &blue, alpha: &alpha)
        #expect((red, green, blue, alpha) == (0.25, 0.5, 0.75, 1))
        #expect(UIColor.yellow == UIColor(red: 1, green: 1, blue: 0, alpha: 1))
        #expect(UIColor.yellow != UIColor.red)
    }
}

@Suite("Colours and devices")
struct UIKitValueTests {
    private func components(_ colour: UIColor) -> [Int] {
        var (red, green, blue, alpha): (CGFloat, CGFloat, CGFloat, CGFloat) = (0, 0, 0, 0)
        colour.getRed(&red, green: &green, blue: &blue, alpha: &alpha)
        return [red, green, blue, alpha].map { Int(($0 * 255).rounded()) }
    }

    @Test func definesNamedColours() {
        let expected: [(UIColor, [Int])] = [
            (.red, [255, 0, 0, 255]), (.orange, [255, 128, 0, 255]), (.cyan, [0, 255, 255, 255]),
            (.magenta, [255, 0, 255, 255]), (.purple, [128, 0, 128, 255]), (.brown, [153, 102, 51, 255]),
            (.lightGray, [170, 170, 170, 255]), (.systemBlue, [0, 122, 255, 255]), (.systemRed, [255, 59, 48, 255]),
            (.systemGreen, [52, 199, 89, 255]), (.systemGray6, [242, 242, 247, 255]),
            (.secondaryLabel, [60, 60, 67, 153]), (.clear, [0, 0, 0, 0]),
        ]
        for (colour, values) in expected { #expect(components(colour) == values) }
        #expect(components(.green.withAlphaComponent(0.2)) == [0, 255, 0, 51])
    }

    @Test func reportsAnUnknownDeviceOrientation() {
        UIDevice.current.beginGeneratingDeviceOrientationNotifications()
        #expect(UIDevice.current.orientation == .unknown)
        UIDevice.current.endGeneratingDeviceOrientationNotifications()
        #expect(UIDeviceOrientation(rawValue: 3) == .landscapeLeft)
        #expect(UIDeviceOrientation.landscapeRight.isLandscape && !UIDeviceOrientation.faceUp.isLandscape)
        #expect(UIDeviceOrientation.portrait.isPortrait && UIDeviceOrientation.faceDown.isFlat)
        #expect(!UIDeviceOrientation.unknown.isValidInterfaceOrientation)
        #expect(!UIDevice.current.isGeneratingDeviceOrientationNotifications && UIDevice.current.systemName == "Linux")
    }

    @Test func reexportsTheModulesOfUIKit() {
        final class Counter: ObservableObject {
            @Published var count = 0
        }
        let counter = Counter()
        var seen = 0
        let subscription = counter.$count.receive(on: DispatchQueue.main).map { $0 }.eraseToAnyPublisher()
        _ = subscription
        _ = counter.objectWillChange.sink { seen += 1 }
        #expect(CACurrentMediaTime() > 0)
        #expect(CIImage.empty().extent == .zero)
        #expect(CGImagePropertyOrientation.up.rawValue == 1)
    }

    @Test func writesUprightImageFiles() throws {
        let pixels = try #require(CGImage(width: 2, height: 1, bitsPerPixel: 24, pixels: [1, 2, 3, 4, 5, 6]))
        let turned = UIImage(cgImage: pixels, scale: 1, orientation: .right)
        let read = try #require(turned.pngData().flatMap { UIImage(data: $0) })
        #expect(read.size == CGSize(width: 1, height: 2))
        #expect(read.cgImage?.pixels == [1, 2, 3, 4, 5, 6])
        let mirrored = UIImage(cgImage: pixels, scale: 1, orientation: .upMirrored)
        #expect(mirrored.pngData().flatMap { UIImage(data: $0) }?.cgImage?.pixels == [4, 5, 6, 1, 2, 3])
        let transparent = try #require(CGImage(width: 1, height: 1, bitsPerPixel: 32, pixels: [9, 8, 7, 100]))
        let file = try #require(UIImage(cgImage: transparent).pngData())
        // Byte 25, after the signature, length, "IHDR", width, height and depth, is the colour type; 6 includes alpha.
        #expect(file[25] == 6)
        #expect(UIImage(data: file)?.cgImage?.pixels == [9, 8, 7])
        let gray = try #require(
            CGImage(width: 8, height: 8, bitsPerPixel: 32, pixels: [UInt8](repeating: 100, count: 256)))
        for quality in [0, 0.5, 1, 7, -1, CGFloat.nan] {
            let data = try #require(UIImage(cgImage: gray).jpegData(compressionQuality: quality))
            let image = try #require(UIImage(data: data)?.cgImage)
            #expect(image.pixels.count == 192 && image.pixels.allSatisfy { abs(Int($0) - 100) < 12 })
        }
        #expect(UIImage().pngData() == nil)
        #expect(UIImage().jpegData(compressionQuality: 0.9) == nil)
    }

    @Test func wrapsCoreImageImages() throws {
        let pixels = try #require(CGImage(width: 2, height: 1, bitsPerPixel: 24, pixels: [1, 2, 3, 4, 5, 6]))
        let picture = CIImage(cgImage: pixels)
        let image = UIImage(ciImage: picture)
        #expect(image.ciImage === picture)
        #expect(image.cgImage == nil)
        #expect(image.size == CGSize(width: 2, height: 1))
        #expect(UIImage(ciImage: picture, scale: 2, orientation: .left).size == CGSize(width: 0.5, height: 1))
        #expect(image.pngData().flatMap { UIImage(data: $0) }?.cgImage?.pixels == pixels.pixels)
        #expect(UIImage(ciImage: .empty()).pngData() == nil)
    }
}
