import CoreGraphics
import CoreImage

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
