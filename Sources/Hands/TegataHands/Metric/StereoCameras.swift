/// Two cameras that see the same hands, and the pose of the second relative to the first.
public struct StereoCameras: Sendable {
    /// The first camera, whose axes are used for results.
    public let first: CameraIntrinsics
    /// The second camera.
    public let second: CameraIntrinsics
    /// The rotation from the first camera's axes to the second's.
    private let rotation: Rotation
    private let translation: SIMD3<Double>

    /// Creates a pair of cameras. A point at p metres in the first camera's axes is at R·p + t in the second's;
    /// `rotation` is R in row-major order, and `translation` is t. Nil if the intrinsics are invalid, R is not
    /// orthonormal to within a thousandth, or both cameras are in the same place.
    public init?(
        first: CameraIntrinsics, second: CameraIntrinsics, rotation: [9 of Double], translation: HandPoint
    ) {
        func row(_ index: Int) -> SIMD3<Double> {
            SIMD3(rotation[3 * index], rotation[3 * index + 1], rotation[3 * index + 2])
        }
        let rows = [row(0), row(1), row(2)] as [3 of SIMD3<Double>]
        for index in 0..<3 {
            for other in 0..<3 {
                let product = rows[index].dot(rows[other])
                guard abs(product - (index == other ? 1 : 0)) < 1e-3 else { return nil }
            }
        }
        let apart = SIMD3<Double>(translation)
        guard first.isValid, second.isValid, rows[0].cross(rows[1]).dot(rows[2]) > 0, apart.dot(apart) > 0,
            translation.isFinite
        else { return nil }
        self.first = first
        self.second = second
        self.rotation = Rotation(rows)
        self.translation = apart
    }

    /// Returns a hand's points in metres, in the first camera's axes, from its landmarks in pixels of both images;
    /// depths of landmarks are ignored. Nil if the rays to a point do not meet in front of the cameras.
    ///
    /// The palm's width is not needed. A point lies where the rays from both cameras are closest to each other.
    public func triangulate(_ inFirst: HandPoints, _ inSecond: HandPoints) -> HandPoints? {
        let back = rotation.transposed
        let origin = back * (translation * -1)
        var points = HandPoints()
        for index in 0..<HandPoints.count {
            let ray = Self.ray(inFirst[index], first)
            let otherRay = back * Self.ray(inSecond[index], second)
            // The distances along both rays are the solution of two equations.
            let (a, b, c) = (ray.dot(ray), ray.dot(otherRay), otherRay.dot(otherRay))
            let (d, e) = (ray.dot(origin), otherRay.dot(origin))
            let determinant = a * c - b * b
            guard determinant > 1e-12 * a * c else { return nil }
            let distance = (c * d - b * e) / determinant
            let otherDistance = (b * d - a * e) / determinant
            guard distance > 0, otherDistance > 0 else { return nil }
            points[index] = HandPoint((ray * distance + origin + otherRay * otherDistance) / 2)
        }
        return points
    }

    private static func ray(_ pixel: HandPoint, _ camera: CameraIntrinsics) -> SIMD3<Double> {
        SIMD3(
            Double((pixel.x - camera.centerX) / camera.focalX), Double((pixel.y - camera.centerY) / camera.focalY), 1)
    }
}
