/// A part of a picture, as fractions of its width and height.
public struct RegionOfInterest: Sendable, Equatable, CustomStringConvertible {
    /// The left side, from 0.
    public var left: Float
    /// The upper side, from 0.
    public var top: Float
    /// The right side, up to 1.
    public var right: Float
    /// The lower side, up to 1.
    public var bottom: Float

    /// A region by its sides.
    public init(left: Float, top: Float, right: Float, bottom: Float) {
        self.left = left
        self.top = top
        self.right = right
        self.bottom = bottom
    }

    public var description: String { "(left \(left), top \(top), right \(right), bottom \(bottom))" }

    /// The region with its sides at the nearest borders between pixels, at least one pixel.
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

/// Whole pixels of a picture.
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
