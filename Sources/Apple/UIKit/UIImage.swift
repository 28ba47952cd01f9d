@_exported import Combine
@_exported import CoreGraphics
@_exported import CoreImage
import Foundation
@_exported import ImageIO
@_exported import QuartzCore
import TegataBuffers
import TegataImages
import TegataSystem

/// An image: pixels, the orientation that turns them upright, and the number of pixels per point.
public final class UIImage: NSObject, Sendable {
    /// The change that turns the pixels upright; for example, `right` is a quarter turn clockwise.
    public enum Orientation: Int, Sendable {
        /// No change.
        case up = 0
        /// A half turn.
        case down = 1
        /// A quarter turn counterclockwise.
        case left = 2
        /// A quarter turn clockwise.
        case right = 3
        /// A horizontal flip.
        case upMirrored = 4
        /// A vertical flip.
        case downMirrored = 5
        /// A horizontal flip, followed by a quarter turn counterclockwise.
        case leftMirrored = 6
        /// A horizontal flip, followed by a quarter turn clockwise.
        case rightMirrored = 7
    }

    /// The pixels as they are stored, without reorientation; nil if there are none.
    public let cgImage: CGImage?
    /// The Core Image image that this image was created from; such an image has no ``cgImage``.
    public let ciImage: CIImage?
    /// The change that turns the pixels upright.
    public let imageOrientation: Orientation
    /// Pixels per point.
    public let scale: CGFloat

    /// Creates an image without pixels.
    public override init() {
        cgImage = nil
        ciImage = nil
        imageOrientation = .up
        scale = 1
    }

    /// Creates an image from upright pixels, with one pixel per point.
    public convenience init(cgImage: CGImage) {
        self.init(cgImage: cgImage, scale: 1, orientation: .up)
    }

    /// Creates an image from pixels, with `scale` pixels per point and the given orientation.
    public init(cgImage: CGImage, scale: CGFloat, orientation: Orientation) {
        self.cgImage = cgImage
        ciImage = nil
        self.scale = scale
        imageOrientation = orientation
    }

    /// Creates an image from a Core Image image, whose pixels are rendered only when written to a file.
    public convenience init(ciImage: CIImage) {
        self.init(ciImage: ciImage, scale: 1, orientation: .up)
    }

    /// Creates an image from a Core Image image, whose pixels are rendered only when written to a file.
    public init(ciImage: CIImage, scale: CGFloat, orientation: Orientation) {
        cgImage = nil
        self.ciImage = ciImage
        self.scale = scale
        imageOrientation = orientation
    }

    /// The width and height of the upright image in points.
    public var size: CGSize {
        let pixels = cgImage.map { CGSize(width: $0.width, height: $0.height) } ?? ciImage?.extent.size ?? .zero
        let (width, height) = (pixels.width / scale, pixels.height / scale)
        return imageOrientation.swapsSides ? CGSize(width: height, height: width) : CGSize(width: width, height: height)
    }
}

extension UIImage.Orientation {
    /// Whether rows of the stored image become columns of the upright image.
    var swapsSides: Bool {
        switch self {
        case .up, .down, .upMirrored, .downMirrored: false
        case .left, .right, .leftMirrored, .rightMirrored: true
        }
    }
}

/// Images from files: JPEG, PNG, PPM, PGM, PBM and PAM. The initializers return nil if no image can be read.
///
/// Alpha is dropped. Images from a rotated camera are turned upright, so their orientation is always `up`.
extension UIImage {
    /// Reads the image in the file at `path`.
    public convenience init?(contentsOfFile path: String) {
        guard let image = try? RGBImage(readingFileAt: path, acceptingPipes: false) else { return nil }
        self.init(image, scale: 1)
    }

    /// Decodes a file in memory.
    public convenience init?(data: Data) {
        self.init(data: data, scale: 1)
    }

    /// Decodes a file in memory, with `scale` pixels per point.
    public convenience init?(data: Data, scale: CGFloat) {
        guard let image = try? RGBImage(decoding: Bytes([UInt8](data)), file: "data") else { return nil }
        self.init(image, scale: scale)
    }

    /// Reads the image called `name` from the program's resources. Without a file extension, it can be a PNG or JPEG
    /// file.
    public convenience init?(named name: String) {
        self.init(named: name, in: nil, compatibleWith: nil)
    }

    /// Reads the image called `name` from a bundle's resources; nil means the program's own bundle. Without a file
    /// extension, it can be a PNG or JPEG file.
    public convenience init?(named name: String, in bundle: Bundle?, compatibleWith traitCollection: UITraitCollection?)
    {
        let bundle = bundle ?? .main
        let endings = [nil, "png", "jpg", "jpeg"]
        guard let path = endings.lazy.compactMap({ bundle.path(forResource: name, ofType: $0) }).first else {
            return nil
        }
        self.init(contentsOfFile: path)
    }

    private convenience init?(_ image: RGBImage, scale: CGFloat) {
        guard let pixels = CGImage(width: image.width, height: image.height, bitsPerPixel: 24, pixels: image.pixels)
        else { return nil }
        self.init(cgImage: pixels, scale: scale, orientation: .up)
    }
}

/// Encoding as files. The pixels are turned upright before they are encoded.
extension UIImage {
    /// Returns the image as a PNG file in memory, with its alpha if it has any; nil if there are no pixels or they
    /// cannot be encoded.
    public func pngData() -> Data? {
        guard let upright = uprightPixels() else { return nil }
        guard upright.bitsPerPixel == 32 else {
            return upright.rgb.flatMap { try? $0.encoded(as: .png) }.map { Data($0) }
        }
        let image = RGBAImage(width: upright.width, height: upright.height, pixels: upright.pixels)
        return image.flatMap { try? $0.encoded() }.map { Data($0) }
    }

    /// Returns the image as a JPEG file in memory, with a quality from 0 to 1 and without alpha; nil if there are no
    /// pixels or they cannot be encoded.
    public func jpegData(compressionQuality: CGFloat) -> Data? {
        let quality = compressionQuality.isNaN ? 1 : max(0, min(1, compressionQuality))
        let image = uprightPixels()?.rgb
        return image.flatMap { try? $0.encoded(as: .jpeg, quality: Int((100 * quality).rounded())) }.map { Data($0) }
    }

    private func uprightPixels() -> CGImage? {
        let stored = cgImage ?? ciImage.flatMap { CIContext().createCGImage($0, from: $0.extent) }
        guard let stored, let turn = EXIFOrientation(rawValue: imageOrientation.exifNumber) else { return nil }
        return stored.turned(by: turn)
    }
}

extension UIImage.Orientation {
    /// The number of the orientation in the EXIF standard.
    fileprivate var exifNumber: UInt32 {
        let orientation: CGImagePropertyOrientation =
            switch self {
            case .up: .up
            case .upMirrored: .upMirrored
            case .down: .down
            case .downMirrored: .downMirrored
            case .left: .left
            case .leftMirrored: .leftMirrored
            case .right: .right
            case .rightMirrored: .rightMirrored
            }
        return orientation.rawValue
    }
}

extension CGImage {
    /// Red, green and blue without alpha; nil if there is not enough memory.
    fileprivate var rgb: RGBImage? {
        guard bitsPerPixel == 32 else { return RGBImage(width: width, height: height, pixels: pixels) }
        guard SystemMemory.has(3 * width * height) else { return nil }
        var colours: [UInt8] = []
        colours.reserveCapacity(3 * width * height)
        for offset in stride(from: 0, to: pixels.count, by: 4) { colours += pixels[offset..<offset + 3] }
        return RGBImage(width: width, height: height, pixels: colours)
    }
}

extension CIImage {
    /// Creates an image from the stored pixels of a `UIImage`; nil if it has none. Options are ignored.
    public convenience init?(image: UIImage, options: [CIImageOption: Any]? = nil) {
        if let pixels = image.cgImage {
            self.init(cgImage: pixels)
        } else if let picture = image.ciImage {
            self.init(extent: picture.extent, cgImage: picture.cgImage, pixelBuffer: picture.pixelBuffer)
        } else {
            return nil
        }
    }
}
