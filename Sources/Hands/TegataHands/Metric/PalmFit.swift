/// The position and rotation at which a camera sees a typical palm as it was found: perspective-n-point for six points
/// of the palm, refined by Gauss–Newton steps.
///
/// Palms hardly bend, so their shape is known; the shape of the fingers is the landmark network's estimate. While a
/// palm faces the camera, tilting it hardly moves its points, so the network's estimate of the tilt is also used.
struct PalmFit {
    /// The landmarks of the palm.
    static let points: [6 of HandLandmark] = [
        .wrist, .thumbCMC, .indexFingerMCP, .middleFingerMCP, .ringFingerMCP, .pinkyMCP,
    ]
    private static let steps = 20
    /// The maximum number of times that a step which increases the cost is halved.
    private static let halvings = 6

    /// The rotation from the given points of the palm, relative to their centre, to the camera's axes.
    private(set) var rotation: Rotation
    /// The centre of the palm's points.
    private(set) var position: SIMD3<Double>
    /// The variance of the position along the camera's axis.
    private(set) var depthVariance: Double

    /// Fits `palm`, points relative to their centre, to `seen`, positions in an image at distance 1 from the camera.
    ///
    /// The standard deviation of the positions is `pixelDeviation` in that image, and the rotation's is `turnDeviation`
    /// radians. Nil if no palm in front of the camera fits.
    init?(
        _ palm: [6 of SIMD3<Double>], _ seen: [6 of SIMD2<Double>], pixelDeviation: Double, turnDeviation: Double
    ) {
        var middle = SIMD2<Double>.zero
        for index in 0..<6 { middle += seen[index] / 6 }
        rotation = Rotation(fromAxisTo: SIMD3(middle.x, middle.y, 1))
        guard let start = Self.start(palm, seen, rotation) else { return nil }
        position = start
        depthVariance = 0
        var turn = SIMD3<Double>.zero
        let (pixelWeight, turnWeight) = (
            1 / (pixelDeviation * pixelDeviation), 1 / (turnDeviation * turnDeviation)
        )
        func cost(_ rotation: Rotation, _ position: SIMD3<Double>, _ turn: SIMD3<Double>) -> Double? {
            var sum = turnWeight * turn.dot(turn)
            for index in 0..<6 {
                let point = rotation * palm[index] + position
                guard point.z > 0 else { return nil }
                let (x, y) = (point.x / point.z - seen[index].x, point.y / point.z - seen[index].y)
                sum += pixelWeight * (x * x + y * y)
            }
            return sum
        }
        guard var least = cost(rotation, position, turn) else { return nil }
        for _ in 0..<Self.steps {
            var equations = NormalEquations()
            for index in 0..<6 {
                let around = rotation * palm[index]
                let point = around + position
                for axis in 0..<2 {
                    // The derivatives of an image coordinate with respect to the point, and hence to rotation and
                    // position.
                    var byPoint = SIMD3<Double>.zero
                    byPoint[axis] = 1 / point.z
                    byPoint.z = -point[axis] / (point.z * point.z)
                    let byTurn = around.cross(byPoint)
                    equations.add(
                        point[axis] / point.z - seen[index][axis],
                        [byTurn.x, byTurn.y, byTurn.z, byPoint.x, byPoint.y, byPoint.z], weight: pixelWeight)
                }
            }
            for axis in 0..<3 {
                var slopes = [6 of Double](repeating: 0)
                slopes[axis] = 1
                equations.add(turn[axis], slopes, weight: turnWeight)
            }
            guard let change = equations.solution, let variance = equations.variance(5) else { return nil }
            depthVariance = variance
            var part = 1.0
            var isNearer = false
            for _ in 0...Self.halvings where !isNearer {
                let step = SIMD3(change[0], change[1], change[2]) * part
                let turned = Rotation(about: step) * rotation
                let moved = position + SIMD3(change[3], change[4], change[5]) * part
                if let sum = cost(turned, moved, turn + step), sum < least {
                    (rotation, position, turn) = (turned, moved, turn + step)
                    least = sum
                    isNearer = true
                }
                part /= 2
            }
            guard isNearer else { break }
        }
        guard position.z > 0, position.z.isFinite, position.x.isFinite, position.y.isFinite else { return nil }
    }

    /// Returns the palm's position for a known rotation, because image positions then depend on it linearly.
    private static func start(
        _ palm: [6 of SIMD3<Double>], _ seen: [6 of SIMD2<Double>], _ rotation: Rotation
    ) -> SIMD3<Double>? {
        var equations = NormalEquations()
        for index in 0..<6 {
            let point = rotation * palm[index]
            for axis in 0..<2 {
                var slopes = [6 of Double](repeating: 0)
                slopes[axis] = 1
                slopes[2] = -seen[index][axis]
                equations.add(point[axis] - seen[index][axis] * point.z, slopes, weight: 1)
            }
        }
        for unused in 3..<6 {
            var slopes = [6 of Double](repeating: 0)
            slopes[unused] = 1
            equations.add(0, slopes, weight: 1)
        }
        guard let solution = equations.solution, solution[2] > 0 else { return nil }
        return SIMD3(solution[0], solution[1], solution[2])
    }
}

/// A right palm as the landmark network sees palms on average, relative to the centre of its six points: the mean of
/// the network's points in metres and in images.
enum TypicalPalm {
    /// The coordinates of ``PalmFit/points`` in metres: towards the index finger, towards the fingertips, and out of
    /// the inside of the palm.
    private static let rightPoints: [6 of SIMD3<Double>] = [
        SIMD3(0.0010, -0.0604, -0.0037), SIMD3(0.0271, -0.0378, 0.0102), SIMD3(0.0227, 0.0298, 0.0001),
        SIMD3(0.0010, 0.0298, -0.0037), SIMD3(-0.0183, 0.0256, -0.0030), SIMD3(-0.0335, 0.0130, 0.0001),
    ]
    /// The distance between the index and little finger knuckles, in metres.
    static let width = 0.0586
    private static let steps = 5

    /// Returns the points of a right palm, or their mirror image for a left one.
    static func points(isRight: Bool) -> [6 of SIMD3<Double>] {
        var palm = rightPoints
        if !isRight { for index in 0..<6 { palm[index].x = -palm[index].x } }
        return palm
    }

    /// Returns the rotation that maps a palm's points to the points of `other`, both relative to their centres and
    /// regardless of size.
    static func turn(of palm: [6 of SIMD3<Double>], to other: [6 of SIMD3<Double>]) -> Rotation? {
        guard let from = frame(palm), let to = frame(other) else { return nil }
        var rotation = to * from.transposed
        let ratio = size(palm) / size(other)
        for _ in 0..<steps {
            var equations = NormalEquations()
            for index in 0..<6 {
                let point = rotation * palm[index]
                for axis in 0..<3 {
                    var unit = SIMD3<Double>.zero
                    unit[axis] = 1
                    let byTurn = point.cross(unit)
                    equations.add(
                        point[axis] - other[index][axis] * ratio,
                        [byTurn.x, byTurn.y, byTurn.z, unit.x, unit.y, unit.z], weight: 1)
                }
            }
            guard let change = equations.solution else { return nil }
            rotation = Rotation(about: SIMD3(change[0], change[1], change[2])) * rotation
        }
        return rotation
    }

    /// Returns the size of a set of points relative to their centre: the root of the sum of their squared distances.
    static func size(_ points: [6 of SIMD3<Double>]) -> Double {
        var sum = 0.0
        for index in 0..<6 { sum += points[index].dot(points[index]) }
        return sum.squareRoot()
    }

    /// Returns the rotation from the coordinate axes to a palm's axes: across it, along it, and out of it.
    private static func frame(_ palm: [6 of SIMD3<Double>]) -> Rotation? {
        var along = palm[3] - palm[0]
        var across = palm[2] - palm[5]
        let length = along.dot(along)
        guard length > 0 else { return nil }
        along /= length.squareRoot()
        across -= along * across.dot(along)
        let width = across.dot(across)
        guard width > 0, width.isFinite else { return nil }
        across /= width.squareRoot()
        return Rotation([across, along, across.cross(along)]).transposed
    }
}

/// Weighted least squares for six unknowns: three for a rotation and three for a position.
struct NormalEquations {
    private static let count = 6
    private var matrix = [36 of Double](repeating: 0)
    private var right = [6 of Double](repeating: 0)

    /// Adds the square of `residual`, whose derivatives with respect to the unknowns are `slopes`.
    mutating func add(_ residual: Double, _ slopes: [6 of Double], weight: Double) {
        for row in 0..<Self.count {
            right[row] -= weight * slopes[row] * residual
            for column in 0..<Self.count { matrix[row * Self.count + column] += weight * slopes[row] * slopes[column] }
        }
    }

    /// The unknowns that minimise the sum; nil if the sum does not depend on all of them.
    var solution: [6 of Double]? { Cholesky(matrix)?.solution(right) }

    /// Returns an unknown's variance, provided that the weights are inverse variances; nil if the sum does not depend
    /// on all unknowns.
    func variance(_ index: Int) -> Double? {
        var unit = [6 of Double](repeating: 0)
        unit[index] = 1
        return Cholesky(matrix)?.solution(unit)[index]
    }
}
