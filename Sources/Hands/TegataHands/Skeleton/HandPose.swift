import CTegataShims

/// The place, the rotation and the angles of a right hand, or of a mirrored left hand.
package struct HandPose {
    /// The palm's axes, in the camera's.
    var palm: BoneFrame
    package var wrist: SIMD3<Double>
    /// Six angles for each finger, starting with the thumb, as in ``AnglePriors``.
    package var angles = AnglePriors.means

    /// Creates a pose with the angles that its points have, as far as hands can bend; nil if the points do not form a
    /// hand.
    init?(_ points: [21 of SIMD3<Double>], wrist: SIMD3<Double>, palm: BoneFrame) {
        self.palm = palm
        self.wrist = wrist
        for finger in 0..<5 {
            let base = 1 + 4 * finger
            guard let first = (points[base + 1] - points[base]).direction,
                let second = (points[base + 2] - points[base + 1]).direction,
                let third = (points[base + 3] - points[base + 2]).direction
            else { return nil }
            if finger == 0 {
                setThumb(palm.components(first), first.angle(to: second), second.angle(to: third))
            } else {
                setFinger(finger, palm.components(first), first.angle(to: second), second.angle(to: third))
            }
        }
    }

    private mutating func setThumb(_ direction: SIMD3<Double>, _ bend: Double, _ endBend: Double) {
        let neutral = FingerChain.thumbDirection
        let axis = neutral.cross(direction)
        let sine = axis.length
        let turn = sine > 0 ? axis * (tegata_atan2(sine, neutral.dot(direction)) / sine) : .zero
        for component in 0..<3 { angles[component] = turn[component] }
        angles[3] = min(bend, 1)
        angles[5] = min(endBend, 1)
    }

    private mutating func setFinger(_ finger: Int, _ direction: SIMD3<Double>, _ bend: Double, _ endBend: Double) {
        var flexion = tegata_atan2(direction.z, direction.y)
        if flexion < -.pi / 2 { flexion += 2 * .pi }
        let level = (direction.y * direction.y + direction.z * direction.z).squareRoot()
        angles[6 * finger] = min(max(tegata_atan2(direction.x, level), -0.4), 0.4)
        angles[6 * finger + 1] = min(max(flexion, -0.4), 1.6)
        angles[6 * finger + 2] = min(bend, 1.8)
        angles[6 * finger + 3] = min(endBend, 1.2)
    }
}

extension HandPose {
    var isFinite: Bool {
        var sum = palm.across.sum() + palm.along.sum() + palm.inward.sum() + wrist.sum()
        for index in 0..<30 { sum += angles[index] }
        return sum.isFinite
    }

    /// Returns the pose after a change.
    package func changed(_ change: PoseChange) -> HandPose {
        var pose = self
        pose.palm = palm.rotated(Rotation(about: SIMD3(change.palm[0], change.palm[1], change.palm[2])))
        let moved = SIMD3(wrist.x + change.palm[3] * wrist.z, wrist.y + change.palm[4] * wrist.z, wrist.z)
        pose.wrist = moved * tegata_exp(change.palm[5])
        for index in 0..<30 { pose.angles[index] += change.angles[index] }
        return pose
    }

    /// Returns the points of a hand of this shape, in the order of ``HandLandmark``.
    package func points(_ shape: HandShape) -> [21 of SIMD3<Double>] {
        var points = [21 of SIMD3<Double>](repeating: wrist)
        for finger in 0..<5 {
            let chain = FingerChain(finger, of: self, shape)
            for place in 0..<4 { points[1 + 4 * finger + place] = chain.points[place] }
        }
        return points
    }
}
