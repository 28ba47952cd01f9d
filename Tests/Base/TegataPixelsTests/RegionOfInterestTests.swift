import TegataPixels
import Testing

@Suite struct RegionOfInterestTests {
    @Test func roundsRegionsToPixels() throws {
        let region = RegionOfInterest(left: 0.25, top: 0.1, right: 0.75, bottom: 0.9)
        #expect(try region.pixels(width: 8, height: 10) == PixelRectangle(x: 2, y: 1, width: 4, height: 8))
        #expect(try region.pixels(width: 10, height: 10) == PixelRectangle(x: 3, y: 1, width: 5, height: 8))
        #expect(try region.pixels(width: 1, height: 1) == PixelRectangle(x: 0, y: 0, width: 1, height: 1))
        let whole = RegionOfInterest(left: 0, top: 0, right: 1, bottom: 1)
        #expect(try whole.pixels(width: 640, height: 481) == PixelRectangle(x: 0, y: 0, width: 640, height: 481))
        let exact = RegionOfInterest(left: 79 / 320, top: 7 / 240, right: 241 / 320, bottom: 239 / 240)
        #expect(try exact.pixels(width: 320, height: 240) == PixelRectangle(x: 79, y: 7, width: 162, height: 232))
        let edge = RegionOfInterest(left: 0.999999, top: 0, right: 1, bottom: 1)
        #expect(try edge.pixels(width: 10, height: 10) == PixelRectangle(x: 9, y: 0, width: 1, height: 10))
    }

    @Test func rejectsInvalidRegions() {
        for (left, top, right, bottom): (Float, Float, Float, Float) in [
            (0.5, 0, 0.5, 1), (0, 0.6, 1, 0.5), (-0.1, 0, 1, 1), (0, 0, 1, 1.01), (.nan, 0, 1, 1), (0, 0, .infinity, 1),
        ] {
            let region = RegionOfInterest(left: left, top: top, right: right, bottom: bottom)
            #expect(throws: ImageError.self) { try region.pixels(width: 100, height: 100) }
        }
    }
}
