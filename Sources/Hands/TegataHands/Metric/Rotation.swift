import CTegataShims

/// A rotation in space, as a matrix.
struct Rotation: Equatable {
    /// The rows of the matrix.
    private var rows: [3 of SIMD3<Double>]

    static let none = Rotation([SIMD3(1, 0, 0), SIMD3(0, 1, 0), SIMD3(0, 0, 1)])

    init(_ rows: [3 of SIMD3<Double>]) {
        self.rows = rows
    }

    /// Creates a rotation about `vector`, by an angle in radians equal to its length.
    init(about vector: SIMD3<Double>) {
        let angle = vector.length
        guard angle > 0 else {
            self = .none
            return
        }
        let axis = vector / angle
        let (sine, cosine) = (tegata_sin(angle), tegata_cos(angle))
        func row(_ unit: SIMD3<Double>) -> SIMD3<Double> {
            // The opposite rotation maps a unit vector to a row of the matrix.
            unit * cosine + unit.cross(axis) * sine + axis * (axis.dot(unit) * (1 - cosine))
        }
        self.init([row(SIMD3(1, 0, 0)), row(SIMD3(0, 1, 0)), row(SIMD3(0, 0, 1))])
    }

    /// Creates the shortest rotation from the camera's axis to a direction.
    init(fromAxisTo direction: SIMD3<Double>) {
        let axis = SIMD3<Double>(-direction.y, direction.x, 0)
        let sine = axis.length
        self = sine > 0 ? Rotation(about: axis * (tegata_atan2(sine, direction.z) / sine)) : .none
    }

    /// Returns the axis about which a rotation about `vector` turns further if `change` is added to the vector.
    static func axis(of change: SIMD3<Double>, addedTo vector: SIMD3<Double>) -> SIMD3<Double> {
        let angle = vector.length
        guard angle > 0 else { return change }
        let axis = vector / angle
        let (share, rest) = (tegata_sin(angle) / angle, (1 - tegata_cos(angle)) / angle)
        return change * share + axis * (axis.dot(change) * (1 - share)) + axis.cross(change) * rest
    }

    static func * (rotation: Rotation, vector: SIMD3<Double>) -> SIMD3<Double> {
        SIMD3(rotation.rows[0].dot(vector), rotation.rows[1].dot(vector), rotation.rows[2].dot(vector))
    }

    /// Returns the rotation that applies `second`, then `first`.
    static func * (first: Rotation, second: Rotation) -> Rotation {
        let columns = second.transposed
        func row(_ index: Int) -> SIMD3<Double> {
            let row = first.rows[index]
            return SIMD3(row.dot(columns.rows[0]), row.dot(columns.rows[1]), row.dot(columns.rows[2]))
        }
        return Rotation([row(0), row(1), row(2)])
    }

    /// The inverse rotation.
    var transposed: Rotation {
        Rotation([
            SIMD3(rows[0].x, rows[1].x, rows[2].x), SIMD3(rows[0].y, rows[1].y, rows[2].y),
            SIMD3(rows[0].z, rows[1].z, rows[2].z),
        ])
    }

    static func == (a: Rotation, b: Rotation) -> Bool {
        a.rows[0] == b.rows[0] && a.rows[1] == b.rows[1] && a.rows[2] == b.rows[2]
    }
}

extension SIMD3<Double> {
    func dot(_ other: SIMD3<Double>) -> Double { x * other.x + y * other.y + z * other.z }

    var length: Double { dot(self).squareRoot() }
    /// The same direction with length 1; nil if the length is 0.
    var direction: SIMD3<Double>? { length > 0 ? self / length : nil }

    /// Returns the angle between this direction and another one, both of length 1.
    func angle(to other: SIMD3<Double>) -> Double { tegata_atan2(cross(other).length, dot(other)) }

    func cross(_ other: SIMD3<Double>) -> SIMD3<Double> {
        SIMD3(y * other.z - z * other.y, z * other.x - x * other.z, x * other.y - y * other.x)
    }

    init(_ point: HandPoint) { self.init(Double(point.x), Double(point.y), Double(point.z)) }
}

extension HandPoint {
    init(_ vector: SIMD3<Double>) { self.init(x: Float(vector.x), y: Float(vector.y), z: Float(vector.z)) }
}
