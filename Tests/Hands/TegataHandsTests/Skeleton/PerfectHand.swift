import TegataHands
import TegataTestSupport
import Testing

/// Hands as a perfect network would find them in a camera's image.
enum PerfectHand {
    static let size = PixelSize(width: 640, height: 480)
    static let camera = CameraIntrinsics(focalX: 600, focalY: 600, centerX: 320, centerY: 240)
    static let shape = HandShape.typical

    /// A straight right hand half a metre away that shows its palm.
    static let straight: [21 of SIMD3<Double>] = {
        var points = [21 of SIMD3<Double>](repeating: SIMD3(0, 0.06, 0.5))
        for finger in 0..<5 {
            for joint in 0..<4 {
                let (x, y) = finger == 0 ? (0.026, 0.03) : (0.021 - 0.019 * Double(finger - 1), 0.088)
                points[1 + 4 * finger + joint] = SIMD3(
                    x + (finger == 0 ? 0.02 * Double(joint) : 0), 0.06 - y - 0.025 * Double(joint), 0.5)
            }
        }
        return points
    }()

    /// Returns the points of a random hand with plausible angles in front of the camera.
    static func random(_ random: inout SplitMix64) throws -> [21 of SIMD3<Double>] {
        let seen = try #require(sight(result(straight)))
        var pose = try #require(seen.start(shape))
        for finger in 0..<5 {
            for angle in 0..<6 {
                pose.angles[6 * finger + angle] = finger == 0 ? 0.3 * random.signed() : 0.1 * random.signed()
            }
            guard finger > 0 else { continue }
            let curl = 0.7 + 0.6 * random.signed()
            for angle in 1..<4 { pose.angles[6 * finger + angle] = curl * [0, 1, 1, 0.6][angle] }
            pose.angles[6 * finger + 5] = 0
        }
        var change = PoseChange()
        change.palm = [
            random.signed(), random.signed(), 1.5 * random.signed(), 0.2 * random.signed(), 0.2 * random.signed(),
            0.4 * random.signed(),
        ]
        return pose.changed(change).points(shape)
    }

    static func sight(_ hand: HandResult) -> SkeletonSight? {
        SkeletonSight(
            landmarks: hand.landmarks, world: hand.worldLandmarks, isRight: hand.handedness == .right, camera, size)
    }

    /// Returns a hand as a perfect network would find it; left hands are mirrored.
    static func result(_ points: [21 of SIMD3<Double>], isRight: Bool = true) -> HandResult {
        let side = isRight ? 1.0 : -1.0
        let landmarks = HandPoints { index in
            let point = points[index]
            return HandPoint(
                x: Float(side * point.x / point.z * 600 + 320) / 640, y: Float(point.y / point.z * 600 + 240) / 480,
                z: Float((point.z - points[0].z) / points[0].z * 600) / 640)
        }
        let world = HandPoints { index in
            let point = points[index] - points[9]
            return HandPoint(x: Float(side * point.x), y: Float(point.y), z: Float(point.z))
        }
        return HandResult(
            landmarks: landmarks, worldLandmarks: world, presence: 1, rightProbability: isRight ? 1 : 0,
            rectangle: HandRectangle(centerX: 0.5, centerY: 0.5, width: 0.5, height: 0.5, rotation: 0))
    }

    /// The pairs of points between which a bone lies, and those of the rigid palm.
    static let bones: [(Int, Int)] =
        (0..<5).flatMap { finger in (1...3).map { (4 * finger + $0, 4 * finger + $0 + 1) } }
        + [0, 1, 5, 9, 13, 17].flatMap { one in [0, 1, 5, 9, 13, 17].filter { $0 > one }.map { (one, $0) } }
}

extension HandPoint {
    var vector: SIMD3<Double> { SIMD3(Double(x), Double(y), Double(z)) }

    func length(to other: HandPoint) -> Double {
        let way = vector - other.vector
        return (way * way).sum().squareRoot()
    }
}

extension SplitMix64 {
    /// Returns a number between −1 and 1.
    mutating func signed() -> Double { Double(next() >> 11) * 0x1p-52 - 1 }
}
