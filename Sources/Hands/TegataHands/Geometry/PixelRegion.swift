/// A turned rectangle in pixels.
package struct PixelRegion: Equatable {
    package var centerX: Float
    package var centerY: Float
    package var width: Float
    package var height: Float
    package var rotation: Float
    /// What a tensor shows around the region as it was before it was made square.
    package private(set) var letterbox = Letterbox.none

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
        makeSquare()
    }

    /// Enlarges the region to the shape of a tensor, whose sides are equal.
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

/// The option in radians; a turn of the picture clockwise turns the region counter-clockwise.
package func regionRotation(degrees: Int) -> Float {
    Float(-Double(degrees) * Double.pi / 180)
}
