import Foundation

/// A point in fractions of an image's width and height, measured from its lower left corner.
public struct NormalizedPoint: Codable, Hashable, Sendable, CustomStringConvertible {
    /// The coordinate to the right.
    public var x: CGFloat
    /// The coordinate upwards.
    public var y: CGFloat

    /// Creates a point from its coordinates.
    public init(x: CGFloat, y: CGFloat) {
        self.x = x
        self.y = y
    }

    /// Creates a point from a `CGPoint` in fractions.
    public init(normalizedPoint: CGPoint) {
        self.init(x: normalizedPoint.x, y: normalizedPoint.y)
    }

    /// Creates a point from its position in an image in pixels, measured from the lower left corner.
    public init(imagePoint: CGPoint, in imageSize: CGSize) {
        self.init(x: imagePoint.x / imageSize.width, y: imagePoint.y / imageSize.height)
    }

    /// Creates a point in fractions of a region from its position in the image in pixels.
    public init(imagePoint: CGPoint, in imageSize: CGSize, normalizedTo regionOfInterest: NormalizedRect) {
        let point = NormalizedPoint(imagePoint: imagePoint, in: imageSize)
        let region = regionOfInterest.cgRect
        self.init(
            x: (point.x - region.origin.x) / region.size.width, y: (point.y - region.origin.y) / region.size.height)
    }

    /// The lower left corner.
    public static var zero: NormalizedPoint { NormalizedPoint(x: 0, y: 0) }

    /// Both coordinates.
    public var cgPoint: CGPoint { CGPoint(x: x, y: y) }

    /// Returns the point's position, in pixels, in an image of this size.
    public func toImageCoordinates(_ imageSize: CGSize, origin: CoordinateOrigin = .lowerLeft) -> CGPoint {
        let point = origin == .lowerLeft ? self : verticallyFlipped()
        return CGPoint(x: point.x * imageSize.width, y: point.y * imageSize.height)
    }

    /// Returns the position, in pixels, in an image of this size, of a point given in fractions of a region of the
    /// image.
    public func toImageCoordinates(
        from regionOfInterest: NormalizedRect, imageSize: CGSize, origin: CoordinateOrigin = .lowerLeft
    ) -> CGPoint {
        let region = regionOfInterest.cgRect
        return NormalizedPoint(
            x: region.origin.x + x * region.size.width, y: region.origin.y + y * region.size.height
        ).toImageCoordinates(imageSize, origin: origin)
    }

    /// Returns the point with y measured from the opposite side.
    public func verticallyFlipped() -> NormalizedPoint { NormalizedPoint(x: x, y: 1 - y) }

    /// Both coordinates, in brackets.
    public var description: String { "(\(x), \(y))" }
}

/// A rectangle in fractions of an image's width and height, measured from its lower left corner.
public struct NormalizedRect: Codable, Hashable, Sendable, CustomStringConvertible {
    private let x: CGFloat
    private let y: CGFloat
    /// The width in fractions of the image's width.
    public let width: CGFloat
    /// The height in fractions of the image's height.
    public let height: CGFloat

    /// Creates a rectangle from its lower left corner and its size.
    public init(x: CGFloat, y: CGFloat, width: CGFloat, height: CGFloat) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// Creates a rectangle from a `CGRect` in fractions.
    public init(normalizedRect: CGRect) {
        self.init(
            x: normalizedRect.origin.x, y: normalizedRect.origin.y, width: normalizedRect.size.width,
            height: normalizedRect.size.height)
    }

    /// Creates a rectangle from its bounds in an image in pixels, measured from the lower left corner.
    public init(imageRect: CGRect, in imageSize: CGSize) {
        self.init(
            x: imageRect.origin.x / imageSize.width, y: imageRect.origin.y / imageSize.height,
            width: imageRect.size.width / imageSize.width, height: imageRect.size.height / imageSize.height)
    }

    /// Creates a rectangle in fractions of a region from its bounds in the image in pixels.
    public init(imageRect: CGRect, in imageSize: CGSize, normalizedTo regionOfInterest: NormalizedRect) {
        let rect = NormalizedRect(imageRect: imageRect, in: imageSize)
        self.init(
            x: (rect.x - regionOfInterest.x) / regionOfInterest.width,
            y: (rect.y - regionOfInterest.y) / regionOfInterest.height, width: rect.width / regionOfInterest.width,
            height: rect.height / regionOfInterest.height)
    }

    /// The whole image.
    public static let fullImage = NormalizedRect(x: 0, y: 0, width: 1, height: 1)

    /// The rectangle.
    public var cgRect: CGRect { CGRect(x: x, y: y, width: width, height: height) }
    /// The lower left corner.
    public var origin: CGPoint { CGPoint(x: x, y: y) }

    /// Returns the rectangle's bounds, in pixels, in an image of this size.
    public func toImageCoordinates(_ imageSize: CGSize, origin: CoordinateOrigin = .lowerLeft) -> CGRect {
        let rect = origin == .lowerLeft ? self : verticallyFlipped()
        return CGRect(
            x: rect.x * imageSize.width, y: rect.y * imageSize.height, width: width * imageSize.width,
            height: height * imageSize.height)
    }

    /// Returns the bounds, in pixels, in an image of this size, of a rectangle given in fractions of a region of the
    /// image.
    public func toImageCoordinates(
        from regionOfInterest: NormalizedRect, imageSize: CGSize, origin: CoordinateOrigin = .lowerLeft
    ) -> CGRect {
        NormalizedRect(
            x: regionOfInterest.x + x * regionOfInterest.width, y: regionOfInterest.y + y * regionOfInterest.height,
            width: width * regionOfInterest.width, height: height * regionOfInterest.height
        ).toImageCoordinates(imageSize, origin: origin)
    }

    /// Returns the rectangle with y measured from the opposite side.
    public func verticallyFlipped() -> NormalizedRect {
        NormalizedRect(x: x, y: 1 - y - height, width: width, height: height)
    }

    /// The lower left corner, width and height, in brackets.
    public var description: String { "(\(x), \(y), \(width), \(height))" }
}

/// The corner that coordinates are measured from.
public enum CoordinateOrigin: Hashable, Sendable {
    /// The lower left corner, with y upwards.
    case lowerLeft
    /// The upper left corner, with y downwards.
    case upperLeft
}

/// A type with a bounding box. No type in this module conforms to it; it exists for programs' own types.
public protocol BoundingBoxProviding {
    /// The box in fractions of the upright image.
    var boundingBox: NormalizedRect { get }
}
