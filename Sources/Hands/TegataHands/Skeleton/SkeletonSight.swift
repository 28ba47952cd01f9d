import CTegataShims

/// What an image and the landmark network say about a hand: in which directions its points lie, and how deep they lie
/// behind the palm. Left hands are mirrored.
package struct SkeletonSight {
    /// The angle in radians by which the network tilts the knuckles towards the camera if the palm faces the camera or
    /// is seen from behind.
    private static let lean = 0.18

    /// The points in an image at distance 1 from the camera.
    private(set) var directions = [21 of SIMD2<Double>](repeating: .zero)
    /// The depths behind the palm's mean depth, in units of the length plus the width of the palm.
    private(set) var depths = [21 of Double](repeating: 0)
    /// The mean of the network's points in the image and in metres, in any unit, and without the lean.
    private(set) var points: [21 of SIMD3<Double>]
    /// The palm's axes.
    private(set) var palm: BoneFrame

    /// Creates the sight of a hand in an image of a certain size; nil if its points do not form a hand.
    package init?(
        landmarks: HandPoints, world: HandPoints, isRight: Bool, _ camera: CameraIntrinsics, _ size: PixelSize
    ) {
        let seen = HandPoints { index in
            let point = landmarks[index]
            return HandPoint(
                x: (point.x * size.width - camera.centerX) / camera.focalX,
                y: (point.y * size.height - camera.centerY) / camera.focalY, z: point.z * size.width / camera.focalX)
        }
        guard let flat = seen.asRightHand(isRight), let inMetres = world.asRightHand(isRight),
            let depths = Self.depths(flat)
        else { return nil }
        let (flatSize, size) = (Self.palmSpread(flat), Self.palmSpread(inMetres))
        guard flatSize > 0, size > 0 else { return nil }
        var mean = inMetres
        for index in 0..<HandPoints.count { mean[index] = flat[index] / flatSize + inMetres[index] / size }
        guard let points = Self.withoutLean(mean), let palm = BoneFrame(palm: points) else { return nil }
        self.points = points
        self.palm = palm
        self.depths = depths
        for index in 0..<HandPoints.count { directions[index] = SIMD2(flat[index].x, flat[index].y) }
    }

    /// Returns the depths of the network's points in the image.
    private static func depths(_ flat: [21 of SIMD3<Double>]) -> [21 of Double]? {
        guard let upright = withoutLean(flat) else { return nil }
        let size = (upright[9] - upright[0]).length + (upright[5] - upright[17]).length
        var depths = [21 of Double](repeating: 0)
        var middle = 0.0
        for index in 0..<6 { middle += upright[PalmFit.points[index].index].z / 6 }
        for index in 0..<HandPoints.count { depths[index] = (upright[index].z - middle) / size }
        return depths
    }

    /// Returns the points turned about the palm's crosswise axis, so that they no longer lean; nil if they do not form a
    /// palm.
    private static func withoutLean(_ points: [21 of SIMD3<Double>]) -> [21 of SIMD3<Double>]? {
        guard let palm = BoneFrame(palm: points) else { return nil }
        let rotation = Rotation(about: palm.across * (lean * palm.inward.z))
        var result = points
        for index in 0..<HandPoints.count { result[index] = rotation * points[index] }
        return result
    }

    /// Returns the root of the sum of the squared distances of the palm's points from their centre.
    private static func palmSpread(_ points: [21 of SIMD3<Double>]) -> Double {
        var middle = SIMD3<Double>.zero
        for index in 0..<6 { middle += points[PalmFit.points[index].index] / 6 }
        var sum = 0.0
        for index in 0..<6 {
            let arm = points[PalmFit.points[index].index] - middle
            sum += arm.dot(arm)
        }
        return sum.squareRoot()
    }

    /// Returns the pose of a hand of this shape in which the fit begins; nil if no such hand is in front of the camera.
    package func start(_ shape: HandShape) -> HandPose? {
        guard let wrist = wrist(shape) else { return nil }
        return HandPose(points, wrist: wrist, palm: palm)
    }

    /// Returns the place of the wrist for the palm's known rotation, because image positions then depend on it linearly.
    private func wrist(_ shape: HandShape) -> SIMD3<Double>? {
        var (middle, offset) = (SIMD2<Double>.zero, SIMD2<Double>.zero)
        for index in 0..<6 {
            middle += direction(index) / 6
            offset += self.offset(index, shape) / 6
        }
        var (spread, product) = (0.0, 0.0)
        for index in 0..<6 {
            let away = direction(index) - middle
            spread += (away * away).sum()
            product -= (away * (self.offset(index, shape) - offset)).sum()
        }
        guard spread > 0 else { return nil }
        var distance = product / spread
        if !(distance > shape.size / 2) {
            // The points do not show the rotation, so their size decides.
            let way = direction(3) - direction(0)
            distance = (shape.palm[3].length / (way * way).sum().squareRoot())
            return distance.isFinite ? SIMD3(middle * distance, distance) : nil
        }
        return SIMD3(middle * distance + offset, distance)
    }

    private func direction(_ palmPoint: Int) -> SIMD2<Double> { directions[PalmFit.points[palmPoint].index] }

    /// Returns the place of the wrist that a point of the palm gives if the wrist's distance is 0.
    private func offset(_ palmPoint: Int, _ shape: HandShape) -> SIMD2<Double> {
        let point = palm.vector(shape.palm[palmPoint])
        return direction(palmPoint) * point.z - SIMD2(point.x, point.y)
    }
}
