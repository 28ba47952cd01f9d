/// Estimates which points of a hand the camera can see.
///
/// A point is hidden where a bone of another finger, or the palm, lies before it, and where its finger is folded: the
/// pad then rests in the palm. The picture itself is not asked.
struct PointVisibility {
    private(set) var values = [21 of Float](repeating: 1)

    /// Of the points of a right hand, or a left one that is mirrored, with the axes of the picture.
    init(_ points: [21 of SIMD3<Double>], fingers: [5 of FingerPose]) {
        let points = points.span
        let size = (points[9] - points[0]).length
        for finger in 0..<5 {
            let base = 1 + 4 * finger
            // The palm reaches from the wrist to the knuckles.
            hide(points, behind: Bone(points[0], points[base], radius: 0.13 * size), of: finger)
            for place in base..<base + 3 {
                hide(points, behind: Bone(points[place], points[place + 1], radius: 0.09 * size), of: finger)
            }
        }
        for finger in 0..<5 {
            // The tip and the joint before it are what rests in the palm.
            for place in 3 + 4 * finger...4 + 4 * finger {
                values[place] = min(values[place], fingers[finger].visibility)
            }
        }
    }

    /// What may lie before a point, with its flesh.
    private struct Bone {
        let start: SIMD3<Double>
        let way: SIMD3<Double>
        /// By the square of its length in the picture.
        let scale: Double
        let radius: Double

        init(_ start: SIMD3<Double>, _ end: SIMD3<Double>, radius: Double) {
            self.start = start
            way = end - start
            let square = way.x * way.x + way.y * way.y
            scale = square > 0 ? 1 / square : 0
            self.radius = radius
        }

        /// How far it hides a point, from 0 to 1.
        func cover(_ point: SIMD3<Double>) -> Double {
            let offset = point - start
            let place = min(max((offset.x * way.x + offset.y * way.y) * scale, 0), 1)
            let nearest = offset - way * place
            // The farther the point lies behind the skin, the surer.
            guard nearest.z > radius else { return 0 }
            let aside = (nearest.x * nearest.x + nearest.y * nearest.y).squareRoot()
            return min(max(1.5 - 1.5 * aside / radius, 0), 1) * min(nearest.z / radius - 1, 1)
        }
    }

    /// Hides the points of other fingers than the bone's own.
    private mutating func hide(_ points: Span<SIMD3<Double>>, behind bone: Bone, of finger: Int) {
        for index in 1..<HandPoints.count where (index - 1) / 4 != finger {
            values[index] = min(values[index], Float(1 - bone.cover(points[index])))
        }
    }
}
