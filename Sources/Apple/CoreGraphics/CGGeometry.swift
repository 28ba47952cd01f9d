// Core Graphics functions for Foundation's points, sizes and rectangles, and the additions of its overlay.

/// The point with these coordinates.
public func CGPointMake(_ x: CGFloat, _ y: CGFloat) -> CGPoint { CGPoint(x: x, y: y) }
/// The size with this width and height.
public func CGSizeMake(_ width: CGFloat, _ height: CGFloat) -> CGSize { CGSize(width: width, height: height) }
/// The rectangle with this origin and size.
public func CGRectMake(_ x: CGFloat, _ y: CGFloat, _ width: CGFloat, _ height: CGFloat) -> CGRect {
    CGRect(x: x, y: y, width: width, height: height)
}

/// Returns the smaller x coordinate of the edges.
public func CGRectGetMinX(_ rect: CGRect) -> CGFloat { rect.minX }
/// Returns the x coordinate of the centre.
public func CGRectGetMidX(_ rect: CGRect) -> CGFloat { rect.midX }
/// Returns the larger x coordinate of the edges.
public func CGRectGetMaxX(_ rect: CGRect) -> CGFloat { rect.maxX }
/// Returns the smaller y coordinate of the edges.
public func CGRectGetMinY(_ rect: CGRect) -> CGFloat { rect.minY }
/// Returns the y coordinate of the centre.
public func CGRectGetMidY(_ rect: CGRect) -> CGFloat { rect.midY }
/// Returns the larger y coordinate of the edges.
public func CGRectGetMaxY(_ rect: CGRect) -> CGFloat { rect.maxY }
/// Returns the width, which is never negative.
public func CGRectGetWidth(_ rect: CGRect) -> CGFloat { rect.width }
/// Returns the height, which is never negative.
public func CGRectGetHeight(_ rect: CGRect) -> CGFloat { rect.height }
/// Whether the width or height is zero, or the rectangle is null.
public func CGRectIsEmpty(_ rect: CGRect) -> Bool { rect.isEmpty }
/// Whether this is the null rectangle, such as the intersection of rectangles that do not meet.
public func CGRectIsNull(_ rect: CGRect) -> Bool { rect.isNull }
/// Whether the point lies in the rectangle; the edges with the larger coordinates are excluded.
public func CGRectContainsPoint(_ rect: CGRect, _ point: CGPoint) -> Bool { rect.contains(point) }
/// Returns the intersection of both; the null rectangle if it is empty.
public func CGRectIntersection(_ r1: CGRect, _ r2: CGRect) -> CGRect { r1.intersection(r2) }
/// The smallest rectangle around both.
public func CGRectUnion(_ r1: CGRect, _ r2: CGRect) -> CGRect { r1.union(r2) }

extension CGPoint {
    /// Whether the points are equal; an older form of `==`.
    public func equalTo(_ point2: CGPoint) -> Bool { self == point2 }
}

extension CGSize {
    /// Whether the sizes are equal; an older form of `==`.
    public func equalTo(_ size2: CGSize) -> Bool { self == size2 }
}

extension CGRect {
    /// Whether the rectangles are equal; an older form of `==`.
    public func equalTo(_ rect2: CGRect) -> Bool { self == rect2 }
}

extension CGPoint {
    /// Creates the point with these coordinates.
    ///
    /// Not part of Apple's API, although published samples use it.
    public init(_ coordinates: (x: CGFloat, y: CGFloat)) {
        self.init(x: coordinates.x, y: coordinates.y)
    }

    /// Creates the point with these coordinates, given in another number type.
    @_disfavoredOverload
    public init(_ coordinates: (x: Double, y: Double)) {
        self.init(x: coordinates.x, y: coordinates.y)
    }
}

extension CGRect {
    /// Returns the intersection of both. Nil if it is empty or any number is NaN, for which Foundation's `intersection`
    /// traps.
    package func overlap(with other: CGRect) -> CGRect? {
        let sides = [minX, maxX, minY, maxY, other.minX, other.maxX, other.minY, other.maxY]
        guard !isNull, !other.isNull, !sides.contains(where: \.isNaN) else { return nil }
        let (left, right) = (max(minX, other.minX), min(maxX, other.maxX))
        let (bottom, top) = (max(minY, other.minY), min(maxY, other.maxY))
        guard left < right, bottom < top else { return nil }
        return CGRect(x: left, y: bottom, width: right - left, height: top - bottom)
    }
}

/// A vector: the difference between two points.
public struct CGVector: Sendable, Hashable {
    /// The distance along x.
    public var dx: CGFloat
    /// The distance along y.
    public var dy: CGFloat

    /// Creates the zero vector.
    public init() {
        self.init(dx: 0 as CGFloat, dy: 0)
    }

    /// Creates a vector from its components.
    public init(dx: CGFloat, dy: CGFloat) {
        self.dx = dx
        self.dy = dy
    }

    /// Creates a vector from `Double` components.
    public init(dx: Double, dy: Double) {
        self.init(dx: CGFloat(dx), dy: CGFloat(dy))
    }

    /// Creates a vector from integer components.
    public init(dx: Int, dy: Int) {
        self.init(dx: CGFloat(dx), dy: CGFloat(dy))
    }

    /// The zero vector.
    public static let zero = CGVector()
}

/// Coding as a list of both numbers, like points and sizes.
extension CGVector: Codable {
    /// Reads the numbers that ``encode(to:)`` writes.
    public init(from decoder: any Decoder) throws {
        var numbers = try decoder.unkeyedContainer()
        dx = try numbers.decode(CGFloat.self)
        dy = try numbers.decode(CGFloat.self)
    }

    /// Writes both numbers, dx first.
    public func encode(to encoder: any Encoder) throws {
        var numbers = encoder.unkeyedContainer()
        try numbers.encode(dx)
        try numbers.encode(dy)
    }
}

/// The vector with these components.
public func CGVectorMake(_ dx: CGFloat, _ dy: CGFloat) -> CGVector { CGVector(dx: dx, dy: dy) }
