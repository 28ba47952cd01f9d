import TegataDrawing
import TegataHands
import TegataImages
import Testing

@Suite struct AxesTests {
    private let red = RGBColor(red: 255, green: 60, blue: 60)
    private let green = RGBColor(red: 60, green: 220, blue: 60)
    private let blue = RGBColor(red: 70, green: 130, blue: 255)

    /// Returns a hand with a palm of 10 cm that faces the camera upright, to the right of the camera's centre.
    private func hand(right: Float = 0.1, distance: Float = 1, isShownAsRight: Bool = true) -> HandResult {
        // Keeps the landmarks away from the axes, and the hand large enough for lines of normal width.
        let landmarks = HandPoints { HandPoint(x: 0.02, y: 0.1 + 0.04 * Float($0), z: 0) }
        var hand = HandResult(
            landmarks: landmarks, worldLandmarks: HandPoints(), presence: 1, rightProbability: 0.98,
            rectangle: HandRectangle(centerX: 0, centerY: 0, width: 0.1, height: 0.1, rotation: 0))
        let points = HandPoints { index in
            let (x, y): (Float, Float) =
                switch index {
                case HandLandmark.wrist.index: (0, 0.06)
                case HandLandmark.indexFingerMCP.index: (0.03, -0.03)
                case HandLandmark.middleFingerMCP.index: (0, -0.04)
                case HandLandmark.pinkyMCP.index: (-0.03, -0.03)
                default: (0, 0)
                }
            return HandPoint(x: right + x, y: y, z: distance)
        }
        hand.metric = MetricHand(
            points: points, distanceUncertainty: 0.05,
            camera: CameraIntrinsics(focalX: 500, focalY: 500, centerX: 320, centerY: 240),
            isShownAsRight: isShownAsRight)
        return hand
    }

    private func drawn(_ hands: [HandResult], hasAxes: Bool = true) -> RGBImage {
        var drawing = HandDrawing(width: 640, height: 480)
        (drawing.hasLabels, drawing.hasAxes) = (false, hasAxes)
        var picture = RGBImage(width: 640, height: 480)
        drawing.draw(hands, in: &picture)
        return picture
    }

    /// The middle of the palm is at (370, 240), where 10 cm are 50 pixels.
    @Test func drawsAxesInPerspective() {
        let picture = drawn([hand()])
        for y in [239, 240] { #expect(picture[400, y] == red && picture[418, y] == red) }
        #expect(picture[400, 237] == .black && picture[400, 242] == .black && picture[422, 239] == .black)
        for x in [369, 370] { #expect(picture[x, 220] == green && picture[x, 191] == green) }
        #expect(picture[367, 220] == .black && picture[372, 220] == .black && picture[369, 187] == .black)
        // The tip of the third axis is 10 cm nearer to the camera, where 10 cm are 55.6 pixels.
        #expect(picture[373, 239] == blue && picture[374, 239] == blue && picture[378, 239] == red)
        #expect(picture[366, 239] == .black)
    }

    @Test func drawsTheNormalOfLeftPalmsInTheOppositeDirection() {
        let picture = drawn([hand(isShownAsRight: false)])
        #expect(picture[367, 239] == blue && picture[374, 239] == red)
        #expect(picture[362, 239] == .black)
    }

    @Test func drawsNearerHandsOverOthers() {
        let (near, far) = (hand(distance: 0.8), hand(distance: 1))
        let picture = drawn([near, far])
        #expect(picture == drawn([far, near]))
        // At a distance of 0.8 m, 0.1 m to the right are 62.5 pixels.
        #expect(picture[382, 200] == green)
    }

    @Test func drawsAxesOnlyIfEnabledAndKnown() {
        let plain = drawn([hand()], hasAxes: false)
        #expect(plain[400, 239] == .black && plain[369, 220] == .black)
        var unknown = hand()
        unknown.metric = nil
        #expect(drawn([unknown]) == plain)
    }

    @Test func skipsAxesBehindTheCamera() {
        // The palm faces the camera at a distance of 9 cm, so its 10 cm normal ends behind the camera.
        let near = drawn([hand(right: 0.02, distance: 0.09)])
        #expect(near[431, 100] == green)
        #expect((0..<480).allSatisfy { y in (0..<640).allSatisfy { near[$0, y] != blue } })
        #expect(drawn([hand(distance: -1)]) == drawn([hand()], hasAxes: false))
        for distance in [Float.nan, .infinity, 1e-30] { _ = drawn([hand(distance: distance)]) }
    }

    @Test func labelsHandsWithTheirDistance() throws {
        #expect(try #require(hand(distance: 0.62).metric).distanceLabel == "0.63 m")
        #expect(try #require(hand(distance: 12.04).metric).distanceLabel == "12.04 m")
        #expect(try #require(hand(distance: .nan).metric).distanceLabel == "? m")
        func whiteCount(_ hasAxes: Bool) -> Int {
            var drawing = HandDrawing(width: 640, height: 480)
            drawing.hasAxes = hasAxes
            var picture = RGBImage(width: 640, height: 480)
            drawing.draw([hand()], in: &picture)
            return (0..<480).reduce(0) { sum, y in sum + (0..<640).count { picture[$0, y] == .white } }
        }
        #expect(whiteCount(true) > whiteCount(false))
    }
}
