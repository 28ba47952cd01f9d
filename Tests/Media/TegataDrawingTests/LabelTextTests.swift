import TegataDrawing
import TegataImages
import Testing

/// The font of labels.
struct LabelTextTests {
    /// Returns the grey value of each pixel of white text on black.
    private func drawn(_ text: String, size: Float, width: Int, height: Int) -> [Float] {
        var picture = RGBImage(width: width, height: height)
        picture.drawText(text, at: PixelPoint(x: 2, y: Float(height) - 16), size: size, .white)
        return (0..<width * height).map { Float(picture[$0 % width, $0 / width].red) / 255 }
    }

    @Test func hasGlyphsForAllPrintableCharacters() {
        for code in [UInt32](0x21...0x7E) + [UInt32](0xA1...0xFF) where code != 0xAD {
            let letter = LabelFace.letter(Unicode.Scalar(code)!)
            #expect(letter.advance > 0.2 && letter.advance < 1.3, "\(code)")
            #expect(!letter.contours.isEmpty, "\(code)")
            for point in letter.contours.joined() {
                #expect(-LabelFace.depth - 0.01...LabelFace.height ~= point.place.y, "\(code)")
            }
        }
        #expect(LabelFace.letter(" ").contours.isEmpty)
    }

    @Test func drawsUnknownCharactersAsQuestionMarks() {
        let size = (width: 40, height: 30)
        #expect(
            drawn("手", size: 24, width: size.width, height: size.height)
                == drawn("?", size: 24, width: size.width, height: size.height))
    }

    /// A vertical bar has straight edges, so its area is its width times its height.
    @Test(arguments: [10, 17.3, 40] as [Float])
    func coversTheExactAreaOfAGlyph(_ size: Float) throws {
        let bar = try #require(LabelFace.letter("|").contours.first)
        let (xs, ys) = (bar.map(\.place.x), bar.map(\.place.y))
        let area = (xs.max()! - xs.min()!) * (ys.max()! - ys.min()!) * size * size
        let sum = drawn("|", size: size, width: 60, height: 80).reduce(0, +)
        // Rounding to 8 bits changes the edges slightly.
        #expect(abs(sum - area) < 0.005 * area + 0.1)
    }

    @Test func addsUpTheWidthsOfTextParts() {
        let parts = ["Thumb", "_", "Up 98 %"].map { RGBImage.textWidth($0, size: 20) }
        #expect(abs(RGBImage.textWidth("Thumb_Up 98 %", size: 20) - parts.reduce(0, +)) < 1e-3)
    }

    @Test func clipsTextAtTheImageEdges() {
        var (whole, part) = (RGBImage(width: 60, height: 60), RGBImage(width: 20, height: 20))
        whole.drawText("Rg", at: PixelPoint(x: 10, y: 40), size: 30, .white)
        part.drawText("Rg", at: PixelPoint(x: -10, y: 20), size: 30, .white)
        for index in 0..<400 { #expect(part[index % 20, index / 20] == whole[index % 20 + 20, index / 20 + 20]) }
        #expect(part.pixels.contains(255))
    }
}
