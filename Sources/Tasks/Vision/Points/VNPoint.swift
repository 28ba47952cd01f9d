import Foundation

/// The two coordinates of points and vectors. Not part of Apple's Vision.
public class VNCoordinates: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    /// The coordinate to the right.
    public let x: Double
    /// The coordinate upwards.
    public let y: Double

    init(_ x: Double, _ y: Double) {
        self.x = x
        self.y = y
    }

    /// Returns the object itself, which never changes.
    public func copy(with zone: NSZone? = nil) -> Any { self }

    /// Returns whether the other object is of the same class, with the same coordinates.
    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? VNCoordinates, type(of: other) == type(of: self) else { return false }
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

    /// Reads encoded coordinates.
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

/// A point, usually in fractions of an image's width and height, measured from its lower left corner.
public class VNPoint: VNCoordinates, @unchecked Sendable {
    /// Creates a point from its coordinates.
    public init(x: Double, y: Double) {
        super.init(x, y)
    }

    /// Creates a point from its location.
    public convenience init(location: CGPoint) {
        self.init(x: Double(location.x), y: Double(location.y))
    }

    /// Reads an encoded point.
    public required init?(coder: NSCoder) {
        super.init(coder: coder)
    }

    /// The point at the lower left corner.
    public class var zero: VNPoint { VNPoint(x: 0, y: 0) }

    /// Both coordinates.
    public var location: CGPoint { CGPoint(x: x, y: y) }

    /// Returns the distance to another point.
    public func distance(_ point: VNPoint) -> Double { hypot(point.x - x, point.y - y) }

    /// Returns the distance between two points: the older form of ``distance(_:)-swift.method``.
    public class func distance(_ point1: VNPoint, _ point2: VNPoint) -> Double { point1.distance(point2) }

    /// Returns a point moved by a vector.
    public class func apply(_ vector: VNVector, to point: VNPoint) -> VNPoint {
        VNPoint(x: point.x + vector.x, y: point.y + vector.y)
    }
}

/// A vector in the plane.
public final class VNVector: VNCoordinates, @unchecked Sendable {
    /// Creates a vector from its components.
    public init(xComponent x: Double, yComponent y: Double) {
        super.init(x, y)
    }

    /// Reads an encoded vector.
    public required init?(coder: NSCoder) {
        super.init(coder: coder)
    }

    /// Creates a vector from its length and its angle, measured counterclockwise from the x axis, in radians.
    public convenience init(r: Double, theta: Double) {
        self.init(xComponent: r * cos(theta), yComponent: r * sin(theta))
    }

    /// Creates the vector from `tail` to `head`.
    public convenience init(vectorHead head: VNPoint, tail: VNPoint) {
        self.init(xComponent: head.x - tail.x, yComponent: head.y - tail.y)
    }

    /// Creates the sum of two vectors.
    public convenience init(byAdding v1: VNVector, to v2: VNVector) {
        self.init(xComponent: v1.x + v2.x, yComponent: v1.y + v2.y)
    }

    /// Creates the difference `v2` − `v1`.
    public convenience init(bySubtracting v1: VNVector, from v2: VNVector) {
        self.init(xComponent: v2.x - v1.x, yComponent: v2.y - v1.y)
    }

    /// Creates a vector scaled by a factor.
    public convenience init(byMultiplying vector: VNVector, byScalar scalar: Double) {
        self.init(xComponent: vector.x * scalar, yComponent: vector.y * scalar)
    }

    /// The vector of length 0.
    public class var zero: VNVector { VNVector(xComponent: 0, yComponent: 0) }

    /// Returns the vector of length 1 in the same direction; the zero vector for a zero vector.
    public class func unitVector(for vector: VNVector) -> VNVector {
        vector.length == 0 ? .zero : VNVector(byMultiplying: vector, byScalar: 1 / vector.length)
    }

    /// Returns the dot product of two vectors.
    public class func dotProduct(of v1: VNVector, vector v2: VNVector) -> Double { v1.x * v2.x + v1.y * v2.y }

    /// The length.
    public var r: Double { length }
    /// The angle, measured counterclockwise from the x axis, in radians; NaN for the zero vector.
    public var theta: Double { length == 0 ? .nan : atan2(y, x) }
    /// The length of the vector.
    public var length: Double { hypot(x, y) }
    /// The square of the length.
    public var squaredLength: Double { x * x + y * y }
}

/// The confidence of a result, from 0 to 1.
public typealias VNConfidence = Float

/// A detected point.
public class VNDetectedPoint: VNPoint, @unchecked Sendable {
    /// The confidence of the point, from 0 to 1.
    public let confidence: VNConfidence

    init(x: Double, y: Double, confidence: VNConfidence) {
        self.confidence = confidence
        super.init(x: x, y: y)
    }

    /// Returns whether the other object is of the same class, with the same coordinates and confidence.
    public override func isEqual(_ object: Any?) -> Bool {
        super.isEqual(object) && (object as? VNDetectedPoint)?.confidence == confidence
    }

    // Equal points have equal coordinates.
    /// The hash of the coordinates.
    public override var hash: Int { super.hash }

    /// The coordinates and the confidence.
    public override var description: String { "\(super.description) confidence=\(confidence)" }

    /// Reads an encoded point.
    public required init?(coder: NSCoder) {
        confidence = coder.decodeFloat(forKey: "confidence")
        super.init(coder: coder)
    }

    /// Writes the coordinates and the confidence.
    public override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encode(confidence, forKey: "confidence")
    }
}

/// A detected point with its identifier.
public class VNRecognizedPoint: VNDetectedPoint, @unchecked Sendable {
    /// The identifier of the point.
    public let identifier: VNRecognizedPointKey

    init(_ joint: DetectedHand.Joint, identifier: VNRecognizedPointKey) {
        self.identifier = identifier
        super.init(x: joint.x, y: joint.y, confidence: joint.confidence)
    }

    /// Returns whether the other object is a recognised point with the same coordinates, confidence and identifier.
    public override func isEqual(_ object: Any?) -> Bool {
        super.isEqual(object) && (object as? VNRecognizedPoint)?.identifier == identifier
    }

    // Equal points have equal coordinates.
    /// The hash of the coordinates.
    public override var hash: Int { super.hash }

    /// The identifier, the coordinates and the confidence.
    public override var description: String { "\(identifier.rawValue) \(super.description)" }

    /// Reads an encoded point; nil if it has no identifier.
    public required init?(coder: NSCoder) {
        guard let identifier = coder.decodeObject(of: NSString.self, forKey: "identifier") else { return nil }
        self.identifier = VNRecognizedPointKey(rawValue: "\(identifier)")
        super.init(coder: coder)
    }

    /// Writes the coordinates, the confidence and the identifier.
    public override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encode(NSString(string: identifier.rawValue), forKey: "identifier")
    }
}
