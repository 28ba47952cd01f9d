import CTegataShims

/// A finger of a hand in a certain pose: its points, and the axes about which its angles turn them.
struct FingerChain {
    /// The point where the finger begins and the ends of its three bones.
    private(set) var points: [4 of SIMD3<Double>]
    /// The axis of each of the six angles of ``AnglePriors``; zero for the unused one.
    private(set) var axes = [6 of SIMD3<Double>](repeating: .zero)

    /// The index of the point about which each angle of the thumb turns the points after it.
    private static let thumbPivots: [6 of Int] = [0, 0, 0, 1, 1, 2]
    private static let fingerPivots: [6 of Int] = [0, 0, 1, 2, 0, 0]
    /// The axes of a relaxed thumb's first bone in the palm's axes. Its hinges turn about the first one.
    private static let neutralThumb = BoneFrame(
        across: SIMD3(-0.34062554, -0.40594171, 0.84804810), along: SIMD3(0.54511481, 0.64964253, 0.52991926),
        inward: SIMD3(-0.76604444, 0.64278761, 0))

    /// The direction of a relaxed thumb's first bone in the palm's axes.
    static var thumbDirection: SIMD3<Double> { neutralThumb.along }

    /// Creates the finger with this number, counted from the thumb.
    init(_ finger: Int, of pose: HandPose, _ shape: HandShape) {
        points = [4 of SIMD3<Double>](repeating: pose.wrist + pose.palm.vector(shape.palm[finger + 1]))
        if finger == 0 { bendThumb(pose, shape) } else { bend(finger, pose, shape) }
    }

    /// Returns the index of the point about which an angle turns the points after it.
    static func pivot(_ finger: Int, _ angle: Int) -> Int {
        finger == 0 ? thumbPivots[angle] : fingerPivots[angle]
    }

    private mutating func bend(_ finger: Int, _ pose: HandPose, _ shape: HandShape) {
        let first = 6 * finger
        let palm = pose.palm
        let (sine, cosine) = sineAndCosine(pose.angles[first])
        let along = palm.along * cosine + palm.across * sine
        let level = palm.across * cosine - palm.along * sine
        let (twistSine, twistCosine) = sineAndCosine(pose.angles[first + 4])
        let hinge = level * twistCosine - palm.inward * twistSine
        let inward = level * twistSine + palm.inward * twistCosine
        axes = [-palm.inward, hinge, hinge, hinge, along, .zero]
        var bend = 0.0
        for bone in 0..<3 {
            bend += pose.angles[first + 1 + bone]
            let (sine, cosine) = sineAndCosine(bend)
            points[bone + 1] = points[bone] + (along * cosine + inward * sine) * shape.bones[3 * finger + bone]
        }
    }

    private mutating func bendThumb(_ pose: HandPose, _ shape: HandShape) {
        let palm = pose.palm
        let turn = SIMD3(pose.angles[0], pose.angles[1], pose.angles[2])
        let rotation = Rotation(about: palm.vector(turn))
        let neutral = Self.neutralThumb
        let across = rotation * palm.vector(neutral.across)
        let along = rotation * palm.vector(neutral.along)
        let inward = rotation * palm.vector(neutral.inward)
        let (sine, cosine) = sineAndCosine(pose.angles[4])
        let hinge = across * cosine - along * sine
        let ahead = across * sine + along * cosine
        for axis in 0..<3 {
            var unit = SIMD3<Double>.zero
            unit[axis] = 1
            axes[axis] = palm.vector(Rotation.axis(of: unit, addedTo: turn))
        }
        axes[3] = hinge
        axes[4] = -inward
        axes[5] = hinge
        points[1] = points[0] + along * shape.bones[0]
        var bend = pose.angles[3]
        for bone in 1..<3 {
            let (sine, cosine) = sineAndCosine(bend)
            points[bone + 1] = points[bone] + (ahead * cosine + inward * sine) * shape.bones[bone]
            bend += pose.angles[5]
        }
    }
}

private func sineAndCosine(_ angle: Double) -> (Double, Double) { (tegata_sin(angle), tegata_cos(angle)) }
