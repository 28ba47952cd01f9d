import TegataHands
import TegataImages

extension RGBImage {
    /// Returns a square image of the hand, turned so that it points up, with all fingers and a margin; areas outside
    /// the image are black.
    ///
    /// It has `side` pixels on each side; nil means about the original resolution. Returns nil if the hand's position
    /// is unknown.
    package func cropped(to hand: HandResult, side: Int? = nil) -> RGBImage? {
        guard let region = HandRegion(of: hand, width: width, height: height), region.side > 0 else { return nil }
        // Limit the side, because landmarks can be far outside the image.
        let native = Int(max(1, min(region.side, Float(width + height), 8192)).rounded())
        let side = min(side ?? native, Self.largestCrop)
        guard side > 0 else { return nil }
        // If the crop is reduced, each pixel is the mean of several.
        let samples = max(1, min((native + side - 1) / side, Self.largestCrop / side))
        return turned(region, side: side * samples).averaged(width: side, height: side)
    }

    private static let largestCrop = 8192

    /// Returns the square around the region's centre, with its pixels interpolated.
    private func turned(_ region: HandRegion, side: Int) -> RGBImage {
        let step = region.side / Float(side)
        let start = -region.side / 2 + step / 2
        var crop = RGBImage(width: side, height: side)
        crop.withMutablePixels { target in
            var offset = 0
            for row in 0..<side {
                for column in 0..<side {
                    let place = region.place(right: start + Float(column) * step, down: start + Float(row) * step)
                    let colour = mixed(at: place)
                    target[offset] = colour.red
                    target[offset + 1] = colour.green
                    target[offset + 2] = colour.blue
                    offset += 3
                }
            }
        }
        return crop
    }

    /// Returns the interpolated colour at a position; everything outside the image is black.
    private func mixed(at place: PixelPoint) -> RGBColor {
        guard place.x > -1, place.y > -1, place.x < Float(width), place.y < Float(height) else { return .black }
        let (left, top) = (place.x.rounded(.down), place.y.rounded(.down))
        let (right, bottom) = (place.x - left, place.y - top)
        let (column, row) = (Int(left), Int(top))
        var (red, green, blue): (Float, Float, Float) = (0, 0, 0)
        func add(_ x: Int, _ y: Int, _ weight: Float) {
            guard x >= 0, y >= 0, x < width, y < height else { return }
            let colour = self[x, y]
            red += weight * Float(colour.red)
            green += weight * Float(colour.green)
            blue += weight * Float(colour.blue)
        }
        add(column, row, (1 - right) * (1 - bottom))
        add(column + 1, row, right * (1 - bottom))
        add(column, row + 1, (1 - right) * bottom)
        add(column + 1, row + 1, right * bottom)
        return RGBColor(red: UInt8(red.rounded()), green: UInt8(green.rounded()), blue: UInt8(blue.rounded()))
    }
}
