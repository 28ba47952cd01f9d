import TegataHands
import Testing

/// Names, lines and colours of a hand.
struct HandVocabularyTests {
    @Test func namesAllLandmarks() {
        #expect(HandLandmark.allCases.count == HandPoints.count)
        #expect(HandLandmark.allCases.map(\.index) == Array(0..<HandPoints.count))
        #expect(Set(HandLandmark.allCases.map(\.name)).count == HandPoints.count)
        #expect(HandLandmark.wrist.name == "wrist")
        #expect(HandLandmark.thumbIP.name == "thumb_ip")
        #expect(HandLandmark.indexFingerTIP.name == "index_finger_tip")
        #expect(HandLandmark.pinkyTIP.name == "pinky_tip")
    }

    @Test func findsPointsByLandmark() {
        let points = HandPoints { HandPoint(x: Float($0), y: 0, z: 0) }
        #expect(points[.wrist].x == 0)
        #expect(points[.middleFingerMCP].x == 9)
        #expect(points[.pinkyTIP].x == 20)
    }

    @Test func assignsEveryPointToOnePart() {
        let points = HandPart.all.flatMap(\.points).map(\.index)
        #expect(points.sorted() == Array(0..<HandPoints.count))
        #expect(HandPart.palm.points.map(\.index) == [0, 1, 5, 9, 13, 17])
        #expect(HandPart.ringFinger.points.map(\.index) == [14, 15, 16])
    }

    @Test func connectsTheSameLandmarksAsMediaPipe() {
        let lines = HandPart.all.map { part in part.connections.map { [$0.start.index, $0.end.index] } }
        #expect(
            lines == [
                [[0, 1], [0, 5], [9, 13], [13, 17], [5, 9], [0, 17]], [[1, 2], [2, 3], [3, 4]],
                [[5, 6], [6, 7], [7, 8]], [[9, 10], [10, 11], [11, 12]], [[13, 14], [14, 15], [15, 16]],
                [[17, 18], [18, 19], [19, 20]],
            ])
    }

    @Test func usesMediaPipesColours() {
        func numbers(_ colour: HandPart.Colour) -> [UInt8] { [colour.red, colour.green, colour.blue] }
        #expect(
            HandPart.all.map { numbers($0.pointColour) } == [
                [255, 48, 48], [255, 229, 180], [128, 64, 128], [255, 204, 0], [48, 255, 48], [21, 101, 192],
            ])
        #expect(numbers(HandPart.palm.lineColour) == [128, 128, 128])
        #expect(numbers(HandPart.thumb.lineColour) == [255, 229, 180])
    }

    @Test func namesAllKindsOfEvents() {
        #expect(GestureEvent.Kind.allCases.map(\.name) == ["began", "held", "ended"])
    }
}
