import MediaPipeTasksVision
import Testing

@Suite("Results")
struct ResultTests {
    @Test("landmarks are equal within a millionth, whatever their visibility and presence")
    func landmarks() {
        let landmark = NormalizedLandmark(x: 0.5, y: -0.25, z: 0.125, visibility: nil, presence: nil)
        let near = NormalizedLandmark(x: 0.5000005, y: -0.2500005, z: 0.1250005, visibility: 0.5, presence: 1)
        let far = NormalizedLandmark(x: 0.500002, y: -0.25, z: 0.125, visibility: nil, presence: nil)
        #expect(landmark == near)
        #expect(landmark.hash == near.hash)
        #expect(landmark != far)
        #expect(near.visibility == 0.5)
        #expect(landmark.presence == nil)
        let world = Landmark(x: 0.5, y: -0.25, z: 0.125, visibility: nil, presence: nil)
        #expect(world == Landmark(x: 0.5, y: -0.25, z: 0.125, visibility: nil, presence: nil))
        #expect(world != Landmark(x: 0.5, y: -0.25, z: 0.126, visibility: nil, presence: nil))
        #expect(!world.isEqual(landmark))
    }

    @Test("results created by a program keep their values")
    func results() {
        let landmark = NormalizedLandmark(x: 0.1, y: 0.2, z: 0.3, visibility: nil, presence: nil)
        let world = Landmark(x: 0.01, y: 0.02, z: 0.03, visibility: nil, presence: nil)
        let right = ResultCategory(index: 0, score: 0.75, categoryName: "Right", displayName: "Right")
        let thumb = ResultCategory(index: -1, score: 0.5, categoryName: "Thumb_Up", displayName: nil)
        let hands = HandLandmarkerResult(
            landmarks: [[landmark]], worldLandmarks: [[world]], handedness: [[right]], timestampInMilliseconds: 40)
        #expect(hands.landmarks[0][0].y == 0.2)
        #expect(hands.worldLandmarks[0][0].z == 0.03)
        #expect(hands.handedness[0].first?.categoryName == "Right")
        #expect(hands.timestampInMilliseconds == 40)
        let gestures = GestureRecognizerResult(
            gestures: [[thumb]], handedness: [[right]], landmarks: [[landmark]], worldLandmarks: [[world]],
            timestampInMilliseconds: 41)
        #expect(gestures.gestures[0][0].index == -1)
        #expect(gestures.gestures[0][0].displayName == nil)
        #expect(gestures.handedness[0][0].score == 0.75)
        #expect(gestures.timestampInMilliseconds == 41)
    }

    @Test("error codes have the published numbers and names")
    func errorCodes() {
        #expect(TasksErrorCode.cancelled.rawValue == 1)
        #expect(TasksErrorCode.invalidArgument.rawValue == 3)
        #expect(TasksErrorCode.notFound.rawValue == 5)
        #expect(TasksErrorCode.unimplemented.rawValue == 12)
        #expect(TasksErrorCode.unauthenticated.rawValue == 16)
        #expect(TasksErrorCode.invalidArgumentError == .invalidArgument)
        #expect(TasksErrorDomain == "com.google.mediapipe.tasks")
    }
}

struct HandConnectionsTests {
    @Test func numbersLandmarksFromTheWrist() {
        #expect(HandLandmark.allCases.map(\.rawValue) == Array(0...20))
        #expect(HandLandmark.indexFingerTIP.rawValue == 8)
        #expect(HandLandmark.pinkyTIP.rawValue == 20)
    }

    @Test func listsConnectionsByPart() {
        let pairs = HandConnections.all.map { [$0.start, $0.end] }
        let expected: [[UInt]] = [
            [0, 1], [0, 5], [9, 13], [13, 17], [5, 9], [0, 17], [1, 2], [2, 3], [3, 4], [5, 6], [6, 7], [7, 8],
            [9, 10], [10, 11],
            [11, 12], [13, 14], [14, 15], [15, 16], [17, 18], [18, 19], [19, 20],
        ]
        #expect(pairs == expected)
    }
}
