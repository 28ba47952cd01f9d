import Foundation

/// A rectangle in fractions of an image's width and height from its lower left corner.
public struct NormalizedRect: Codable, Hashable, Sendable, CustomStringConvertible {
    private let x: CGFloat
    private let y: CGFloat
    /// In fractions of the image's width.
    public let width: CGFloat
    /// In fractions of the image's height.
    public let height: CGFloat

    /// A rectangle by its lower left corner and its size.
    public init(x: CGFloat, y: CGFloat, width: CGFloat, height: CGFloat) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// A rectangle that is in fractions already.
    public init(normalizedRect: CGRect) {
        self.init(
            x: normalizedRect.origin.x, y: normalizedRect.origin.y, width: normalizedRect.size.width,
            height: normalizedRect.size.height)
    }

    /// The rectangle that covers these pixels of an image, counted from its lower left corner.
    public init(imageRect: CGRect, in imageSize: CGSize) {
        self.init(
            x: imageRect.origin.x / imageSize.width, y: imageRect.origin.y / imageSize.height,
            width: imageRect.size.width / imageSize.width, height: imageRect.size.height / imageSize.height)
    }

    /// The same in fractions of a region of the image.
    public init(imageRect: CGRect, in imageSize: CGSize, normalizedTo regionOfInterest: NormalizedRect) {
        let rect = NormalizedRect(imageRect: imageRect, in: imageSize)
        self.init(
            x: (rect.x - regionOfInterest.x) / regionOfInterest.width,
            y: (rect.y - regionOfInterest.y) / regionOfInterest.height, width: rect.width / regionOfInterest.width,
            height: rect.height / regionOfInterest.height)
    }

    /// All of an image.
    public static let fullImage = NormalizedRect(x: 0, y: 0, width: 1, height: 1)

    /// The rectangle.
    public var cgRect: CGRect { CGRect(x: x, y: y, width: width, height: height) }
    /// The lower left corner.
    public var origin: CGPoint { CGPoint(x: x, y: y) }

    /// The rectangle in pixels of an image of this size.
    public func toImageCoordinates(_ imageSize: CGSize, origin: CoordinateOrigin = .lowerLeft) -> CGRect {
        let rect = origin == .lowerLeft ? self : verticallyFlipped()
        return CGRect(
            x: rect.x * imageSize.width, y: rect.y * imageSize.height, width: width * imageSize.width,
            height: height * imageSize.height)
    }

    /// The rectangle in pixels of an image of this size, where it is in fractions of a region of the image.
    public func toImageCoordinates(
        from regionOfInterest: NormalizedRect, imageSize: CGSize, origin: CoordinateOrigin = .lowerLeft
    ) -> CGRect {
        NormalizedRect(
            x: regionOfInterest.x + x * regionOfInterest.width, y: regionOfInterest.y + y * regionOfInterest.height,
            width: width * regionOfInterest.width, height: height * regionOfInterest.height
        ).toImageCoordinates(imageSize, origin: origin)
    }

    /// The rectangle with y counted from the other side.
    public func verticallyFlipped() -> NormalizedRect {
        NormalizedRect(x: x, y: 1 - y - height, width: width, height: height)
    }

    /// The lower left corner, width and height, in brackets.
    public var description: String { "(\(x), \(y), \(width), \(height))" }
}
