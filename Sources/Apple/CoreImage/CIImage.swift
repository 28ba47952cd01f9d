@_exported import CoreGraphics
@_exported import CoreVideo
@_exported import ImageIO
import TegataBuffers
import TegataImages
import TegataPixels

/// An image, made from a pixel buffer or file, that can be rotated, cropped and scaled. There are no filters.
///
/// An image lies in a plane whose y axis points upwards; the lower left corner of a new image is at the origin. Every
/// image whose ``extent`` is not empty has a ``cgImage`` or a ``pixelBuffer``. Unlike on Apple's systems, images are
/// rotated, cropped and scaled immediately, so they keep the contents that the pixel buffer had at that time.
public final class CIImage: NSObject, @unchecked Sendable {
    /// The part of the plane that the image covers.
    public let extent: CGRect
    /// The pixels, if they are not in a pixel buffer.
    public let cgImage: CGImage?
    /// The buffer that the image was created from; nil for an image derived from another.
    public let pixelBuffer: CVPixelBuffer?

    /// Creates an empty image.
    public override convenience init() {
        self.init(extent: .zero, cgImage: nil, pixelBuffer: nil)
    }

    /// Creates an image from `image`. Options are ignored.
    public convenience init(cgImage image: CGImage, options: [CIImageOption: Any]? = nil) {
        self.init(pixels: image)
    }

    /// Creates an image from a pixel buffer of any format, which is not copied. Options are ignored.
    public convenience init(cvPixelBuffer pixelBuffer: CVPixelBuffer, options: [CIImageOption: Any]? = nil) {
        let size = CGSize(width: CVPixelBufferGetWidth(pixelBuffer), height: CVPixelBufferGetHeight(pixelBuffer))
        self.init(extent: CGRect(origin: .zero, size: size), cgImage: nil, pixelBuffer: pixelBuffer)
    }

    /// Creates an image from an image buffer of any format, which is not copied. Options are ignored.
    public convenience init(cvImageBuffer imageBuffer: CVImageBuffer, options: [CIImageOption: Any]? = nil) {
        self.init(cvPixelBuffer: imageBuffer, options: options)
    }

    /// Creates an image from a file in memory, as it is stored unless the options request it upright. Nil if the image
    /// cannot be read. Alpha is dropped.
    public convenience init?(data: Data, options: [CIImageOption: Any]? = nil) {
        self.init(file: Bytes([UInt8](data)), options)
    }

    /// Creates an image from a file, as it is stored unless the options request it upright. Nil if the image cannot be
    /// read. Alpha is dropped.
    public convenience init?(contentsOf url: URL, options: [CIImageOption: Any]? = nil) {
        guard let picture = StoredPicture(contentsOf: url) else { return nil }
        self.init(picture, options)
    }

    /// Returns an empty image.
    public class func empty() -> CIImage { CIImage() }

    private convenience init?(file: Bytes, _ options: [CIImageOption: Any]?) {
        guard let picture = StoredPicture(file) else { return nil }
        self.init(picture, options)
    }

    private convenience init?(_ picture: StoredPicture, _ options: [CIImageOption: Any]?) {
        let isUpright = options?[.applyOrientationProperty] as? Bool ?? false
        guard let image = isUpright ? picture.upright : picture.stored else { return nil }
        self.init(pixels: image)
    }

    /// Creates an image whose lower left corner has integer coordinates.
    convenience init(pixels: CGImage, x: Int = 0, y: Int = 0) {
        self.init(
            extent: CGRect(x: x, y: y, width: pixels.width, height: pixels.height), cgImage: pixels, pixelBuffer: nil)
    }

    /// Creates an image whose pixels cover `extent`, rounded outwards.
    package init(extent: CGRect, cgImage: CGImage?, pixelBuffer: CVPixelBuffer?) {
        self.extent = extent
        self.cgImage = cgImage
        self.pixelBuffer = pixelBuffer
    }
}

/// An option for reading a ``CIImage``.
public struct CIImageOption: RawRepresentable, Hashable, Sendable {
    /// The name of the key.
    public let rawValue: String

    /// Creates a key from its name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Whether an image from a file is turned upright, as a `Bool`; by default the image stays as it is stored.
    public static let applyOrientationProperty = CIImageOption(rawValue: "kCIImageApplyOrientationProperty")
}

/// Rotating and cropping. If there is not enough memory for the new image, or a side of a pixel buffer has more than
/// 32767 pixels, the result is an empty image.
extension CIImage {
    /// Returns the image turned upright from its stored `orientation`, with its lower left corner at the origin.
    public func oriented(_ orientation: CGImagePropertyOrientation) -> CIImage {
        oriented(forExifOrientation: Int32(orientation.rawValue))
    }

    /// Returns the image turned upright from an EXIF orientation, from 1 to 8, with its lower left corner at the
    /// origin; other numbers return the image itself.
    public func oriented(forExifOrientation orientation: Int32) -> CIImage {
        guard let turn = UInt32(exactly: orientation).flatMap(EXIFOrientation.init(rawValue:)), turn != .upright else {
            return self
        }
        guard let turned = pixels()?.turned(by: turn) else { return .empty() }
        return CIImage(pixels: turned)
    }

    /// Returns the part of the image inside `rect`, which keeps its position in the plane.
    public func cropped(to rect: CGRect) -> CIImage {
        guard let part = extent.overlap(with: rect) else { return .empty() }
        guard part != extent else { return self }
        guard let covered = PixelRectangle(covering: part), let pixels = pixels(in: covered) else { return .empty() }
        return CIImage(extent: part, cgImage: pixels, pixelBuffer: nil)
    }
}
