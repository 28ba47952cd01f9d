/// A turned rectangle in pixels.
package struct PixelRegion: Equatable {
    package var centerX: Float
    package var centerY: Float
    package var width: Float
    package var height: Float
    package var rotation: Float

    package init(_ rectangle: HandRectangle, _ size: PixelSize) {
        centerX = rectangle.centerX * size.width
        centerY = rectangle.centerY * size.height
        width = rectangle.width * size.width
        height = rectangle.height * size.height
        rotation = rectangle.rotation
    }

    /// The whole picture as the palm detector sees it: turned by a multiple of 90 degrees and enlarged to a square.
    package init(wholeOf size: PixelSize, rotationDegrees: Int) {
        var whole = HandRectangle(
            centerX: 0.5, centerY: 0.5, width: 1, height: 1, rotation: regionRotation(degrees: rotationDegrees))
        if rotationDegrees % 180 != 0 {
            whole.width = 1 * size.height / size.width
            whole.height = 1 * size.width / size.height
        }
        self.init(whole, size)
        // The sides of the tensor are equal.
        if height / width < 1 { height = width } else { width = height }
    }
}

/// The option in radians; a turn of the picture clockwise turns the region counter-clockwise.
package func regionRotation(degrees: Int) -> Float {
    Float(-Double(degrees) * Double.pi / 180)
}
