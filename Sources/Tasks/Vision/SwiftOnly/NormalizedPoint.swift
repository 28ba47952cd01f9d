import Foundation

/// A point in fractions of an image's width and height from its lower left corner.
public struct NormalizedPoint: Codable, Hashable, Sendable, CustomStringConvertible {
    /// To the right.
    public var x: CGFloat
    /// Upwards.
    public var y: CGFloat

    /// A point by its coordinates.
    public init(x: CGFloat, y: CGFloat) {
        self.x = x
        self.y = y
    }

    /// A point that is in fractions already.
    public init(normalizedPoint: CGPoint) {
        self.init(x: normalizedPoint.x, y: normalizedPoint.y)
    }

    /// The point that is so many pixels from the lower left corner of an image.
    public init(imagePoint: CGPoint, in imageSize: CGSize) {
        self.init(x: imagePoint.x / imageSize.width, y: imagePoint.y / imageSize.height)
    }

    /// The same in fractions of a region of the image.
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

    /// The point in pixels of an image of this size.
    public func toImageCoordinates(_ imageSize: CGSize, origin: CoordinateOrigin = .lowerLeft) -> CGPoint {
        let point = origin == .lowerLeft ? self : verticallyFlipped()
        return CGPoint(x: point.x * imageSize.width, y: point.y * imageSize.height)
    }

    /// The point in pixels of an image of this size, where it is in fractions of a region of the image.
    public func toImageCoordinates(
        from regionOfInterest: NormalizedRect, imageSize: CGSize, origin: CoordinateOrigin = .lowerLeft
    ) -> CGPoint {
        let region = regionOfInterest.cgRect
        return NormalizedPoint(
            x: region.origin.x + x * region.size.width, y: region.origin.y + y * region.size.height
        ).toImageCoordinates(imageSize, origin: origin)
    }

    /// The point with y counted from the other side.
    public func verticallyFlipped() -> NormalizedPoint { NormalizedPoint(x: x, y: 1 - y) }

    /// Both coordinates, in brackets.
    public var description: String { "(\(x), \(y))" }
}
