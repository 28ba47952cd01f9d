import CTegataShims

/// The rotation of a joint relative to the bone before it, in radians: first the flexion, then the abduction, then the
/// twist.
public struct JointAngles: Sendable, Equatable {
    /// The angle by which the joint is bent towards the palm; negative if it is bent backwards. At the base of the
    /// thumb, the angle is measured from the palm's direction towards the little finger, and is negative for a spread
    /// thumb.
    public var flexion: Float = 0
    /// The angle by which the bone leans to one side: out of the palm at the base of the thumb; away from the middle
    /// finger at the other knuckles; towards the thumb at the middle finger's knuckle and all other joints. Joints
    /// beyond the knuckles cannot lean, so any value other than 0 is an error in the points.
    public var abduction: Float = 0
    /// The angle by which the bone is rotated about its axis, so that the finger bends in another plane. Only knuckles
    /// and the base of the thumb have a twist; the straighter the finger, the less certain it is.
    public var twist: Float = 0
}

/// The axes of a bone in a right hand, of length 1 and mutually perpendicular. Left hands are mirrored first.
struct BoneFrame {
    /// The direction towards the thumb side.
    var across: SIMD3<Double>
    /// The direction towards the tip.
    var along: SIMD3<Double>
    /// The direction towards the inside of the hand.
    var inward: SIMD3<Double>

    /// Creates the palm's frame from the wrist and the knuckles of the index, middle and little fingers; nil if these
    /// do not form a palm.
    init?(palm points: [21 of SIMD3<Double>]) {
        let side = points[5] - points[17]
        guard let along = (points[9] - points[0]).direction else { return nil }
        let level = side - along * side.dot(along)
        // Collinear points do not define an inside.
        guard level.length > 0.05 * side.length, let across = level.direction else { return nil }
        self.init(across: across, along: along)
    }

    /// Creates a frame from two axes.
    private init(across: SIMD3<Double>, along: SIMD3<Double>) {
        self.init(across: across, along: along, inward: across.cross(along))
    }

    /// Returns the frame of a bone in another direction, which is not parallel to ``across``.
    func pointing(along direction: SIMD3<Double>) -> BoneFrame {
        guard let along = direction.direction, let across = (across - along * across.dot(along)).direction else {
            return self
        }
        return BoneFrame(across: across, along: along)
    }

    init(across: SIMD3<Double>, along: SIMD3<Double>, inward: SIMD3<Double>) {
        self.across = across
        self.along = along
        self.inward = inward
    }

    /// Returns the vector that has these components along the axes.
    func vector(_ components: SIMD3<Double>) -> SIMD3<Double> {
        across * components.x + along * components.y + inward * components.z
    }

    /// Returns the components of a vector along the axes.
    func components(_ vector: SIMD3<Double>) -> SIMD3<Double> {
        SIMD3(vector.dot(across), vector.dot(along), vector.dot(inward))
    }

    /// Returns the axes after a rotation.
    func rotated(_ rotation: Rotation) -> BoneFrame {
        BoneFrame(across: rotation * across, along: rotation * along, inward: rotation * inward)
    }

    /// The frame against which the base of the thumb is measured: its flexion goes across the palm.
    var forThumb: BoneFrame { BoneFrame(across: inward, along: along, inward: -across) }

    /// Returns the frame of the bone after a joint bent by these angles.
    func bent(flexion: Double, abduction: Double) -> BoneFrame {
        let (sine, cosine) = (tegata_sin(flexion), tegata_cos(flexion))
        let ahead = along * cosine + inward * sine
        let (sideSine, sideCosine) = (tegata_sin(abduction), tegata_cos(abduction))
        return BoneFrame(
            across: across * sideCosine - ahead * sideSine, along: across * sideSine + ahead * sideCosine,
            inward: inward * cosine - along * sine)
    }

    /// Returns the frame rotated about the bone.
    func twisted(_ angle: Double) -> BoneFrame {
        let (sine, cosine) = (tegata_sin(angle), tegata_cos(angle))
        return BoneFrame(
            across: across * cosine - inward * sine, along: along, inward: inward * cosine + across * sine)
    }

    /// Returns the angles of a joint if the bone after it has this direction.
    func bend(to direction: SIMD3<Double>) -> (flexion: Double, abduction: Double) {
        let (side, ahead, inside) = (direction.dot(across), direction.dot(along), direction.dot(inward))
        let level = (ahead * ahead + inside * inside).squareRoot()
        return (tegata_atan2(inside, ahead), tegata_atan2(side, level))
    }

    /// Returns the angle of a direction, from this frame's inside towards its side.
    func angle(to direction: SIMD3<Double>) -> Double {
        tegata_atan2(direction.dot(across), direction.dot(inward))
    }

    /// Returns the twist that makes the next bones bend in the frame's plane. The straighter the bones are, the smaller
    /// it is, because their plane is uncertain.
    func twist(into second: SIMD3<Double>, _ third: SIMD3<Double>) -> Double {
        let side = SIMD2(second.dot(across), third.dot(across))
        let inside = SIMD2(second.dot(inward), third.dot(inward))
        let evidence = (inside * inside).sum()
        // At bends of about 18° or more, only the bones decide.
        let doubt = max(0, 1 - evidence / 0.1)
        let (y, x) = (2 * (side * inside).sum(), evidence + 0.03 * doubt * doubt - (side * side).sum())
        let angle = tegata_atan2(y, x) / 2
        // Planes have no front, so the angle would jump from one quarter turn to the other. Beyond a twelfth of a turn,
        // it is an error in the points, so it falls to 0, as it does near undefined angles.
        let folded = min(abs(angle), (.pi / 2 - abs(angle)) / 2) * min(1, (x * x + y * y).squareRoot() / 0.03)
        return angle < 0 ? -folded : folded
    }

    /// Returns the orientation in OpenXR's convention: −Z points to the tip and +Y out of the back of the hand, in axes
    /// that point right, up and towards the camera.
    func orientation(isRight: Bool) -> Quaternion {
        let back = -inward.openXR(isRight: isRight)
        let toWrist = -along.openXR(isRight: isRight)
        return Quaternion(columns: back.cross(toWrist), back, toWrist)
    }
}

extension SIMD3<Double> {
    /// Converts from image axes, mirrored for left hands, to OpenXR's axes.
    func openXR(isRight: Bool) -> SIMD3<Double> { SIMD3(isRight ? x : -x, -y, -z) }
}

/// The frames of a finger's bones beyond its base, with the angles of the joints that precede them.
struct FingerFrames {
    var bones: [3 of BoneFrame]
    var angles: [3 of JointAngles]

    /// Creates a straight finger.
    init(_ palm: BoneFrame) {
        bones = [3 of BoneFrame](repeating: palm)
        angles = [3 of JointAngles](repeating: JointAngles())
    }

    /// Creates the finger with this number, counted from the thumb, for a right hand; nil if a bone has no length.
    init?(_ finger: Int, of points: [21 of SIMD3<Double>], palm: BoneFrame) {
        self.init(palm)
        let base = 1 + 4 * finger
        guard let first = (points[base + 1] - points[base]).direction,
            let second = (points[base + 2] - points[base + 1]).direction,
            let third = (points[base + 3] - points[base + 2]).direction
        else { return nil }
        let directions: [3 of SIMD3<Double>] = [first, second, third]
        var frame = finger == 0 ? palm.forThumb : palm
        for bone in 0..<3 {
            let (flexion, abduction) = frame.bend(to: directions[bone])
            frame = frame.bent(flexion: flexion, abduction: abduction)
            var twist = 0.0
            if bone == 0 {
                // A thumb bends towards the little finger's knuckle unless its own bones show another plane.
                if finger == 0 { twist = frame.angle(to: points[17] - points[2]) }
                twist += frame.twisted(twist).twist(into: second, third)
                frame = frame.twisted(twist)
            }
            bones[bone] = frame
            angles[bone] = JointAngles(flexion: Float(flexion), abduction: Float(abduction), twist: Float(twist))
        }
    }
}
