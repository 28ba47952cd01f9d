import Foundation

/// A direction with a length.
public final class VNVector: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    /// To the right.
    public let x: Double
    /// Upwards.
    public let y: Double

    /// A vector by its coordinates.
    public init(xComponent x: Double, yComponent y: Double) {
        self.x = x
        self.y = y
    }

    /// A vector by its length and its angle, counter-clockwise in radians from the x axis.
    public convenience init(r: Double, theta: Double) {
        self.init(xComponent: r * cos(theta), yComponent: r * sin(theta))
    }

    /// The way from `tail` to `head`.
    public convenience init(vectorHead head: VNPoint, tail: VNPoint) {
        self.init(xComponent: head.x - tail.x, yComponent: head.y - tail.y)
    }

    /// The sum of two vectors.
    public convenience init(byAdding v1: VNVector, to v2: VNVector) {
        self.init(xComponent: v1.x + v2.x, yComponent: v1.y + v2.y)
    }

    /// `v2` without `v1`.
    public convenience init(bySubtracting v1: VNVector, from v2: VNVector) {
        self.init(xComponent: v2.x - v1.x, yComponent: v2.y - v1.y)
    }

    /// A vector made longer or shorter.
    public convenience init(byMultiplying vector: VNVector, byScalar scalar: Double) {
        self.init(xComponent: vector.x * scalar, yComponent: vector.y * scalar)
    }

    /// The vector without length.
    public class var zero: VNVector { VNVector(xComponent: 0, yComponent: 0) }

    /// The vector of length 1 with the same direction; that without length stays as it is.
    public class func unitVector(for vector: VNVector) -> VNVector {
        vector.length == 0 ? .zero : VNVector(byMultiplying: vector, byScalar: 1 / vector.length)
    }

    /// The dot product of two vectors.
    public class func dotProduct(of v1: VNVector, vector v2: VNVector) -> Double { v1.x * v2.x + v1.y * v2.y }

    /// The length.
    public var r: Double { length }
    /// The angle, counter-clockwise in radians from the x axis; not a number for the vector without length.
    public var theta: Double { length == 0 ? .nan : atan2(y, x) }
    /// How long the vector is.
    public var length: Double { hypot(x, y) }
    /// The square of the length.
    public var squaredLength: Double { x * x + y * y }

    /// The vector itself, which never changes.
    public func copy(with zone: NSZone? = nil) -> Any { self }

    /// Whether the other object is a vector with the same coordinates.
    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? VNVector else { return false }
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
