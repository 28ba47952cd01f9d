/// A place in a picture, in pixels; whole numbers are the middles of pixels.
package struct PixelPoint: Equatable {
    package var x: Float
    package var y: Float

    package init(x: Float, y: Float) {
        (self.x, self.y) = (x, y)
    }

    package static func + (a: PixelPoint, b: PixelPoint) -> PixelPoint { PixelPoint(x: a.x + b.x, y: a.y + b.y) }
}
