import TegataHands
import Testing

@Suite struct TileLayoutTests {
    private func boxes(_ width: Int, _ height: Int, _ change: (inout SearchOptions) -> Void = { _ in }) -> [PixelRegion]
    {
        var options = SearchOptions()
        change(&options)
        var layout = TileLayout()
        let size = PixelSize(width: width, height: height)
        let areNew = [0, 0, 90].map { layout.update(size, rotationDegrees: $0, options) }
        #expect(areNew == [true, false, true])
        return layout.tiles.map(\.region)
    }

    @Test func coversTheImageFromBorderToBorder() {
        let tiles = boxes(1920, 1080)
        #expect(tiles.count == 6 * 3)
        #expect(tiles.allSatisfy { $0.width == 432 && $0.height == 432 })
        #expect(tiles.first?.centerX == 216 && tiles.first?.centerY == 216)
        #expect(tiles.last?.centerX == 1920 - 216 && tiles.last?.centerY == 1080 - 216)
        for (left, right) in zip(tiles[..<6], tiles[1..<6]) {
            let overlap = 432 - (right.centerX - left.centerX)
            #expect(overlap >= 0.25 * 432 && overlap < 0.5 * 432)
        }
    }

    @Test func addsLargeTilesInLargeImages() {
        let sides = boxes(3840, 2160).map(\.width)
        #expect(sides.filter { $0 == 432 }.count == 12 * 7)
        #expect(sides.filter { $0 == 864 }.count == 6 * 3)
        #expect(sides.count == 12 * 7 + 6 * 3)
    }

    /// If the image is not as high as a tile, one row of tiles is centred on it.
    @Test func usesOneRowInLowImages() {
        let tiles = boxes(1000, 100) { $0.tileOverlap = 0 }
        #expect(tiles.map(\.centerX) == [216, 500, 784])
        #expect(tiles.allSatisfy { $0.centerY == 50 })
    }
}
