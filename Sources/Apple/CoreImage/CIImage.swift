@_exported import CoreGraphics
@_exported import CoreVideo
@_exported import ImageIO
import TegataBuffers
import TegataImages
import TegataPixels

/// A stand-in for Core Image's pictures, as far as pixel buffers and files become pictures that are turned, cut and
/// scaled. There are no filters.
///
/// A picture lies in a plane whose y axis points upwards, the lower left corner of a new one at the origin. Every
/// picture whose ``extent`` is not empty has a ``cgImage`` or a ``pixelBuffer``. Unlike the original's, pictures are
/// turned, cut and scaled at once, so that they keep what a pixel buffer held then.
public final class CIImage: NSObject, @unchecked Sendable {
    /// The part of the plane that the picture covers.
    public let extent: CGRect
    /// The pixels, where they do not lie in a pixel buffer.
    public let cgImage: CGImage?
    /// The buffer that the picture was made of; nil for one that was made of another.
    public let pixelBuffer: CVPixelBuffer?

    /// A picture of nothing.
    public override convenience init() {
        self.init(extent: .zero, cgImage: nil, pixelBuffer: nil)
    }

    /// The picture in `image`. Options are not looked at.
    public convenience init(cgImage image: CGImage, options: [CIImageOption: Any]? = nil) {
        self.init(pixels: image)
    }

    /// The picture in a pixel buffer of any format, which is not copied. Options are not looked at.
    public convenience init(cvPixelBuffer pixelBuffer: CVPixelBuffer, options: [CIImageOption: Any]? = nil) {
        let size = CGSize(width: CVPixelBufferGetWidth(pixelBuffer), height: CVPixelBufferGetHeight(pixelBuffer))
        self.init(extent: CGRect(origin: .zero, size: size), cgImage: nil, pixelBuffer: pixelBuffer)
    }

    /// The picture in an image buffer of any format, which is not copied. Options are not looked at.
    public convenience init(cvImageBuffer imageBuffer: CVImageBuffer, options: [CIImageOption: Any]? = nil) {
        self.init(cvPixelBuffer: imageBuffer, options: options)
    }

    /// The picture of a file in memory, as it is stored unless the options ask for it upright; nil where there is none
    /// that can be read. Alpha is dropped.
    public convenience init?(data: Data, options: [CIImageOption: Any]? = nil) {
        self.init(file: Bytes([UInt8](data)), options)
    }

    /// The picture of a file, as it is stored unless the options ask for it upright; nil where there is none that can
    /// be read. Alpha is dropped.
    public convenience init?(contentsOf url: URL, options: [CIImageOption: Any]? = nil) {
        guard let picture = StoredPicture(contentsOf: url) else { return nil }
        self.init(picture, options)
    }

    /// A picture of nothing.
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

    /// A picture whose lower left corner lies at whole numbers.
    convenience init(pixels: CGImage, x: Int = 0, y: Int = 0) {
        self.init(
            extent: CGRect(x: x, y: y, width: pixels.width, height: pixels.height), cgImage: pixels, pixelBuffer: nil)
    }

    /// A picture whose pixels cover `extent`, rounded outwards.
    package init(extent: CGRect, cgImage: CGImage?, pixelBuffer: CVPixelBuffer?) {
        self.extent = extent
        self.cgImage = cgImage
        self.pixelBuffer = pixelBuffer
    }
}

/// How a picture is read into a ``CIImage``.
public struct CIImageOption: RawRepresentable, Hashable, Sendable {
    /// The key's name.
    public let rawValue: String

    /// A key by its name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Whether the picture of a file is turned as its camera was held, a `Bool`; without it the picture stays as it is
    /// stored.
    public static let applyOrientationProperty = CIImageOption(rawValue: "kCIImageApplyOrientationProperty")
}

/// Pictures that are turned and cut. Where there is no memory for one, or a side of a pixel buffer has more than 32767
/// pixels, it becomes a picture of nothing.
extension CIImage {
    /// The picture turned upright that is stored with `orientation`, its lower left corner at the origin.
    public func oriented(_ orientation: CGImagePropertyOrientation) -> CIImage {
        oriented(forExifOrientation: Int32(orientation.rawValue))
    }

    /// The picture turned upright that is stored with an orientation of the EXIF standard, from 1 to 8, its lower left
    /// corner at the origin; the picture itself for other numbers.
    public func oriented(forExifOrientation orientation: Int32) -> CIImage {
        guard let turn = UInt32(exactly: orientation).flatMap(EXIFOrientation.init(rawValue:)), turn != .upright else {
            return self
        }
        guard let turned = pixels()?.turned(by: turn) else { return .empty() }
        return CIImage(pixels: turned)
    }

    /// The part of the picture inside `rect`, which stays where it is in the plane.
    public func cropped(to rect: CGRect) -> CIImage {
        guard let part = extent.overlap(with: rect) else { return .empty() }
        guard part != extent else { return self }
        guard let covered = PixelRectangle(covering: part), let pixels = pixels(in: covered) else { return .empty() }
        return CIImage(extent: part, cgImage: pixels, pixelBuffer: nil)
    }
}
