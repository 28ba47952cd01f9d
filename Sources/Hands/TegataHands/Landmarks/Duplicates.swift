extension PixelSize {
    /// Returns whether two results show the same hand: ten or more points are close to each other, and the hands' boxes
    /// overlap.
    package func areDuplicates(_ a: HandPoints, _ b: HandPoints) -> Bool {
        let limit = max(palmSide(a), palmSide(b)) * 0.2
        var closePoints = 0
        for index in 0..<HandPoints.count where distance(a[index], b[index]) < limit { closePoints += 1 }
        return closePoints >= 10 && HandCorners(a).overlap(HandCorners(b)) > 0.2
    }

    /// Returns whether a hand's centre lies in the box around another hand that is more than twice as large.
    func isInner(_ hand: HandPoints, of other: HandPoints) -> Bool {
        guard palmSide(hand) * 2 < palmSide(other) else { return false }
        let (box, outer) = (HandCorners(hand), HandCorners(other))
        let (x, y) = ((box.left + box.right) / 2, (box.top + box.bottom) / 2)
        return x > outer.left && x < outer.right && y > outer.top && y < outer.bottom
    }

    /// Returns whether the box around one hand lies mostly within the box around the other.
    func areNested(_ a: HandPoints, _ b: HandPoints) -> Bool {
        HandCorners(a).coverage(HandCorners(b)) > 0.5
    }

    /// Returns the longest side of the triangle formed by the wrist and the first joints of the index and little
    /// fingers, in pixels.
    func palmSide(_ hand: HandPoints) -> Float {
        let (wrist, index, pinky) = (
            hand[.wrist], hand[.indexFingerMCP], hand[.pinkyMCP]
        )
        return max(max(distance(wrist, index), distance(index, pinky)), distance(pinky, wrist))
    }

    /// Returns the distance in pixels, with squares computed in double precision.
    private func distance(_ a: HandPoint, _ b: HandPoint) -> Float {
        let dx = Double((a.x - b.x) * width)
        let dy = Double((a.y - b.y) * height)
        return Float((dx * dx + dy * dy).squareRoot())
    }
}

/// The box around all points of a hand.
private struct HandCorners {
    var left: Float
    var top: Float
    var right: Float
    var bottom: Float

    init(_ points: HandPoints) {
        (left, top, right, bottom) = (points[0].x, points[0].y, points[0].x, points[0].y)
        for index in 1..<HandPoints.count {
            let point = points[index]
            (left, right) = (min(left, point.x), max(right, point.x))
            (top, bottom) = (min(top, point.y), max(bottom, point.y))
        }
    }

    private var area: Float { (right - left) * (bottom - top) }

    /// Returns the intersection over union.
    func overlap(_ other: HandCorners) -> Float {
        guard area > 0, other.area > 0 else { return 0 }
        let intersection = intersection(other)
        return intersection / (area + other.area - intersection)
    }

    /// Returns the part of the smaller box that the other one covers.
    func coverage(_ other: HandCorners) -> Float {
        guard area > 0, other.area > 0 else { return 0 }
        return intersection(other) / min(area, other.area)
    }

    private func intersection(_ other: HandCorners) -> Float {
        max(min(bottom, other.bottom) - max(top, other.top), 0)
            * max(min(right, other.right) - max(left, other.left), 0)
    }
}
