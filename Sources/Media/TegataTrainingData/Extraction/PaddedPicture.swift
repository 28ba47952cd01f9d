import TegataClassifiers
import TegataImages

/// A picture with black around it, and the way back into the picture itself.
struct PaddedPicture {
    let picture: RGBImage
    private let inner: (x: Int, y: Int, width: Int, height: Int)

    /// Adds `margin` of the sides on each of them; nil where the result has too many pixels.
    init?(_ original: RGBImage, margin: Double) {
        let (x, y) = (Int(Double(original.width) * margin), Int(Double(original.height) * margin))
        let (width, height) = (original.width + 2 * x, original.height + 2 * y)
        guard RGBImage.fits(width: width, height: height) else { return nil }
        inner = (x, y, original.width, original.height)
        var pixels = [UInt8](repeating: 0, count: 3 * width * height)
        for row in 0..<original.height {
            let start = 3 * ((y + row) * width + x)
            pixels.replaceSubrange(
                start..<start + original.bytesPerRow,
                with: original.pixels[row * original.bytesPerRow..<(row + 1) * original.bytesPerRow])
        }
        guard let picture = RGBImage(width: width, height: height, pixels: pixels) else { return nil }
        self.picture = picture
    }

    /// The hand of this picture as one of the picture without black.
    func inner(_ hand: ExtractedHand) -> ExtractedHand {
        var hand = hand
        let (width, height) = (Float(picture.width), Float(picture.height))
        for index in 0..<21 {
            hand.keyPoints.values[index] = (hand.keyPoints.values[index] * width - Float(inner.x)) / Float(inner.width)
            hand.keyPoints.values[21 + index] =
                (hand.keyPoints.values[21 + index] * height - Float(inner.y)) / Float(inner.height)
        }
        hand.keyPoints.aspectRatio = Float(inner.width) / Float(inner.height)
        return hand
    }
}
