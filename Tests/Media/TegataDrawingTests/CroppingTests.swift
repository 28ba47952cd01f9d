import TegataDrawing
import TegataHands
import TegataImages
import Testing

@Suite struct CroppingTests {
    /// An image of four quarters: red, green, blue and white.
    private var quarters: RGBImage {
        var picture = RGBImage(width: 200, height: 200)
        picture.withMutablePixels { samples in
            for y in 0..<200 {
                for x in 0..<200 {
                    let colours: [(UInt8, UInt8, UInt8)] = [(255, 0, 0), (0, 255, 0), (0, 0, 255), (255, 255, 255)]
                    let colour = colours[(y / 100) * 2 + x / 100]
                    let offset = 3 * (y * 200 + x)
                    (samples[offset], samples[offset + 1], samples[offset + 2]) = colour
                }
            }
        }
        return picture
    }

    private let red = RGBColor(red: 255, green: 0, blue: 0)
    private let green = RGBColor(red: 0, green: 255, blue: 0)
    private let blue = RGBColor(red: 0, green: 0, blue: 255)

    private func corners(_ picture: RGBImage) -> [RGBColor] {
        let (near, far) = (picture.width / 8, picture.width - 1 - picture.width / 8)
        return [picture[near, near], picture[far, near], picture[near, far], picture[far, far]]
    }

    @Test func turnsHandsUpright() throws {
        for (rotation, expected): (Float, [RGBColor]) in [
            (0, [red, green, blue, .white]), (.pi / 2, [green, .white, red, blue]),
            (.pi, [.white, blue, green, red]), (-.pi / 2, [blue, red, .white, green]),
        ] {
            let hand = raisedHand(left: 0.4, top: 0.4, width: 0.2, height: 0.2, rotation: rotation)
            for side in [nil, 16, 52, 128] {
                let crop = try #require(quarters.cropped(to: hand, side: side))
                // The points span 40 pixels, and the margin is 15 % of that on each side.
                #expect(crop.width == side ?? 52 && crop.height == crop.width)
                #expect(corners(crop) == expected)
            }
        }
    }

    @Test func copiesPixelsOfUprightHands() throws {
        let picture = checkered(width: 200, height: 200)
        let hand = raisedHand(left: 0.4, top: 0.4, width: 0.2, height: 0.2)
        let crop = try #require(picture.cropped(to: hand))
        #expect(crop[10, 10] == picture[84, 84])
        #expect(crop[51, 51] == picture[125, 125])
    }

    @Test func padsSquareCropsWithBlack() throws {
        let picture = RGBImage(width: 100, height: 100, filledWith: .white)
        let crop = try #require(picture.cropped(to: raisedHand(left: 0.8, top: 0.1, width: 0.4, height: 0.8), side: 64))
        #expect(crop.width == 64 && crop.height == 64)
        #expect(corners(crop) == [.white, .black, .white, .black])
    }

    @Test func cropsToThePointsRatherThanTheRectangle() throws {
        // The rectangle belongs to the previous frame, and the hand has moved since.
        let moved = raisedHand(left: 0.6, top: 0.2, width: 0.2, height: 0.2)
        let hand = HandResult(
            landmarks: moved.landmarks, worldLandmarks: HandPoints(), presence: 1, rightProbability: 1,
            rectangle: HandRectangle(centerX: 0.3, centerY: 0.7, width: 0.2, height: 0.2, rotation: 0))
        let crop = try #require(quarters.cropped(to: hand))
        #expect(corners(crop) == [red, green, blue, .white])
    }

    @Test func survivesHandsFarOutsideTheImage() {
        for value: Float in [1e30, .infinity, .nan] {
            let crop = quarters.cropped(to: raisedHand(left: value, top: value, width: 0.1, height: 0.1), side: 8)
            #expect(crop == nil || crop == RGBImage(width: 8, height: 8))
        }
        #expect(quarters.cropped(to: raisedHand(left: 0.5, top: 0.5, width: 1e9, height: 1e9), side: 8)?.width == 8)
    }
}
