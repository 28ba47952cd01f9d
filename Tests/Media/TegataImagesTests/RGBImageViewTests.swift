import TegataImages
import TegataPixels
import Testing

struct RGBImageViewTests {
    @Test func viewsHaveThePixels() throws {
        let image = try #require(RGBImage(width: 2, height: 2, pixels: Array(1...12)))
        let bytes = try image.withView(orThrow: \.self) { view throws(ImageError) in
            #expect(view.format == .rgb && view.width == 2 && view.height == 2)
            return view.rgbBytes()
        }
        #expect(bytes == image.pixels)
    }

    @Test func picturesWithALongSideHaveNone() {
        let image = RGBImage(width: 32768, height: 1)
        #expect(throws: ImageError.tooLarge(width: 32768, height: 1)) {
            try image.withView(orThrow: \.self) { _ throws(ImageError) in }
        }
    }
}
