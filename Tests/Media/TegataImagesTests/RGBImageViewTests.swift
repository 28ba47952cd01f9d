import TegataBuffers
import TegataImages
import TegataPixels
import Testing

struct RGBImageViewTests {
    @Test func viewsHaveThePixels() throws {
        let image = try #require(RGBImage(width: 2, height: 2, pixels: Array(1...12)))
        let bytes = try image.withView { view throws(TegataError) in
            #expect(view.format == .rgb && view.width == 2 && view.height == 2)
            return view.rgbBytes()
        }
        #expect(bytes == image.pixels)
    }

    @Test func picturesWithALongSideHaveNone() {
        let image = RGBImage(width: 32768, height: 1)
        #expect(throws: TegataError(ImageError.tooLarge(width: 32768, height: 1))) {
            try image.withView { _ throws(TegataError) in }
        }
    }
}
