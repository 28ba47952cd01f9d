// The functions of Core Graphics over Foundation's points, sizes and rectangles, and what its overlay adds to them.

/// The point with these coordinates.
public func CGPointMake(_ x: CGFloat, _ y: CGFloat) -> CGPoint { CGPoint(x: x, y: y) }
/// The size with this width and height.
public func CGSizeMake(_ width: CGFloat, _ height: CGFloat) -> CGSize { CGSize(width: width, height: height) }
/// The rectangle with this origin and size.
public func CGRectMake(_ x: CGFloat, _ y: CGFloat, _ width: CGFloat, _ height: CGFloat) -> CGRect {
    CGRect(x: x, y: y, width: width, height: height)
}

/// The lesser x of the edges.
public func CGRectGetMinX(_ rect: CGRect) -> CGFloat { rect.minX }
/// The x of the middle.
public func CGRectGetMidX(_ rect: CGRect) -> CGFloat { rect.midX }
/// The greater x of the edges.
public func CGRectGetMaxX(_ rect: CGRect) -> CGFloat { rect.maxX }
/// The lesser y of the edges.
public func CGRectGetMinY(_ rect: CGRect) -> CGFloat { rect.minY }
/// The y of the middle.
public func CGRectGetMidY(_ rect: CGRect) -> CGFloat { rect.midY }
/// The greater y of the edges.
public func CGRectGetMaxY(_ rect: CGRect) -> CGFloat { rect.maxY }
/// The width, which is not below zero.
public func CGRectGetWidth(_ rect: CGRect) -> CGFloat { rect.width }
/// The height, which is not below zero.
public func CGRectGetHeight(_ rect: CGRect) -> CGFloat { rect.height }
/// Whether the width or height is zero, or the rectangle is null.
public func CGRectIsEmpty(_ rect: CGRect) -> Bool { rect.isEmpty }
/// Whether it is the null rectangle, such as where two others do not meet.
public func CGRectIsNull(_ rect: CGRect) -> Bool { rect.isNull }
/// Whether the point lies in the rectangle; the edges with the greater coordinates do not belong to it.
public func CGRectContainsPoint(_ rect: CGRect, _ point: CGPoint) -> Bool { rect.contains(point) }
/// The part that belongs to both, null where there is none.
public func CGRectIntersection(_ r1: CGRect, _ r2: CGRect) -> CGRect { r1.intersection(r2) }
/// The smallest rectangle around both.
public func CGRectUnion(_ r1: CGRect, _ r2: CGRect) -> CGRect { r1.union(r2) }

extension CGPoint {
    /// The older way to ask whether points are equal.
    public func equalTo(_ point2: CGPoint) -> Bool { self == point2 }
}

extension CGSize {
    /// The older way to ask whether sizes are equal.
    public func equalTo(_ size2: CGSize) -> Bool { self == size2 }
}

extension CGRect {
    /// The older way to ask whether rectangles are equal.
    public func equalTo(_ rect2: CGRect) -> Bool { self == rect2 }
}

extension CGPoint {
    /// The point with these coordinates.
    ///
    /// Not part of the original, although published samples write it.
    public init(_ coordinates: (x: CGFloat, y: CGFloat)) {
        self.init(x: coordinates.x, y: coordinates.y)
    }

    /// The point with these coordinates, where they are other numbers.
    @_disfavoredOverload
    public init(_ coordinates: (x: Double, y: Double)) {
        self.init(x: coordinates.x, y: coordinates.y)
    }
}

extension CGRect {
    /// What belongs to both; nil where that is nothing, and where numbers are none, at which Foundation's
    /// `intersection` traps.
    package func overlap(with other: CGRect) -> CGRect? {
        let sides = [minX, maxX, minY, maxY, other.minX, other.maxX, other.minY, other.maxY]
        guard !isNull, !other.isNull, !sides.contains(where: \.isNaN) else { return nil }
        let (left, right) = (max(minX, other.minX), min(maxX, other.maxX))
        let (bottom, top) = (max(minY, other.minY), min(maxY, other.maxY))
        guard left < right, bottom < top else { return nil }
        return CGRect(x: left, y: bottom, width: right - left, height: top - bottom)
    }
}

/// A stand-in for Core Graphics' vectors: how far it is from one point to another.
public struct CGVector: Sendable, Hashable {
    /// The distance along x.
    public var dx: CGFloat
    /// The distance along y.
    public var dy: CGFloat

    /// The vector without length.
    public init() {
        self.init(dx: 0 as CGFloat, dy: 0)
    }

    /// A vector by its components.
    public init(dx: CGFloat, dy: CGFloat) {
        self.dx = dx
        self.dy = dy
    }

    /// A vector by its components, where they are `Double`.
    public init(dx: Double, dy: Double) {
        self.init(dx: CGFloat(dx), dy: CGFloat(dy))
    }

    /// A vector by its components, where they are whole numbers.
    public init(dx: Int, dy: Int) {
        self.init(dx: CGFloat(dx), dy: CGFloat(dy))
    }

    /// The vector without length.
    public static let zero = CGVector()
}

/// Is coded as a list of both numbers, as points and sizes are.
extension CGVector: Codable {
    /// Reads what ``encode(to:)`` has written.
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
