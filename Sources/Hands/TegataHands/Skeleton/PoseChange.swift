/// A change of the 36 unknowns of a pose.
package struct PoseChange {
    /// A rotation about the camera's axes, then the place in the image in fractions of the distance, and the logarithm of
    /// the distance.
    package var palm = [6 of Double](repeating: 0)
    /// The changes of the angles.
    package var angles = [30 of Double](repeating: 0)

    package init() {}

    /// Creates the change from one pose to a similar one.
    init(from old: HandPose, to new: HandPose) {
        // Half the sum of these products is the axis times the sine of the angle.
        let turn =
            old.palm.across.cross(new.palm.across) + old.palm.along.cross(new.palm.along)
            + old.palm.inward.cross(new.palm.inward)
        let (place, distance) = (old.wrist / old.wrist.z, old.wrist.z)
        let newPlace = new.wrist / new.wrist.z
        palm = [
            turn.x / 2, turn.y / 2, turn.z / 2, newPlace.x - place.x, newPlace.y - place.y,
            new.wrist.z / distance - 1,
        ]
        for index in 0..<30 { angles[index] = new.angles[index] - old.angles[index] }
    }

    static func * (change: PoseChange, factor: Double) -> PoseChange {
        var result = change
        for index in 0..<6 { result.palm[index] *= factor }
        for index in 0..<30 { result.angles[index] *= factor }
        return result
    }

    static func + (one: PoseChange, other: PoseChange) -> PoseChange {
        var result = one
        for index in 0..<6 { result.palm[index] += other.palm[index] }
        for index in 0..<30 { result.angles[index] += other.angles[index] }
        return result
    }
}
