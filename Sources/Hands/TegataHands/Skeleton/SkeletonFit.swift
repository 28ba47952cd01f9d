/// The pose in which a hand of a known shape explains best what is seen of it: least squares by damped Gauss–Newton
/// steps with exact derivatives.
package struct SkeletonFit {
    /// The deviations of the points in the image and of their depths, in lengths plus widths of the palm.
    private static let (imageDeviation, depthDeviation) = (0.025, 0.12)
    /// More steps hardly change the result.
    package static let steps = 2
    /// How often a step is tried with more damping if it does not help.
    private static let attempts = 2
    private static let (initialDamping, dampingFactor) = (0.01, 5.0)
    /// The smallest distance from the camera at which points count, in metres.
    private static let nearest = 0.02

    /// The inverse deviations of a movement from what is expected in a video, multiplied by seconds: of rotations and
    /// angles in radians, and of places in fractions of the distance.
    private static let (turnWeight, placeWeight, angleWeight) = (1 / 1.8, 1 / 0.54, 1 / 2.7)

    private let sight: SkeletonSight
    private let shape: HandShape
    private let expected: HandPose?
    private let expectedAfter: Double
    private let imageWeight: Double
    private let depthWeight: Double
    /// The best pose so far.
    package private(set) var pose: HandPose

    /// Fits a hand of this shape to what is seen; nil if it cannot be in front of the camera. `expected` is the pose that
    /// is expected `seconds` after the last one.
    package init?(
        _ sight: SkeletonSight, _ shape: HandShape, expected: HandPose? = nil, after seconds: Double = 0,
        steps: Int = Self.steps
    ) {
        guard let start = sight.start(shape) else { return nil }
        self.sight = sight
        self.shape = shape
        self.expected = expected
        expectedAfter = seconds
        pose = start
        var depth = 0.0
        for index in 0..<6 { depth += start.palm.vector(shape.palm[index]).z / 6 }
        imageWeight = (start.wrist.z + depth) / (shape.size * Self.imageDeviation)
        depthWeight = 1 / (shape.size * Self.depthDeviation)
        if let expected, equations(expected).cost < equations(start).cost { pose = expected }
        improve(steps)
        guard pose.isFinite else { return nil }
    }

    private mutating func improve(_ steps: Int) {
        var equations = equations(pose)
        var damping = Self.initialDamping
        for _ in 0..<steps {
            for _ in 0..<Self.attempts {
                guard let change = equations.change(damping: damping) else { return }
                let trial = pose.changed(change)
                let trialEquations = self.equations(trial)
                if trialEquations.cost < equations.cost {
                    (pose, equations) = (trial, trialEquations)
                    damping /= Self.dampingFactor
                    break
                }
                damping *= Self.dampingFactor
            }
        }
    }

    /// Returns the residuals of a pose and their derivatives.
    package func equations(_ pose: HandPose) -> BlockEquations {
        var equations = BlockEquations()
        let middle = addPalm(pose, &equations)
        for finger in 0..<5 {
            addPoints(of: finger, pose, middle, &equations)
            addAngles(of: finger, pose, &equations)
        }
        if let expected { addMovement(from: expected, to: pose, &equations) }
        return equations
    }

    /// Adds the difference from the pose that is expected in a video.
    private func addMovement(from expected: HandPose, to pose: HandPose, _ equations: inout BlockEquations) {
        let change = PoseChange(from: expected, to: pose)
        for unknown in 0..<6 {
            let weight = (unknown < 3 ? Self.turnWeight : Self.placeWeight) / expectedAfter
            equations.add(change.palm[unknown] * weight, palm: unknown, slope: weight)
        }
        let weight = Self.angleWeight / expectedAfter
        for finger in 0..<5 {
            for angle in 0..<6 {
                equations.add(
                    change.angles[6 * finger + angle] * weight, finger: finger, angle: angle, slope: weight)
            }
        }
    }

    /// Adds the points of the palm; returns their centre, relative to the wrist.
    private func addPalm(_ pose: HandPose, _ equations: inout BlockEquations) -> SIMD3<Double> {
        var middle = SIMD3<Double>.zero
        for index in 0..<6 { middle += pose.palm.vector(shape.palm[index]) / 6 }
        for index in 0..<6 {
            let rows = rows(PalmFit.points[index].index, pose.palm.vector(shape.palm[index]), pose, middle)
            for row in 0..<3 { equations.add(rows.residuals[row], rows.palmSlopes[row]) }
        }
        return middle
    }

    private func addPoints(
        of finger: Int, _ pose: HandPose, _ middle: SIMD3<Double>, _ equations: inout BlockEquations
    ) {
        let chain = FingerChain(finger, of: pose, shape)
        for place in 1..<4 {
            let rows = rows(1 + 4 * finger + place, chain.points[place] - pose.wrist, pose, middle)
            // How the point moves with each angle.
            var moves = [6 of SIMD3<Double>](repeating: .zero)
            for angle in 0..<6 {
                let pivot = FingerChain.pivot(finger, angle)
                if place > pivot {
                    moves[angle] = chain.axes[angle].cross(chain.points[place] - chain.points[pivot])
                }
            }
            for row in 0..<3 {
                var slopes = [6 of Double](repeating: 0)
                for angle in 0..<6 { slopes[angle] = rows.gradients[row].dot(moves[angle]) }
                equations.add(rows.residuals[row], rows.palmSlopes[row], finger: finger, slopes)
            }
        }
    }

    /// The residuals of a point: two in the image and its depth, their gradients in space, and their derivatives with
    /// respect to the rotation and the place of the palm.
    private struct PointRows {
        var residuals: [3 of Double]
        var gradients: [3 of SIMD3<Double>]
        var palmSlopes: [3 of [6 of Double]]
    }

    /// Returns the residuals of the point with this index, which lies at `arm` from the wrist.
    private func rows(_ index: Int, _ arm: SIMD3<Double>, _ pose: HandPose, _ middle: SIMD3<Double>) -> PointRows {
        let wrist = pose.wrist
        let point = wrist + arm
        let depth = max(point.z, Self.nearest)
        let (x, y) = (point.x / depth, point.y / depth)
        let (weight, seen) = (imageWeight, sight.directions[index])
        let beyond = point.z > Self.nearest ? -weight / depth : 0
        let byX = SIMD3(weight / depth, 0, beyond * x)
        let byY = SIMD3(0, weight / depth, beyond * y)
        let byDepth = SIMD3(0, 0, depthWeight)
        func slopes(_ gradient: SIMD3<Double>) -> [6 of Double] {
            let turn = arm.cross(gradient)
            return [turn.x, turn.y, turn.z, wrist.z * gradient.x, wrist.z * gradient.y, wrist.dot(gradient)]
        }
        // Depths count from the palm, so they do not depend on its place.
        let turn = (arm - middle).cross(byDepth)
        return PointRows(
            residuals: [
                weight * (x - seen.x), weight * (y - seen.y),
                (arm.z - middle.z) * depthWeight - sight.depths[index] / Self.depthDeviation,
            ],
            gradients: [byX, byY, byDepth],
            palmSlopes: [slopes(byX), slopes(byY), [turn.x, turn.y, turn.z, 0, 0, 0]])
    }

    private func addAngles(of finger: Int, _ pose: HandPose, _ equations: inout BlockEquations) {
        for angle in 0..<6 {
            let value = pose.angles[6 * finger + angle]
            let weight = AnglePriors.weight(finger, angle)
            equations.add(
                (value - AnglePriors.means[6 * finger + angle]) * weight, finger: finger, angle: angle, slope: weight)
            let excess = AnglePriors.excess(value, finger, angle)
            if excess != 0 {
                equations.add(excess, finger: finger, angle: angle, slope: AnglePriors.limitWeight)
            }
        }
        guard finger > 0 else { return }
        let rest = pose.angles[6 * finger + 3] - AnglePriors.endShare * pose.angles[6 * finger + 2]
        let weight = AnglePriors.endWeight
        equations.add(
            rest * weight, finger: finger, 3, slope: weight, 2, otherSlope: -AnglePriors.endShare * weight)
    }
}
