import Foundation

/// Two coordinates, which points and vectors have in common. Not part of the original.
public class VNCoordinates: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    /// To the right.
    public let x: Double
    /// Upwards.
    public let y: Double

    init(_ x: Double, _ y: Double) {
        self.x = x
        self.y = y
    }

    /// The object itself, which never changes.
    public func copy(with zone: NSZone? = nil) -> Any { self }

    /// Whether the other object is of the same class, with the same coordinates.
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

/// A point, most often in fractions of an image's width and height from its lower left corner.
public class VNPoint: VNCoordinates, @unchecked Sendable {
    /// A point by its coordinates.
    public init(x: Double, y: Double) {
        super.init(x, y)
    }

    /// A point by its location.
    public convenience init(location: CGPoint) {
        self.init(x: Double(location.x), y: Double(location.y))
    }

    /// What was encoded; nil where it is none of this class.
    public required init?(coder: NSCoder) {
        super.init(coder: coder)
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
}

/// A direction with a length.
public final class VNVector: VNCoordinates, @unchecked Sendable {
    /// A vector by its coordinates.
    public init(xComponent x: Double, yComponent y: Double) {
        super.init(x, y)
    }

    /// What was encoded; nil where it is none of this class.
    public required init?(coder: NSCoder) {
        super.init(coder: coder)
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
}

/// How sure a result is, from 0 to 1.
public typealias VNConfidence = Float

/// A point that was found.
public class VNDetectedPoint: VNPoint, @unchecked Sendable {
    /// How sure the engine is about the point, from 0 to 1.
    public let confidence: VNConfidence

    init(x: Double, y: Double, confidence: VNConfidence) {
        self.confidence = confidence
        super.init(x: x, y: y)
    }

    /// Whether the other object is of the same class, with the same coordinates and confidence.
    public override func isEqual(_ object: Any?) -> Bool {
        super.isEqual(object) && (object as? VNDetectedPoint)?.confidence == confidence
    }

    // Equal points have equal coordinates.
    /// The hash of the coordinates.
    public override var hash: Int { super.hash }

    /// The coordinates and the confidence.
    public override var description: String { "\(super.description) confidence=\(confidence)" }

    /// What was encoded; nil where it is none of this class.
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

/// A point that was found, and what it is.
public class VNRecognizedPoint: VNDetectedPoint, @unchecked Sendable {
    /// What the point is.
    public let identifier: VNRecognizedPointKey

    init(_ joint: DetectedHand.Joint, identifier: VNRecognizedPointKey) {
        self.identifier = identifier
        super.init(x: joint.x, y: joint.y, confidence: joint.confidence)
    }

    /// Whether the other object is such a point too, with the same coordinates, confidence and identifier.
    public override func isEqual(_ object: Any?) -> Bool {
        super.isEqual(object) && (object as? VNRecognizedPoint)?.identifier == identifier
    }

    // Equal points have equal coordinates.
    /// The hash of the coordinates.
    public override var hash: Int { super.hash }

    /// The identifier, the coordinates and the confidence.
    public override var description: String { "\(identifier.rawValue) \(super.description)" }

    /// What was encoded; nil where it is none of this class.
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
