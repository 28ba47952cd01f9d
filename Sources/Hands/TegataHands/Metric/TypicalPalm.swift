/// A right palm as the landmark network sees palms on average, around the middle of its six points.
enum TypicalPalm {
    /// Of ``PalmFit/points``, in metres: to the index finger, to the fingers, and out of the palm's inside.
    static let points: [6 of SIMD3<Double>] = [
        SIMD3(0.0012, -0.0647, -0.0047), SIMD3(0.0250, -0.0382, 0.0088), SIMD3(0.0232, 0.0309, 0.0017),
        SIMD3(0.0012, 0.0309, -0.0047), SIMD3(-0.0186, 0.0286, -0.0029), SIMD3(-0.0321, 0.0125, 0.0017),
    ]
    /// The distance of the knuckles of index and little finger.
    static let width = 0.0583
    private static let steps = 5

    /// The points of a left or right palm, turned to lie as those of `other` around their middle do.
    static func turned(to other: [6 of SIMD3<Double>], isRight: Bool) -> [6 of SIMD3<Double>]? {
        var palm = points
        if !isRight { for index in 0..<6 { palm[index].x = -palm[index].x } }
        guard let from = frame(palm), let to = frame(other) else { return nil }
        var rotation = to * from.transposed
        for _ in 0..<steps {
            var equations = NormalEquations()
            for index in 0..<6 {
                let point = rotation * palm[index]
                for axis in 0..<3 {
                    var unit = SIMD3<Double>.zero
                    unit[axis] = 1
                    let byTurn = point.cross(unit)
                    equations.add(
                        point[axis] - other[index][axis], [byTurn.x, byTurn.y, byTurn.z, unit.x, unit.y, unit.z],
                        weight: 1)
                }
            }
            guard let change = equations.solution else { return nil }
            rotation = Rotation(about: SIMD3(change[0], change[1], change[2])) * rotation
        }
        for index in 0..<6 { palm[index] = rotation * palm[index] }
        return palm
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
