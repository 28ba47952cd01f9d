import TegataHands
import TegataImages

/// The rotated rectangle that contains a hand, in pixels. It covers the landmark model's rectangle and all landmarks,
/// with a margin for the flesh around them.
struct HandRegion {
    let centre: PixelPoint
    /// Half the width, along the region's axes; half the height follows.
    let halfWidth: Float
    let halfHeight: Float
    /// The cosine of the angle by which the region is rotated clockwise; the sine follows.
    private let cosine: Float
    private let sine: Float

    /// The margin around landmarks, as a fraction of the hand's length; fingers extend beyond their landmarks by less
    /// than this.
    private static let flesh: Float = 0.15

    /// Creates the region of a hand in an image of this size; nil if its position is unknown.
    init?(of hand: HandResult, width: Int, height: Int) {
        let rectangle = hand.rectangle
        let rotation = rectangle.rotation.isFinite ? rectangle.rotation : 0
        let (cosine, sine) = (TegataHands.cosine(rotation), TegataHands.sine(rotation))
        (self.cosine, self.sine) = (cosine, sine)
        let (width, height) = (Float(width), Float(height))
        // Measure along the axes, from the image's corner.
        let points = hand.landmarks.map { point in
            let (x, y) = (point.x * width - 0.5, point.y * height - 0.5)
            return PixelPoint(x: x * cosine + y * sine, y: y * cosine - x * sine)
        }.filter { $0.x.isFinite && $0.y.isFinite }
        guard var left = points.map(\.x).min(), var right = points.map(\.x).max(),
            var top = points.map(\.y).min(), var bottom = points.map(\.y).max()
        else { return nil }
        let margin = Self.flesh * max(right - left, bottom - top)
        (left, right, top, bottom) = (left - margin, right + margin, top - margin, bottom + margin)
        let (x, y) = (rectangle.centerX * width - 0.5, rectangle.centerY * height - 0.5)
        let middle = PixelPoint(x: x * cosine + y * sine, y: y * cosine - x * sine)
        let reach = PixelPoint(x: abs(rectangle.width) * width / 2, y: abs(rectangle.height) * height / 2)
        if [middle.x, middle.y, reach.x, reach.y].allSatisfy(\.isFinite) {
            (left, right) = (min(left, middle.x - reach.x), max(right, middle.x + reach.x))
            (top, bottom) = (min(top, middle.y - reach.y), max(bottom, middle.y + reach.y))
        }
        (halfWidth, halfHeight) = ((right - left) / 2, (bottom - top) / 2)
        let (along, down) = ((left + right) / 2, (top + bottom) / 2)
        centre = PixelPoint(x: along * cosine - down * sine, y: along * sine + down * cosine)
        guard halfWidth.isFinite, halfHeight.isFinite, centre.x.isFinite, centre.y.isFinite else { return nil }
    }

    /// The longer side in pixels.
    var side: Float { 2 * max(halfWidth, halfHeight) }

    /// Returns the position at these distances to the right of the centre and below it, along the region's axes.
    func place(right: Float, down: Float) -> PixelPoint {
        centre + PixelPoint(x: right * cosine - down * sine, y: right * sine + down * cosine)
    }

    /// Returns the rows of an image that the region covers; nil if there are none.
    func rows(height: Int) -> ClosedRange<Int>? {
        let reach = halfWidth * abs(sine) + halfHeight * abs(cosine)
        return indices(from: centre.y - reach, to: centre.y + reach, count: height)
    }

    /// Returns the columns of an image that the region covers in a row; nil if there are none.
    func columns(row: Int, width: Int) -> ClosedRange<Int>? {
        let down = Float(row) - centre.y
        // A point is inside if it lies between the left and right sides and between the upper and lower sides.
        let sides = Self.between(halfWidth, slope: cosine, start: down * sine)
        let ends = Self.between(halfHeight, slope: -sine, start: down * cosine)
        let (left, right) = (max(sides.0, ends.0), min(sides.1, ends.1))
        return left <= right ? indices(from: centre.x + left, to: centre.x + right, count: width) : nil
    }

    /// Returns the range of `x` in which the magnitude of `start + x × slope` is at most `reach`.
    private static func between(_ reach: Float, slope: Float, start: Float) -> (Float, Float) {
        guard abs(slope) > 1e-6 else {
            return abs(start) <= reach ? (-.infinity, .infinity) : (.infinity, -.infinity)
        }
        let (first, second) = ((-reach - start) / slope, (reach - start) / slope)
        return (min(first, second), max(first, second))
    }
}
