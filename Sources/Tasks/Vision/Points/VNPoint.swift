import Foundation

/// A point, most often in fractions of an image's width and height from its lower left corner.
public class VNPoint: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    /// To the right.
    public let x: Double
    /// Upwards.
    public let y: Double

    /// A point by its coordinates.
    public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }

    /// A point by its location.
    public convenience init(location: CGPoint) {
        self.init(x: Double(location.x), y: Double(location.y))
    }

    /// The point at the lower left corner.
    public class var zero: VNPoint { VNPoint(x: 0, y: 0) }

    /// Both coordinates.
    public var location: CGPoint { CGPoint(x: x, y: y) }

    /// How far another point is.
    public func distance(_ point: VNPoint) -> Double { hypot(point.x - x, point.y - y) }

    /// How far two points are from each other: the older way to ask for ``distance(_:)-swift.method``.
    public class func distance(_ point1: VNPoint, _ point2: VNPoint) -> Double { point1.distance(point2) }

    /// A point moved by a vector.
    public class func apply(_ vector: VNVector, to point: VNPoint) -> VNPoint {
        VNPoint(x: point.x + vector.x, y: point.y + vector.y)
    }

    /// The point itself, which never changes.
    public func copy(with zone: NSZone? = nil) -> Any { self }

    /// Whether the other object is of the same class, with the same coordinates.
    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? VNPoint, type(of: other) == type(of: self) else { return false }
        return x == other.x && y == other.y
    }

    /// The hash of the coordinates.
    public override var hash: Int {
        var hasher = Hasher()
        hasher.combine(x)
        hasher.combine(y)
        return hasher.finalize()
    }

    /// The coordinates.
    public override var description: String { "[\(x); \(y)]" }

    // MARK: Coding

    /// Always true.
    public class var supportsSecureCoding: Bool { true }

    /// What was encoded; nil where it is none of this class.
    public required init?(coder: NSCoder) {
        x = coder.decodeDouble(forKey: "x")
        y = coder.decodeDouble(forKey: "y")
    }

    /// Writes the coordinates.
    public func encode(with coder: NSCoder) {
        coder.encode(x, forKey: "x")
        coder.encode(y, forKey: "y")
    }
}
