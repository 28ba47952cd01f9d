@_exported import CoreGraphics
@_exported import CoreVideo
@_exported import ImageIO
import TegataBuffers
import TegataImages

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
