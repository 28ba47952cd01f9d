/// An image's size in floats, as used by the geometry.
package struct PixelSize: Equatable {
    package let width: Float
    package let height: Float

    package var longerSide: Float { max(width, height) }

    package init(width: Int, height: Int) {
        self.width = Float(width)
        self.height = Float(height)
    }
}

/// The borders of a square tensor that show what was added to make a region square, as fractions of the tensor's side.
/// The left and right borders are equal, and so are the top and bottom ones.
package struct Letterbox: Equatable {
    package static let none = Letterbox(left: 0, top: 0)

    package let left: Float
    package let top: Float

    package init(left: Float, top: Float) {
        self.left = left
        self.top = top
    }

    /// The width between the borders, as a fraction of the tensor's side.
    package var innerWidth: Float { 1 - (left + left) }
    package var innerHeight: Float { 1 - (top + top) }

    /// Converts a tensor coordinate into a fraction of the part between the borders.
    package func removed(fromX x: Float) -> Float { (x - left) / innerWidth }
    package func removed(fromY y: Float) -> Float { (y - top) / innerHeight }
}

/// A rotated rectangle in pixels.
package struct PixelRegion: Equatable {
    package var centerX: Float
    package var centerY: Float
    package var width: Float
    package var height: Float
    package var rotation: Float
    /// The borders that a tensor shows around the region as it was before being made square.
    package private(set) var letterbox = Letterbox.none

    package init(_ rectangle: HandRectangle, _ size: PixelSize) {
        centerX = rectangle.centerX * size.width
        centerY = rectangle.centerY * size.height
        width = rectangle.width * size.width
        height = rectangle.height * size.height
        rotation = rectangle.rotation
    }

    /// Creates the region that shows the whole image to the palm detector: rotated by a multiple of 90 degrees and
    /// enlarged to a square.
    package init(wholeOf size: PixelSize, rotationDegrees: Int) {
        var whole = HandRectangle(
            centerX: 0.5, centerY: 0.5, width: 1, height: 1, rotation: regionRotation(degrees: rotationDegrees))
        if rotationDegrees % 180 != 0 {
            whole.width = 1 * size.height / size.width
            whole.height = 1 * size.width / size.height
        }
        self.init(whole, size)
        makeSquare()
    }

    /// Enlarges the region to the shape of a tensor with equal sides.
    package mutating func makeSquare() {
        let ratio = height / width
        if ratio < 1 {
            letterbox = Letterbox(left: 0, top: (1 - ratio) / 2)
            height = width
        } else {
            letterbox = Letterbox(left: (1 - 1 / ratio) / 2, top: 0)
            width = height
        }
    }
}

/// Returns the option in radians; rotating the image clockwise rotates the region counterclockwise.
package func regionRotation(degrees: Int) -> Float {
    Float(-Double(degrees) * Double.pi / 180)
}
