/// A place in a picture, in pixels; whole numbers are the middles of pixels.
struct PixelPoint: Equatable {
    var x: Float
    var y: Float

    static func + (a: PixelPoint, b: PixelPoint) -> PixelPoint { PixelPoint(x: a.x + b.x, y: a.y + b.y) }
}
