/// A hand's position and pose; lengths are fractions of the image's longer side.
package struct HandPlace: Sendable {
    /// The centre of the palm.
    package var center: SIMD2<Float>
    package var palmLength: Float
    /// The points relative to the centre, in palm lengths.
    var pose: [21 of SIMD2<Float>]

    package init(_ points: HandPoints, _ size: PixelSize) {
        let longer = size.longerSide
        let scale = SIMD2(size.width / longer, size.height / longer)
        func place(_ point: HandPoint) -> SIMD2<Float> { SIMD2(point.x, point.y) * scale }
        center =
            (place(points[.wrist]) + place(points[.indexFingerMCP]) + place(points[.middleFingerMCP])
                + place(points[.pinkyMCP])) / 4
        palmLength = size.palmSide(points) / longer
        pose = [21 of SIMD2<Float>](repeating: .zero)
        for index in 0..<HandPoints.count { pose[index] = (place(points[index]) - center) / palmLength }
    }

    /// Returns the mean distance between corresponding points of two poses, in palm lengths.
    package func poseDifference(_ other: HandPlace) -> Float {
        var sum: Float = 0
        for index in 0..<HandPoints.count { sum += (pose[index] - other.pose[index]).length }
        return sum / Float(HandPoints.count)
    }
}

extension SIMD2<Float> {
    /// The length of a vector in the image.
    package var length: Float { (x * x + y * y).squareRoot() }
}
