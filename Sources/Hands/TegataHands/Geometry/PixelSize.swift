/// The size of a picture in floats, as the geometry uses it.
package struct PixelSize: Equatable {
    package let width: Float
    package let height: Float

    var longerSide: Float { max(width, height) }

    package init(width: Int, height: Int) {
        self.width = Float(width)
        self.height = Float(height)
    }
}
