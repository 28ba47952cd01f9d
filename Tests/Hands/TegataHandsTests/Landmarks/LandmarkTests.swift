import TegataHands
import Testing

@Suite struct LandmarkTests {
    /// Compares landmarks, world landmarks and rectangles, each computed from the reference's input.
    @Test(arguments: Recording.all)
    func projectsLandmarksLikeTheReference(recording: Recording) {
        for frame in recording.frames {
            for crop in frame.crops {
                let rectangle = crop.rectangle.rectangle
                #expect(
                    crop.rawLandmarks.points.projected(
                        fromInputSide: 224, recording.handRegion(rectangle, frame.size).letterbox, to: rectangle
                    ).floats
                        == crop.landmarks.floats)
                #expect(
                    crop.rawWorld.points.turned(by: rectangle.rotation, recording.angles).floats == crop.world.floats)
                #expect(
                    crop.landmarks.points.tightRectangle(frame.size, recording.angles).floats
                        == crop.tightRectangle.floats)
                #expect(crop.landmarks.points.nextROI(frame.size, recording.angles).floats == crop.nextRectangle.floats)
            }
        }
    }

    private let hand = HandPoints { HandPoint(x: 0.3 + 0.01 * Float($0 % 5), y: 0.2 + 0.02 * Float($0 / 5), z: 0) }

    @Test func detectsDuplicateHands() {
        let size = PixelSize(width: 640, height: 480)
        #expect(size.areDuplicates(hand, hand))
        var other = hand
        for index in 0..<11 { other[index].x += 0.5 }
        #expect(size.areDuplicates(hand, other) == false, "ten are close, but the boxes hardly overlap")
        other = hand
        for index in 0..<11 { other[index].z += 100 }
        #expect(size.areDuplicates(hand, other), "depth does not count")
        let far = HandPoints { HandPoint(x: hand[$0].x + 0.3, y: hand[$0].y, z: 0) }
        #expect(!size.areDuplicates(hand, far))
    }

    @Test func isACollectionOfPoints() {
        #expect(hand.count == 21)
        #expect(hand.map(\.x).max() == hand[4].x)
        #expect(hand[20] == hand.last)
        #expect(hand == hand && hand != HandPoints())
    }
}
