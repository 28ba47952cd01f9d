/// A part of an image, as fractions of its width and height.
public struct RegionOfInterest: Sendable, Equatable, CustomStringConvertible {
    /// The left side, at least 0.
    public var left: Float
    /// The top side, at least 0.
    public var top: Float
    /// The right side, at most 1.
    public var right: Float
    /// The bottom side, at most 1.
    public var bottom: Float

    /// Creates a region from its sides.
    public init(left: Float, top: Float, right: Float, bottom: Float) {
        self.left = left
        self.top = top
        self.right = right
        self.bottom = bottom
    }

    public var description: String { "(left \(left), top \(top), right \(right), bottom \(bottom))" }

    /// Returns the region rounded to whole pixels, with at least one pixel.
    package func pixels(width: Int, height: Int) throws(ImageError) -> PixelRectangle {
        guard left >= 0, top >= 0, right <= 1, bottom <= 1, left < right, top < bottom else { throw .region(self) }
        func range(_ from: Float, _ to: Float, _ size: Int) -> (start: Int, count: Int) {
            let start = min(Int((Double(from) * Double(size)).rounded()), size - 1)
            let end = Int((Double(to) * Double(size)).rounded())
            return (start, max(1, end - start))
        }
        let (x, width) = range(left, right, width)
        let (y, height) = range(top, bottom, height)
        return PixelRectangle(x: x, y: y, width: width, height: height)
    }
}

/// A rectangle of whole pixels in an image.
package struct PixelRectangle: Equatable {
    package var x: Int
    package var y: Int
    package var width: Int
    package var height: Int

    package init(x: Int, y: Int, width: Int, height: Int) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }
}
