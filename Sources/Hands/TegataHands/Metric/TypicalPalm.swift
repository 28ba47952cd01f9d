/// A right palm as the landmark network sees palms on average, around the middle of its six points: the mean of where
/// it puts them in its own metres and in pictures.
enum TypicalPalm {
    /// Of ``PalmFit/points``, in metres: to the index finger, to the fingers, and out of the palm's inside.
    private static let rightPoints: [6 of SIMD3<Double>] = [
        SIMD3(0.0010, -0.0604, -0.0037), SIMD3(0.0271, -0.0378, 0.0102), SIMD3(0.0227, 0.0298, 0.0001),
        SIMD3(0.0010, 0.0298, -0.0037), SIMD3(-0.0183, 0.0256, -0.0030), SIMD3(-0.0335, 0.0130, 0.0001),
    ]
    /// The distance of the knuckles of index and little finger.
    static let width = 0.0586
    private static let steps = 5

    /// The points of a right palm, or of a left one, its mirror image.
    static func points(isRight: Bool) -> [6 of SIMD3<Double>] {
        var palm = rightPoints
        if !isRight { for index in 0..<6 { palm[index].x = -palm[index].x } }
        return palm
    }

    /// The turn after which the points of a palm lie as those of `other` around their middle do, whatever their size.
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

    /// How far points around their middle are from it, as a length.
    static func size(_ points: [6 of SIMD3<Double>]) -> Double {
        var sum = 0.0
        for index in 0..<6 { sum += points[index].dot(points[index]) }
        return sum.squareRoot()
    }

    /// The turn that makes the coordinates' axes those of a palm: across it, along it, and out of it.
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
