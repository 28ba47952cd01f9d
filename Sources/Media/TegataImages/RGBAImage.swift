/// A transparent image for drawings: 8-bit samples, row after row from the top without gaps.
package struct RGBAImage: Equatable, Sendable {
    package let width: Int
    package let height: Int
    /// Four bytes per pixel: red, green, blue and opacity.
    package let pixels: [UInt8]

    /// Creates an image from samples; nil if their number does not match the size.
    package init?(width: Int, height: Int, pixels: [UInt8]) {
        guard width > 0, height > 0, RGBImage.fits(width: width, height: height), pixels.count == 4 * width * height
        else { return nil }
        self.width = width
        self.height = height
        self.pixels = pixels
    }

    /// Creates an image with what `draw` draws on a transparent background. The same sizes are allowed as for
    /// ``RGBImage``.
    ///
    /// `draw` is called twice, on black and on white, and must draw the same both times, because the transparency
    /// follows from the difference.
    package init(width: Int, height: Int, drawing draw: (inout RGBImage) -> Void) {
        var (black, white) = (
            RGBImage(width: width, height: height), RGBImage(width: width, height: height, filledWith: .white)
        )
        draw(&black)
        draw(&white)
        var pixels: [UInt8] = []
        pixels.reserveCapacity(4 * width * height)
        for offset in stride(from: 0, to: 3 * width * height, by: 3) {
            var through = 0
            for channel in offset..<offset + 3 { through += Int(white.pixels[channel]) - Int(black.pixels[channel]) }
            let opacity = max(0, min(255, 255 - (through + 1) / 3))
            for channel in offset..<offset + 3 {
                let colour = opacity == 0 ? 0 : (Int(black.pixels[channel]) * 255 + opacity / 2) / opacity
                pixels.append(UInt8(min(255, colour)))
            }
            pixels.append(UInt8(opacity))
        }
        self.width = width
        self.height = height
        self.pixels = pixels
    }
}
