@_exported import Combine
@_exported import CoreGraphics
@_exported import CoreImage
import Foundation
@_exported import ImageIO
@_exported import QuartzCore
import TegataBuffers
import TegataImages
import TegataSystem

/// A stand-in for UIKit's images: pixels, how they have to be turned to be upright, and how many of them make a point.
public final class UIImage: NSObject, Sendable {
    /// What must be done to the pixels to see the picture upright: `right`, for one, is a quarter turn clockwise.
    public enum Orientation: Int, Sendable {
        /// Nothing is to be done.
        case up = 0
        /// A half turn.
        case down = 1
        /// A quarter turn counter-clockwise.
        case left = 2
        /// A quarter turn clockwise.
        case right = 3
        /// Left and right change places.
        case upMirrored = 4
        /// Top and bottom change places.
        case downMirrored = 5
        /// Left and right change places, and then a quarter turn counter-clockwise.
        case leftMirrored = 6
        /// Left and right change places, and then a quarter turn clockwise.
        case rightMirrored = 7
    }

    /// The pixels as they are stored, not turned; nil for an image without any.
    public let cgImage: CGImage?
    /// The picture of Core Image that the image was made of; such an image has no ``cgImage``.
    public let ciImage: CIImage?
    /// How the pixels must be turned to be upright.
    public let imageOrientation: Orientation
    /// Pixels per point.
    public let scale: CGFloat

    /// An image without pixels.
    public override init() {
        cgImage = nil
        ciImage = nil
        imageOrientation = .up
        scale = 1
    }

    /// An image of pixels that are upright, one to a point.
    public convenience init(cgImage: CGImage) {
        self.init(cgImage: cgImage, scale: 1, orientation: .up)
    }

    /// An image of pixels: `scale` of them to a point, and turned upright as `orientation` says.
    public init(cgImage: CGImage, scale: CGFloat, orientation: Orientation) {
        self.cgImage = cgImage
        ciImage = nil
        self.scale = scale
        imageOrientation = orientation
    }

    /// An image over a picture of Core Image, whose pixels are made when they are written to a file.
    public convenience init(ciImage: CIImage) {
        self.init(ciImage: ciImage, scale: 1, orientation: .up)
    }

    /// An image over a picture of Core Image, whose pixels are made when they are written to a file.
    public init(ciImage: CIImage, scale: CGFloat, orientation: Orientation) {
        cgImage = nil
        self.ciImage = ciImage
        self.scale = scale
        imageOrientation = orientation
    }

    /// Width and height of the upright picture in points.
    public var size: CGSize {
        let pixels = cgImage.map { CGSize(width: $0.width, height: $0.height) } ?? ciImage?.extent.size ?? .zero
        let (width, height) = (pixels.width / scale, pixels.height / scale)
        return imageOrientation.swapsSides ? CGSize(width: height, height: width) : CGSize(width: width, height: height)
    }
}

extension UIImage.Orientation {
    /// Whether stored rows are columns of the upright picture.
    var swapsSides: Bool {
        switch self {
        case .up, .down, .upMirrored, .downMirrored: false
        case .left, .right, .leftMirrored, .rightMirrored: true
        }
    }
}

/// Images from files: JPEG, PNG, PPM, PGM, PBM and PAM. All are nil where there is no picture that can be read.
///
/// Alpha is dropped. Pictures that a camera stored on their side are turned upright, so that their orientation is
/// always `up`.
extension UIImage {
    /// The picture in the file at `path`.
    public convenience init?(contentsOfFile path: String) {
        guard let image = try? RGBImage(readingFileAt: path, acceptingPipes: false) else { return nil }
        self.init(image, scale: 1)
    }

    /// The picture of a file in memory.
    public convenience init?(data: Data) {
        self.init(data: data, scale: 1)
    }

    /// The picture of a file in memory, with so many pixels per point.
    public convenience init?(data: Data, scale: CGFloat) {
        guard let image = try? RGBImage(decoding: Bytes([UInt8](data)), file: "data") else { return nil }
        self.init(image, scale: scale)
    }

    /// The picture called `name` among the resources of the program; without an ending, a PNG or JPEG file of that
    /// name.
    public convenience init?(named name: String) {
        self.init(named: name, in: nil, compatibleWith: nil)
    }

    /// The picture called `name` among the resources of a bundle, nil being that of the program; without an ending, a
    /// PNG or JPEG file of that name.
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

/// Images as files. The pixels are turned upright before they are written.
extension UIImage {
    /// The picture as a PNG file in memory, with its alpha if it has any; nil for an image without pixels and where
    /// they cannot be encoded.
    public func pngData() -> Data? {
        guard let upright = uprightPixels() else { return nil }
        guard upright.bitsPerPixel == 32 else {
            return upright.rgb.flatMap { try? $0.encoded(as: .png) }.map { Data($0) }
        }
        let image = RGBAImage(width: upright.width, height: upright.height, pixels: upright.pixels)
        return image.flatMap { try? $0.encoded() }.map { Data($0) }
    }

    /// The picture as a JPEG file in memory, with a quality from 0 to 1 and without alpha; nil for an image without
    /// pixels and where they cannot be encoded.
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
    /// The number of the EXIF standard for it.
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
    /// Red, green and blue without alpha; nil where there is no memory for them.
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
    /// The picture that an image holds, as its pixels are stored; nil where it holds none. Options are not looked at.
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
