@_exported import CoreGraphics
@_exported import ImageIO

/// A stand-in for UIKit's images: pixels, how they have to be turned to be upright, and how many of them make a point.
public final class UIImage: NSObject, Sendable {
    /// What must be done to the pixels to see the picture upright: `right`, for one, is a quarter turn clockwise.
    public enum Orientation: Int, Sendable {
        case up = 0
        case down = 1
        case left = 2
        case right = 3
        case upMirrored = 4
        case downMirrored = 5
        case leftMirrored = 6
        case rightMirrored = 7
    }

    /// The pixels as they are stored, not turned; nil for an image without any.
    public let cgImage: CGImage?
    public let imageOrientation: Orientation
    /// Pixels per point.
    public let scale: CGFloat

    /// An image without pixels.
    public override init() {
        cgImage = nil
        imageOrientation = .up
        scale = 1
    }

    public convenience init(cgImage: CGImage) {
        self.init(cgImage: cgImage, scale: 1, orientation: .up)
    }

    public init(cgImage: CGImage, scale: CGFloat, orientation: Orientation) {
        self.cgImage = cgImage
        self.scale = scale
        imageOrientation = orientation
    }

    /// Width and height of the upright picture in points.
    public var size: CGSize {
        guard let cgImage else { return .zero }
        let (width, height) = (CGFloat(cgImage.width) / scale, CGFloat(cgImage.height) / scale)
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
