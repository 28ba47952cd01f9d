/// Estimates which points of a hand the camera can see.
///
/// A point is hidden where a bone of another finger, or the palm, lies before it, and where its finger is folded: the
/// pad then rests in the palm. The picture itself is not asked.
struct PointVisibility {
    private(set) var values = [21 of Float](repeating: 1)

    /// Of the points of a right hand, or a left one that is mirrored, with the axes of the picture.
    init(_ points: [21 of SIMD3<Double>], palm: BoneFrame, fingers: [5 of FingerPose]) {
        let ahead = points[9] - points[0]
        let size = ahead.dot(ahead).squareRoot()
        for index in 1..<21 {
            let finger = (index - 1) / 4
            var cover = 0.0
            for other in 0..<5 where other != finger {
                let base = 1 + 4 * other
                // The palm reaches from the wrist to the knuckles.
                cover = max(cover, Self.cover(points[index], from: points[0], to: points[base], radius: 0.13 * size))
                for bone in base..<base + 3 {
                    cover = max(
                        cover, Self.cover(points[index], from: points[bone], to: points[bone + 1], radius: 0.09 * size))
                }
            }
            values[index] = Float(1 - cover)
            // The tip and the joint before it are what rests in the palm.
            if (index - 1) % 4 > 1 { values[index] = min(values[index], fingers[finger].visibility) }
        }
    }

    /// How far a bone hides a point, from 0 to 1.
    private static func cover(
        _ point: SIMD3<Double>, from start: SIMD3<Double>, to end: SIMD3<Double>, radius: Double
    ) -> Double {
        let way = end - start
        let square = way.x * way.x + way.y * way.y
        let offset = point - start
        let place = square > 0 ? min(max((offset.x * way.x + offset.y * way.y) / square, 0), 1) : 0
        let nearest = offset - way * place
        let aside = (nearest.x * nearest.x + nearest.y * nearest.y).squareRoot()
        // The farther the point lies behind the bone's skin, the surer.
        return min(max(1.5 - 1.5 * aside / radius, 0), 1) * min(max(nearest.z / radius - 1, 0), 1)
    }
}
