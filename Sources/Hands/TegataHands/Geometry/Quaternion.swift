/// A rotation in space, as a quaternion of length 1.
public struct Quaternion: Sendable, Equatable {
    /// The component along the first axis.
    public var x: Float
    /// The component along the second axis.
    public var y: Float
    /// The component along the third axis.
    public var z: Float
    /// The real part.
    public var w: Float

    /// Creates a quaternion from its four components.
    public init(x: Float, y: Float, z: Float, w: Float) {
        self.x = x
        self.y = y
        self.z = z
        self.w = w
    }

    /// The identity rotation.
    public static let identity = Quaternion(x: 0, y: 0, z: 0, w: 1)

    /// Creates the rotation that maps the axes to these mutually perpendicular directions. Its real part is not
    /// negative.
    init(columns x: SIMD3<Double>, _ y: SIMD3<Double>, _ z: SIMD3<Double>) {
        // Compute the largest of the four components first, so as not to divide by a small number.
        let parts: SIMD4<Double>
        if x.x + y.y + z.z > 0 {
            parts = SIMD4(y.z - z.y, z.x - x.z, x.y - y.x, 1 + x.x + y.y + z.z)
        } else if x.x >= y.y && x.x >= z.z {
            parts = SIMD4(1 + x.x - y.y - z.z, x.y + y.x, z.x + x.z, y.z - z.y)
        } else if y.y >= z.z {
            parts = SIMD4(x.y + y.x, 1 - x.x + y.y - z.z, y.z + z.y, z.x - x.z)
        } else {
            parts = SIMD4(z.x + x.z, y.z + z.y, 1 - x.x - y.y + z.z, x.y - y.x)
        }
        let length = (parts * parts).sum().squareRoot()
        let unit = parts / (parts.w < 0 ? -length : length)
        self.init(x: Float(unit.x), y: Float(unit.y), z: Float(unit.z), w: Float(unit.w))
    }

    /// Returns the rotation that applies `second`, then `first`.
    public static func * (first: Quaternion, second: Quaternion) -> Quaternion {
        Quaternion(
            x: first.w * second.x + first.x * second.w + first.y * second.z - first.z * second.y,
            y: first.w * second.y - first.x * second.z + first.y * second.w + first.z * second.x,
            z: first.w * second.z + first.x * second.y - first.y * second.x + first.z * second.w,
            w: first.w * second.w - first.x * second.x - first.y * second.y - first.z * second.z)
    }

    /// The inverse rotation.
    public var inverse: Quaternion { Quaternion(x: -x, y: -y, z: -z, w: w) }

    /// The same rotation with all signs changed.
    var negated: Quaternion { Quaternion(x: -x, y: -y, z: -z, w: -w) }

    /// Returns 1 for the same quaternion, −1 for the negated one, and a value of smaller magnitude for other rotations.
    func dot(_ other: Quaternion) -> Float { x * other.x + y * other.y + z * other.z + w * other.w }
}
