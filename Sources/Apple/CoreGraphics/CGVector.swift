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
