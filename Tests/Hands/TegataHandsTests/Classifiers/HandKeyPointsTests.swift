import TegataClassifiers
import TegataHands
import Testing

struct HandKeyPointsTests {
    /// A right hand whose first points are at (0.1, 0.2), (0.11, 0.2) and so on.
    private static let hand = HandResult(
        landmarks: HandPoints { HandPoint(x: 0.1 + 0.01 * Float($0), y: 0.2, z: 0) },
        worldLandmarks: HandPoints { _ in HandPoint(x: 0, y: 0, z: 0) }, presence: 1, rightProbability: 0.9,
        rectangle: HandRectangle(centerX: 0.5, centerY: 0.5, width: 1, height: 1, rotation: 0))

    @Test(arguments: [
        (0, 0.12 as Float, 0.2 as Float, 2 as Float), (90, 0.8, 0.12, 0.5), (180, 0.88, 0.8, 2), (270, 0.2, 0.88, 0.5),
        (-90, 0.2, 0.88, 0.5), (450, 0.8, 0.12, 0.5),
    ])
    func convertsPointsToTheUprightImage(degrees: Int, x: Float, y: Float, aspectRatio: Float) {
        let points = HandKeyPoints(Self.hand, width: 200, height: 100, rotationDegrees: degrees)
        #expect(abs(points.values[2] - x) < 1e-6)
        #expect(abs(points.values[23] - y) < 1e-6)
        #expect(points.values[44] == 1)
        #expect(points.aspectRatio == aspectRatio)
        #expect(points.chirality == .right)
    }
}
