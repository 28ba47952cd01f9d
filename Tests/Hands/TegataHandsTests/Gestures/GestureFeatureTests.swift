import Foundation
import TegataHands
import TegataTestSupport
import Testing

@Suite struct GestureFeatureTests {
    /// Compares the features of recorded hands to the last bit.
    @Test(arguments: Recording.all.filter { !$0.isVideo && !$0.isLegacy })
    func computesTheReferencesFeatures(recording: Recording) throws {
        for frame in recording.frames {
            let features = try #require(frame.features)
            #expect(features.count == frame.hands.count)
            for (hand, expected) in zip(frame.hands.map { frame.crops[$0] }, features) {
                let found = try GestureFeatures(hand.recognized, frame.size, rotationDegrees: recording.rotationDegrees)
                #expect(found.hand.floats == expected.hand.floats)
                #expect(found.world.floats == expected.world.floats)
                #expect(found.rightProbability == Float(expected.rightProbability))
            }
        }
    }

    // MARK: Known values

    private let ramp = HandPoints { index in
        let step = 0.01 * Float(index)
        return HandPoint(x: step + 0.001, y: step + 0.002, z: step + 0.003)
    }

    private func features(rotation: Float) throws -> GestureFeatures {
        try GestureFeatures(
            landmarks: ramp, worldLandmarks: ramp, handedness: .left, handednessScore: 0.75,
            size: PixelSize(width: 640, height: 480),
            rotation: rotation)
    }

    @Test func computesTheFeaturesOfMediaPipesOwnTest() throws {
        let upright = try features(rotation: 0)
        #expect(abs(upright.hand[2].x - 0.1) < 1e-4 && abs(upright.hand[5].y - 0.1875) < 1e-4)
        #expect(abs(upright.world[2].x - 0.1) < 1e-4 && abs(upright.world[5].y - 0.25) < 1e-4)
        #expect(upright.rightProbability == 0.25)
        let turned = try features(rotation: .pi / 2)
        #expect(abs(turned.hand[2].x - 0.075) < 1e-4 && abs(turned.hand[5].y + 0.25) < 1e-4)
        #expect(abs(turned.world[2].x - 0.1) < 1e-4 && abs(turned.world[5].y + 0.25) < 1e-4)
    }

    @Test func givesFiniteFeaturesIfAllPointsCoincide() throws {
        let point = HandPoints { _ in HandPoint(x: 0.25, y: 0.5, z: 0) }
        let features = try GestureFeatures(
            landmarks: point, worldLandmarks: point, handedness: .right, handednessScore: 1,
            size: PixelSize(width: 1, height: 1),
            rotation: 0)
        #expect(features.hand.floats.allSatisfy { $0 == 0 } && features.world.floats.allSatisfy { $0 == 0 })
        #expect(features.rightProbability == 1)
    }

    // MARK: Networks

    /// Compares embedding, scores and gesture of recorded hands.
    @Test(
        .enabled(if: ModelFiles.have("gesture_recognizer.task", "gesture_recognizer_custom.task")),
        arguments: GestureRecord.all)
    fileprivate func computesTheReferencesScores(record: GestureRecord) throws {
        let recording = try #require(Recording.all.first { $0.name == record.recording })
        let frame = recording.frames[0]
        let hand = frame.crops[frame.hands[record.hand]].recognized
        let networks = try GestureNetworks(bundle: ModelFiles.bytes(record.bundle), file: record.bundle)
        var options = GestureOptions()
        options.returnsDetails = true
        let recognizer = try LandmarkGestureRecognizer(networks, options: options)
        let found = try recognizer.recognize(
            landmarks: hand.landmarks, worldLandmarks: hand.worldLandmarks, handedness: hand.handedness,
            handednessScore: hand.handednessScore, imageWidth: frame.part[2], imageHeight: frame.part[3],
            rotationDegrees: recording.rotationDegrees)
        let details = try #require(found.details)
        #expect(largestDifference(details.embedding, record.embedding.floats) < 1e-4)
        for (scores, expected) in [(details.custom, record.custom), (details.canned, record.canned)] {
            #expect(largestDifference(scores.sorted { $0.index < $1.index }.map(\.score), expected.floats) < 1e-5)
        }
        let gesture = try #require(found.gesture)
        #expect(gesture.name == record.answer.name && abs(gesture.score - Float(record.answer.score)) < 1e-5)
    }

    private func largestDifference(_ a: [Float], _ b: [Float]) -> Float {
        a.count == b.count ? zip(a, b).map { abs($0 - $1) }.max() ?? 0 : .infinity
    }
}

/// The outputs of MediaPipe's networks for a recorded hand, as recorded by Tools/make/goldens/gestures.py.
private struct GestureRecord: Decodable, CustomTestStringConvertible, Sendable {
    var bundle: String
    var recording: String
    var hand: Int
    var embedding: [Double]
    var custom: [Double]
    var canned: [Double]
    var answer: Answer

    struct Answer: Decodable, Sendable {
        var name: String
        var score: Double
    }

    var testDescription: String { "\(recording) hand \(hand), \(bundle)" }

    static let all: [GestureRecord] = {
        let url = ModelFiles.packageFolder.appendingPathComponent("Tests/Fixtures/gestures/scores.json")
        return (try? JSONDecoder().decode([GestureRecord].self, from: Data(contentsOf: url))) ?? []
    }()
}

extension Recording.Crop {
    /// The hand as the pipeline returns it.
    var recognized: HandResult {
        HandResult(
            landmarks: landmarks.points, worldLandmarks: world.points, presence: Float(presence),
            rightProbability: Float(rightProbability), rectangle: rectangle.rectangle)
    }
}

extension GestureFeatures {
    init(_ hand: HandResult, _ size: PixelSize, rotationDegrees: Int) throws(GestureError) {
        try self.init(
            landmarks: hand.landmarks, worldLandmarks: hand.worldLandmarks, handedness: hand.handedness,
            handednessScore: hand.handednessScore, size: size, rotation: regionRotation(degrees: rotationDegrees))
    }
}
