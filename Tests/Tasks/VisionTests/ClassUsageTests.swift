// Imports more modules than needed, like real programs.
import CoreGraphics
import CoreML
import Foundation
import TegataTestSupport
import Testing
import Vision

/// Code in the style of programs for Apple's systems, written for these tests.
@Suite("Usage of the class API", .enabled(if: hasModel, "needs hand_landmarker.task"))
struct ClassUsageTests {
    @Test("finds raised fingertips above a threshold, for drawing with y downwards")
    func fingertips() throws {
        let sampleBuffer = try renderedHands("victory_left").sampleBuffer()
        let handPoseRequest = VNDetectHumanHandPoseRequest()
        handPoseRequest.maximumHandCount = 2
        let handler = VNImageRequestHandler(cmSampleBuffer: sampleBuffer, orientation: .up, options: [:])
        var tips: [CGPoint] = []
        try handler.perform([handPoseRequest])
        guard let results = handPoseRequest.results?.prefix(2), !results.isEmpty else {
            Issue.record("there is a hand")
            return
        }
        var recognized: [VNRecognizedPoint] = []
        for observation in results {
            let fingers = try observation.recognizedPoints(.all)
            if let thumb = fingers[.thumbTip] { recognized.append(thumb) }
            if let index = fingers[.indexTip] { recognized.append(index) }
            if let middle = fingers[.middleTip] { recognized.append(middle) }
            if let ring = fingers[.ringTip] { recognized.append(ring) }
            if let little = fingers[.littleTip] { recognized.append(little) }
        }
        tips = recognized.filter { $0.confidence > 0.9 }.map { CGPoint(x: $0.location.x, y: 1 - $0.location.y) }
        #expect(tips.count == 2)
        #expect(tips.allSatisfy { (0...1).contains($0.x) && (0...1).contains($0.y) })
        #expect("\(results)".contains("VNHumanHandPoseObservation"))
    }

    @Test("reads an index finger, the array for a classifier, and hands by chirality")
    func classification() throws {
        let pixelBuffer = try renderedHands("two_hands_mixed").pixelBuffer()
        let request = VNDetectHumanHandPoseRequest()
        request.maximumHandCount = 1
        request.revision = VNDetectHumanHandPoseRequestRevision1
        let handler = VNImageRequestHandler(cvPixelBuffer: pixelBuffer, options: [:])
        do {
            try handler.perform([request])
        } catch {
            assertionFailure("Human Pose Request failed: \(error)")
        }
        guard let handPoses = request.results, !handPoses.isEmpty else {
            Issue.record("there is a hand")
            return
        }
        let handObservation = handPoses.first
        guard let keypointsMultiArray = try? handObservation?.keypointsMultiArray() else { fatalError("no numbers") }
        #expect(keypointsMultiArray.shape == [1, 3, 21])
        let indexFingerName = VNHumanHandPoseObservation.JointName.indexTip
        if let indexFinger = try? handObservation?.recognizedPoint(indexFingerName), indexFinger.confidence > 0.2 {
            let place = VNImagePointForNormalizedPoint(indexFinger.location, 640, 480)
            #expect(place.x == indexFinger.location.x * 640)
            let pair = CGPoint((x: indexFinger.location.x, y: indexFinger.location.y))
            #expect(pair == indexFinger.location)
            #expect(CGPoint((x: 0.25, y: 0.5)) == CGPoint(x: 0.25, y: 0.5))
            #expect(CGPoint((x: indexFinger.x, y: 1 - indexFinger.y)).x == indexFinger.location.x)
        }

        var queue: [(MLMultiArray, VNHumanHandPoseObservation.Chirality)] = []
        request.maximumHandCount = 2
        try handler.perform([request])
        for hand in request.results ?? [] where hand.chirality == .right {
            queue.append((try hand.keypointsMultiArray(), hand.chirality))
        }
        #expect(queue.count == 2)
        let window = MLMultiArray(concatenating: queue.map { $0.0 }, axis: 0, dataType: .float32)
        #expect(window.shape == [2, 3, 21])
    }

    @Test("supports the names of the first beta")
    func oldNames() throws {
        let request = VNDetectHumanHandPoseRequest()
        try VNImageRequestHandler(url: renderedFile("thumb_up_right")).perform([request])
        let observation: VNRecognizedPointsObservation = try #require(request.results?.first)
        let thumb = try observation.recognizedPoints(forGroupKey: .handLandmarkRegionKeyThumb)
        let index = try observation.recognizedPoints(forGroupKey: .handLandmarkRegionKeyIndexFinger)
        #expect(thumb.count == 4 && index.count == 4)
        let tips = [thumb[.handLandmarkKeyThumbTIP], index[.handLandmarkKeyIndexTIP]].compactMap { $0 }
        #expect(tips.map(\.identifier.rawValue) == ["VNHLKTTIP", "VNHLKITIP"])
        #expect(tips.map(\.identifier) == [.handLandmarkKeyThumbTIP, .handLandmarkKeyIndexTIP])
        let wrist = try observation.recognizedPoint(forKey: .handLandmarkKeyWrist)
        #expect(try request.results?[0].recognizedPoint(.wrist) == wrist)
        #expect(try observation.recognizedPoints(forGroupKey: .all).count == 21)
        #expect(observation.availableKeys.count == 21 && observation.availableGroupKeys.count == 6)
    }

    @Test("completion handlers run before perform returns, with typed or untyped results")
    func completion() throws {
        nonisolated(unsafe) var calls: [String] = []
        let request = VNDetectHumanHandPoseRequest { request, error in
            let hands = request.results as? [VNHumanHandPoseObservation]
            calls.append("\(hands?.count ?? -1) \(error == nil)")
        }
        #expect(request.results == nil)
        try VNImageRequestHandler(cgImage: renderedHands("no_hand").cgImage()).perform([request])
        #expect(calls == ["0 true"])
        #expect(request.results == [])
        let plain: [VNObservation]? = (request as VNRequest).results
        #expect(plain == [])
        #expect(throws: NSError.self) {
            try VNImageRequestHandler(data: Data([1, 2, 3])).perform([request])
        }
        #expect(calls == ["0 true", "-1 false"])
        #expect(request.results == nil)
    }

    @Test("supports a lazy request and a call to the main queue")
    func queues() throws {
        final class Camera: @unchecked Sendable {
            let request: VNDetectHumanHandPoseRequest = {
                let request = VNDetectHumanHandPoseRequest()
                request.maximumHandCount = 1
                return request
            }()
            private(set) var count = 0

            func output(_ image: CGImage) {
                defer { DispatchQueue(label: "main").sync { count += request.results?.count ?? 0 } }
                try? VNImageRequestHandler(cgImage: image, options: [:]).perform([request])
            }
        }
        let camera = Camera()
        let image = try renderedHands("victory_left").cgImage()
        DispatchQueue(label: "camera").sync { camera.output(image) }
        #expect(camera.count == 1)
    }
}
