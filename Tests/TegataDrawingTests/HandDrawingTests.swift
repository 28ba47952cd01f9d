import TegataDrawing
import TegataHands
import TegataImages
import Testing

@Suite struct HandDrawingTests {
    private let outside = HandPoint(x: -1, y: 2, z: 0)

    private func drawn(_ landmarks: HandPoints) -> RGBImage {
        var picture = RGBImage(width: 640, height: 480)
        HandDrawing(width: 640, height: 480).draw(landmarks, in: &picture)
        return picture
    }

    @Test func pointsHaveTheirColourAndALightRim() {
        let picture = drawn(HandPoints { $0 == 8 ? HandPoint(x: 0.5, y: 0.5, z: 0) : outside })
        #expect(picture[320, 240] == RGBColor(red: 128, green: 64, blue: 128))
        #expect(picture[326, 240] != .black)
        #expect(picture[328, 240] == .black)
    }

    @Test func linesAreBelowPointsAndLeaveOutWhatIsOutside() {
        let picture = drawn(HandPoints { $0 == 3 || $0 == 4 ? HandPoint(x: $0 == 3 ? 0.25 : 0.75, y: 0.5, z: 0) : outside })
        #expect(picture[320, 240] == RGBColor(red: 255, green: 229, blue: 180))
        #expect(picture[320, 244] == .black)
        #expect(picture[100, 240] == .black)
    }

    @Test func nothingIsDrawnOfPointsThatAreNotNumbers() {
        let picture = drawn(HandPoints { _ in HandPoint(x: .nan, y: .infinity, z: 0) })
        #expect(picture == RGBImage(width: 640, height: 480))
    }
}
