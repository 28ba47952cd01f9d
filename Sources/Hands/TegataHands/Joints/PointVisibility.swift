/// Estimates which points of a hand the camera can see.
///
/// A point is hidden if a bone of another finger or the palm lies in front of it, or if its finger is folded, because
/// the fingertip then rests in the palm. The image's pixels are not used.
struct PointVisibility {
    private(set) var values = [21 of Float](repeating: 1)

    /// Estimates the visibility from the points of a right hand, or of a mirrored left hand, in the image's axes.
    init(_ points: [21 of SIMD3<Double>], fingers: [5 of FingerPose]) {
        let points = points.span
        let size = (points[9] - points[0]).length
        for finger in 0..<5 {
            let base = 1 + 4 * finger
            // The palm extends from the wrist to the knuckles.
            hide(points, behind: Bone(points[0], points[base], radius: 0.13 * size), of: finger)
            for place in base..<base + 3 {
                hide(points, behind: Bone(points[place], points[place + 1], radius: 0.09 * size), of: finger)
            }
        }
        for finger in 0..<5 {
            // Only the tip and the joint before it rest in the palm.
            for place in 3 + 4 * finger...4 + 4 * finger {
                values[place] = min(values[place], fingers[finger].visibility)
            }
        }
    }

    /// A bone that may lie in front of a point, with its flesh.
    private struct Bone {
        let start: SIMD3<Double>
        let way: SIMD3<Double>
        /// The factor 1 / (squared length in the image).
        let scale: Double
        let radius: Double

        init(_ start: SIMD3<Double>, _ end: SIMD3<Double>, radius: Double) {
            self.start = start
            way = end - start
            let square = way.x * way.x + way.y * way.y
            scale = square > 0 ? 1 / square : 0
            self.radius = radius
        }

        /// Returns how much of a point the bone hides, from 0 to 1.
        func cover(_ point: SIMD3<Double>) -> Double {
            let offset = point - start
            let place = min(max((offset.x * way.x + offset.y * way.y) * scale, 0), 1)
            let nearest = offset - way * place
            // Points that lie farther behind the skin are hidden with more certainty.
            guard nearest.z > radius else { return 0 }
            let aside = (nearest.x * nearest.x + nearest.y * nearest.y).squareRoot()
            return min(max(1.5 - 1.5 * aside / radius, 0), 1) * min(nearest.z / radius - 1, 1)
        }
    }

    /// Hides points behind the bone, except the points of the bone's own finger.
    private mutating func hide(_ points: Span<SIMD3<Double>>, behind bone: Bone, of finger: Int) {
        for index in 1..<HandPoints.count where (index - 1) / 4 != finger {
            values[index] = min(values[index], Float(1 - bone.cover(points[index])))
        }
    }
}
