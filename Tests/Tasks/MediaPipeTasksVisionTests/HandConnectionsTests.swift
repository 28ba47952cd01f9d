import MediaPipeTasksVision
import Testing

struct HandConnectionsTests {
    @Test func landmarksAreNumberedFromTheWrist() {
        #expect(HandLandmark.allCases.map(\.rawValue) == Array(0...20))
        #expect(HandLandmark.indexFingerTIP.rawValue == 8)
        #expect(HandLandmark.pinkyTIP.rawValue == 20)
    }

    @Test func connectionsAreListedByPart() {
        let pairs = HandConnections.all.map { [$0.start, $0.end] }
        let expected: [[UInt]] = [
            [0, 1], [0, 5], [9, 13], [13, 17], [5, 9], [0, 17], [1, 2], [2, 3], [3, 4], [5, 6], [6, 7], [7, 8],
            [9, 10], [10, 11],
            [11, 12], [13, 14], [14, 15], [15, 16], [17, 18], [18, 19], [19, 20],
        ]
        #expect(pairs == expected)
    }
}
