import Foundation
import TegataTestSupport
import Testing
import Vision

@Suite("Observations and points", .enabled(if: hasModel, "needs hand_landmarker.task"))
struct ObservationTests {
    private func hand() throws -> VNHumanHandPoseObservation {
        try #require(try hands(renderedHands("victory_left")).first)
    }

    @Test("finds joints by name and group")
    func joints() throws {
        let hand = try hand()
        let all = try hand.recognizedPoints(.all)
        #expect(all.count == 21 && Set(all.keys) == Set(hand.availableJointNames))
        for name in hand.availableJointNames {
            let point = try hand.recognizedPoint(name)
            #expect(point == all[name] && point.identifier == name.rawValue)
            #expect(point.location == CGPoint(x: point.x, y: point.y))
        }
        for group in hand.availableJointsGroupNames where group != .all {
            let points = try hand.recognizedPoints(group)
            #expect(points.count == 4 && points[.wrist] == nil)
        }
        #expect(Set(try hand.recognizedPoints(.littleFinger).keys) == [.littleMCP, .littlePIP, .littleDIP, .littleTip])
        #expect(hand.chirality == .left && hand.requestRevision == 1)
        #expect(hand.confidence > 0.9 && hand.confidence <= 1)
    }

    @Test("returns the array for classifiers")
    func array() throws {
        let hand = try hand()
        let array = try hand.keypointsMultiArray()
        #expect(array.shape == [1, 3, 21] && array.strides == [63, 21, 1] && array.dataType == .float32)
        for (index, point) in try hand.points().enumerated() {
            let numbers = (0..<3).map { array[[0, NSNumber(value: $0), NSNumber(value: index)]].floatValue }
            #expect(numbers == [Float(point.x), Float(point.y), point.confidence])
        }
    }

    @Test("every observation has its own UUID and its time")
    func identity() throws {
        let picture = try renderedHands("victory_left")
        #expect(try hand().uuid != hand().uuid)
        #expect(try hand().timeRange == CMTimeRange(start: .zero, duration: .zero))
        let time = CMTime(value: 7, timescale: 30)
        let sample = try picture.sampleBuffer(CMSampleTimingInfo(presentationTimeStamp: time))
        let request = VNDetectHumanHandPoseRequest()
        try VNImageRequestHandler(cmSampleBuffer: sample).perform([request])
        #expect(request.results?.first?.timeRange == CMTimeRange(start: time, duration: .zero))
    }

    @Test("times keep their epoch, and coded observations contain it only if it is set")
    func epochs() throws {
        let picture = try renderedHands("victory_left")
        func found(_ epoch: Int64) throws -> VNHumanHandPoseObservation {
            let time = CMTimeMakeWithEpoch(value: 7, timescale: 30, epoch: epoch)
            let sample = try picture.sampleBuffer(
                CMSampleTimingInfo(duration: .indefinite, presentationTimeStamp: time))
            let request = VNDetectHumanHandPoseRequest()
            try VNImageRequestHandler(cmSampleBuffer: sample).perform([request])
            return try #require(request.results?.first)
        }
        for epoch in [0, 3] as [Int64] {
            let hand = try found(epoch)
            #expect(hand.timeRange.start.epoch == epoch && hand.timeRange.duration.isIndefinite)
            #expect(hand.timeRange.start == CMTimeMakeWithEpoch(value: 7, timescale: 30, epoch: epoch))
            let coded = try JSONEncoder().encode(hand)
            #expect(String(decoding: coded, as: UTF8.self).contains("epoch") == (epoch != 0))
            let decoded = try JSONDecoder().decode(VNHumanHandPoseObservation.self, from: coded)
            #expect(decoded == hand && decoded.timeRange.start.epoch == epoch)
        }
    }

    /// The archive claims to contain an observation, but is nested too deeply for a recursive reader.
    @Test(arguments: ["<array>", "["])
    func rejectsArchivesThatAreNestedTooDeep(bracket: String) throws {
        let nested = ArchivedBytes(Data(String(repeating: bracket, count: 200_000).utf8))
        let archiver = NSKeyedArchiver(requiringSecureCoding: true)
        archiver.setClassName("Observation", for: ArchivedBytes.self)
        archiver.encode(nested, forKey: NSKeyedArchiveRootObjectKey)
        let unarchiver = try NSKeyedUnarchiver(forReadingFrom: archiver.encodedData)
        unarchiver.decodingFailurePolicy = .setErrorAndReturn
        unarchiver.setClass(VNHumanHandPoseObservation.self, forClassName: "Observation")
        #expect(
            unarchiver.decodeObject(of: VNHumanHandPoseObservation.self, forKey: NSKeyedArchiveRootObjectKey) == nil)
    }

    @Test("copies, coded observations and descriptions keep the values")
    func coding() throws {
        let hand = try hand()
        #expect(hand.copy() as? VNHumanHandPoseObservation == hand)
        let decoded = try JSONDecoder().decode(
            VNHumanHandPoseObservation.self, from: JSONEncoder().encode(hand))
        #expect(decoded == hand && decoded.uuid == hand.uuid)
        #expect(try decoded.points() == hand.points())

        let archive = try NSKeyedArchiver.archivedData(withRootObject: hand, requiringSecureCoding: true)
        let unarchived = try NSKeyedUnarchiver.unarchivedObject(
            ofClass: VNHumanHandPoseObservation.self, from: archive)
        #expect(unarchived == hand)
        let point = try hand.recognizedPoint(.indexTip)
        let pointArchive = try NSKeyedArchiver.archivedData(withRootObject: point, requiringSecureCoding: true)
        #expect(try NSKeyedUnarchiver.unarchivedObject(ofClass: VNRecognizedPoint.self, from: pointArchive) == point)

        let text = "\([hand])"
        for part in ["VNHumanHandPoseObservation", hand.uuid.uuidString, "confidence=", "chirality=left", "joints=21"] {
            #expect(text.contains(part))
        }
        #expect("\(point)".contains("VNHLKITIP"))
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(
                VNHumanHandPoseObservation.self,
                from: Data(#"{"uuid":"\#(UUID())","confidence":1,"revision":1,"chirality":1}"#.utf8))
        }
    }

    @Test(
        "tips of raised fingers have a high confidence, and tips of folded fingers a lower one",
        arguments: [("victory_left", [8, 12]), ("thumb_up_right", [4])])
    func tips(_ name: String, raised: [Int]) throws {
        let points = try #require(try hands(renderedHands(name)).first).points()
        for threshold: Float in [0.6, 0.95] {
            #expect(stride(from: 4, to: 21, by: 4).filter { points[$0].confidence > threshold } == raised)
        }
        #expect(points.allSatisfy { $0.confidence > 0.49 && $0.confidence <= 1 })
    }

    @Test("tips of raised fingers have a high confidence even if the presence is low")
    func weakHand() throws {
        // The lower part of the hand is cut off.
        let hand = try #require(try hands(renderedHands("two_hands_mixed").rows(0..<206)).first)
        let points = try hand.points()
        #expect(hand.confidence < 0.85)
        #expect(stride(from: 4, to: 21, by: 4).filter { points[$0].confidence > 0.95 } == [4])
    }

    @Test("the confidence of joints outside the image decreases")
    func confidence() throws {
        let picture = try renderedHands("victory_left")
        let points = try hand().points()
        let middle = Int(points.map(\.x).reduce(0, +) / 21 * Double(picture.width))
        var outside = 0
        for range in [middle - 20..<picture.width, 0..<middle + 20] {
            for hand in try hands(picture.columns(range)) {
                // The confidence of a visible joint.
                let whole = 0.9 + 0.1 * hand.confidence
                for point in try hand.points() {
                    let isInside = (0...1).contains(point.x) && (0...1).contains(point.y)
                    // A hidden joint has half of that confidence.
                    #expect(isInside ? whole / 2...whole ~= point.confidence : point.confidence < whole)
                    if !isInside { outside += 1 }
                }
            }
        }
        #expect(outside > 0)
    }

    @Test("computes with points, vectors and regions")
    func geometry() throws {
        let point = VNPoint(x: 3, y: 4)
        #expect(VNPoint.zero.distance(point) == 5 && VNPoint.distance(point, .zero) == 5)
        #expect(point == VNPoint(location: CGPoint(x: 3, y: 4)) && Set([point, VNPoint(x: 3, y: 4)]).count == 1)
        #expect(point.copy() as? VNPoint == point && point != VNPoint(x: 3, y: 5))
        let vector = VNVector(xComponent: 3, yComponent: 4)
        #expect(VNPoint.apply(vector, to: point) == VNPoint(x: 6, y: 8))
        #expect(vector.length == 5 && vector.r == 5 && vector.squaredLength == 25)
        #expect(abs(VNVector(r: 5, theta: vector.theta).x - 3) < 1e-12)
        #expect(VNVector.unitVector(for: vector).x == 0.6000000000000001 || VNVector.unitVector(for: vector).x == 0.6)
        #expect(VNVector.dotProduct(of: vector, vector: vector) == 25)
        #expect(VNVector(byAdding: vector, to: .zero) == vector)
        #expect(VNVector(bySubtracting: vector, from: vector) == .zero)
        #expect(VNVector(byMultiplying: vector, byScalar: 2).length == 10)
        #expect(VNVector(vectorHead: point, tail: .zero) == vector && VNVector.zero.theta.isNaN)

        let roi = CGRect(x: 0.5, y: 0.25, width: 0.5, height: 0.5)
        #expect(VNImagePointForNormalizedPoint(CGPoint(x: 0.5, y: 0.25), 640, 480) == CGPoint(x: 320, y: 120))
        #expect(VNNormalizedPointForImagePoint(CGPoint(x: 320, y: 120), 640, 480) == CGPoint(x: 0.5, y: 0.25))
        #expect(
            VNImagePointForNormalizedPointUsingRegionOfInterest(CGPoint(x: 0.5, y: 0.5), 640, 480, roi)
                == CGPoint(x: 480, y: 240))
        #expect(
            VNNormalizedPointForImagePointUsingRegionOfInterest(CGPoint(x: 480, y: 240), 640, 480, roi)
                == CGPoint(x: 0.5, y: 0.5))
        let rect = CGRect(x: 320, y: 120, width: 320, height: 240)
        #expect(VNImageRectForNormalizedRect(roi, 640, 480) == rect)
        #expect(VNNormalizedRectForImageRect(rect, 640, 480) == roi)
        #expect(VNImageRectForNormalizedRectUsingRegionOfInterest(VNNormalizedIdentityRect, 640, 480, roi) == rect)
        #expect(VNNormalizedRectForImageRectUsingRegionOfInterest(rect, 640, 480, roi) == VNNormalizedIdentityRect)
        #expect(VNNormalizedRectIsIdentityRect(VNNormalizedIdentityRect) && !VNNormalizedRectIsIdentityRect(roi))
    }
}

/// Bytes stored under the key that archived observations use.
final class ArchivedBytes: NSObject, NSSecureCoding {
    let data: Data
    static var supportsSecureCoding: Bool { true }

    init(_ data: Data) { self.data = data }

    init?(coder: NSCoder) { nil }

    func encode(with coder: NSCoder) { coder.encode(NSData(data: data), forKey: "VNObservation") }
}
