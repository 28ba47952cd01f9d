import TegataHands
import TegataImages

/// The part of a picture that a hand is in, upright as the hand is: the rectangle that its landmarks were found in,
/// enlarged to hold them all with the flesh around them. In pixels.
struct HandRegion {
    let centre: PixelPoint
    /// Along the region's own axes.
    let halfWidth: Float
    let halfHeight: Float
    /// Of the angle by which the region is turned clockwise.
    private let cosine: Float
    private let sine: Float

    /// Fingers reach less than this part of a hand's length beyond their points.
    private static let flesh: Float = 0.15

    /// The region of a hand in a picture of this size; nil where nothing of it is known.
    init?(of hand: HandResult, width: Int, height: Int) {
        let rectangle = hand.rectangle
        let rotation = rectangle.rotation.isFinite ? rectangle.rotation : 0
        let (cosine, sine) = (TegataHands.cosine(rotation), TegataHands.sine(rotation))
        (self.cosine, self.sine) = (cosine, sine)
        let (width, height) = (Float(width), Float(height))
        // Along the axes, from the picture's corner.
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

    /// The longer side.
    var side: Float { 2 * max(halfWidth, halfHeight) }

    /// Where a place is that is so far to the right of the centre and below it, along the region's axes.
    func place(right: Float, down: Float) -> PixelPoint {
        centre + PixelPoint(x: right * cosine - down * sine, y: right * sine + down * cosine)
    }

    /// The rows of a picture that the region touches.
    func rows(height: Int) -> ClosedRange<Int>? {
        let reach = halfWidth * abs(sine) + halfHeight * abs(cosine)
        return indices(from: centre.y - reach, to: centre.y + reach, count: height)
    }

    /// The columns of a picture that the region touches in a row.
    func columns(row: Int, width: Int) -> ClosedRange<Int>? {
        let down = Float(row) - centre.y
        // Across the region's width it is between its sides, and along its height likewise.
        let sides = Self.between(halfWidth, slope: cosine, start: down * sine)
        let ends = Self.between(halfHeight, slope: -sine, start: down * cosine)
        let (left, right) = (max(sides.0, ends.0), min(sides.1, ends.1))
        return left <= right ? indices(from: centre.x + left, to: centre.x + right, count: width) : nil
    }

    /// From where to where `start + x × slope` is not further than `reach` from zero.
    private static func between(_ reach: Float, slope: Float, start: Float) -> (Float, Float) {
        guard abs(slope) > 1e-6 else {
            return abs(start) <= reach ? (-.infinity, .infinity) : (.infinity, -.infinity)
        }
        let (first, second) = ((-reach - start) / slope, (reach - start) / slope)
        return (min(first, second), max(first, second))
    }
}
