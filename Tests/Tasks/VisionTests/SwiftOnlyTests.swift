import Foundation
import TegataTestSupport
import Testing
import Vision

@Suite("Swift-only API", .enabled(if: hasModel, "needs hand_landmarker.task"))
struct SwiftOnlyTests {
    @Test("finds the same hands as the class API in every source")
    func sources() async throws {
        let picture = try renderedHands("victory_left")
        let expected = HumanHandPoseObservation(try #require(try hands(picture).first))
        let request = DetectHumanHandPoseRequest()
        let file = renderedFile("victory_left")
        let image = try picture.cgImage()
        let results = [
            try await request.perform(on: image), try await request.perform(on: image, orientation: .up),
            try await request.perform(on: picture.stored(.leftMirrored).cgImage(), orientation: .leftMirrored),
            try await request.perform(on: picture.pixelBuffer()),
            try await request.perform(on: picture.sampleBuffer(), orientation: .up),
            try await request.perform(on: CIImage(cgImage: image)), try await request.perform(on: file),
            try await request.perform(on: Data(contentsOf: file)),
        ]
        for hands in results {
            #expect(hands.count == 1)
            for (name, joint) in hands[0].allJoints() {
                let other = try #require(expected.joint(for: name))
                #expect(joint.distance(to: other) < 1e-3)
                #expect(joint.jointName == other.jointName)
            }
            #expect(hands[0].chirality == .left)
            #expect(hands[0].originatingRequestDescriptor == .detectHumanHandPoseRequest(.revision1))
        }
    }

    @Test("a handler performs one request, several at once, or a sequence")
    func handlers() async throws {
        let handler = ImageRequestHandler(try renderedHands("two_hands_mixed").cgImage(), orientation: .up)
        var one = DetectHumanHandPoseRequest(.revision1)
        one.maximumHandCount = 1
        let two = DetectHumanHandPoseRequest()
        let hands = try await handler.perform(two)
        #expect(hands.count == 2)
        let (first, both) = try await handler.perform(one, two)
        #expect(first.count == 1 && both.count == 2)
        var counts: [Int] = []
        for await result in handler.performAll([one, two, one]) {
            switch result {
            case .detectHumanHandPose(let request, let hands):
                #expect(hands.count == request.maximumHandCount)
                counts.append(hands.count)
            case .error: Issue.record("\(result)")
            }
        }
        #expect(counts == [1, 2, 1])
    }

    @Test("performs the valid requests even if others fail")
    func failures() async throws {
        let handler = ImageRequestHandler(try renderedHands("two_hands_mixed").cgImage())
        var outside = DetectHumanHandPoseRequest()
        outside.regionOfInterest = NormalizedRect(x: 0.5, y: 0, width: 1, height: 1)
        var results: [VisionResult] = []
        let requests: [any VisionRequest] = [outside, DetectHumanHandPoseRequest(), PlainRequest()]
        // performAll reports errors as results and throws nothing.
        for await result in handler.performAll(requests) { results.append(result) }
        #expect(results.count == 3)
        guard case .error(let first, let error) = results[0],
            case .detectHumanHandPose(let second, let hands) = results[1],
            case .error(let third, let unsupported) = results[2]
        else {
            Issue.record("\(results)")
            return
        }
        #expect(first as? DetectHumanHandPoseRequest == outside && second == DetectHumanHandPoseRequest())
        guard case .outOfBoundsError = error as? VisionError else {
            Issue.record(error)
            return
        }
        #expect(hands.count == 2 && third is PlainRequest)
        #expect(
            unsupported as? VisionError
                == .unsupportedRequest("PlainRequest is not supported. Perform a DetectHumanHandPoseRequest."))
        let broken = ImageRequestHandler(Data([1, 2]))
        var errors = 0
        for await case .error in broken.performAll([outside, DetectHumanHandPoseRequest()]) { errors += 1 }
        #expect(errors == 2)
    }

    @Test("results are equal if requests, hands and errors are equal")
    func results() throws {
        var one = DetectHumanHandPoseRequest()
        one.maximumHandCount = 1
        let two = DetectHumanHandPoseRequest()
        let hand = HumanHandPoseObservation(try #require(try hands(renderedHands("victory_left")).first))
        let found = VisionResult.detectHumanHandPose(one, [hand])
        #expect(found == .detectHumanHandPose(one, [hand]) && found != .detectHumanHandPose(two, [hand]))
        #expect(found != .detectHumanHandPose(one, []))
        let failed = VisionResult.error(one, VisionError.timeout("late"))
        #expect(failed == .error(one, VisionError.timeout("late")) && failed != .error(one, VisionError.timeout("")))
        #expect(failed != .error(two, VisionError.timeout("late")) && failed != found && found != failed)
        #expect(failed != .error(PlainRequest(), VisionError.timeout("late")))
        #expect(failed != .error(one, CancellationError()))
        #expect(VisionResult.error(one, CancellationError()) == .error(one, CancellationError()))
        let code = VisionResult.error(one, NSError(domain: "a", code: 1))
        #expect(code == .error(one, NSError(domain: "a", code: 1)))
        #expect(code != .error(one, NSError(domain: "a", code: 2)))
        #expect("\(found)".contains("maximumHandCount=1") && "\(found)".contains(hand.uuid.uuidString))
        #expect("\(failed)" == "\(one): late")
    }

    @Test("custom requests are called through their protocol")
    func requirements() async throws {
        func perform<Request: ImageProcessingRequest>(
            _ request: Request, _ image: CGImage
        ) async throws -> [Request.Result] {
            [try await request.perform(on: image), try await request.perform(on: image, orientation: .right)]
        }
        let picture = try renderedHands("no_hand").cgImage()
        #expect(try await perform(PlainRequest(), picture) == ["no orientation", "right"])
        #expect(try await PlainRequest().perform(on: picture) == "no orientation")
        #expect(try await perform(DetectHumanHandPoseRequest(), picture) == [[], []])
        await #expect(throws: VisionError.self) { try await PlainRequest().perform(on: Data()) }
    }

    @Test("observations provide joints and groups, and can be coded")
    func observations() async throws {
        let hand = try await DetectHumanHandPoseRequest().perform(on: renderedFile("thumb_up_right"))[0]
        #expect(hand.allJoints().count == 21 && hand.availableJointNames.count == 21)
        #expect(Set(hand.allJoints(in: .thumb).keys) == [.thumbCMC, .thumbMP, .thumbIP, .thumbTip])
        #expect(
            HumanHandPoseObservation.JointsGroupName.allCases
                == [.thumb, .indexFinger, .littleFinger, .middleFinger, .ringFinger])
        #expect(hand.availableJointsGroupNames == HumanHandPoseObservation.JointsGroupName.allCases)
        let numbers = try hand.keypoints
        #expect(numbers.shape == [1, 3, 21])
        for (index, name) in hand.availableJointNames.enumerated() {
            let joint = try #require(hand.joint(for: name))
            #expect(numbers[index].floatValue == Float(joint.location.x) && joint.confidence > 0.49)
        }
        #expect(hand.chirality == .right && hand.timeRange == nil && hand.confidence > 0.9)
        let decoded = try JSONDecoder().decode(HumanHandPoseObservation.self, from: JSONEncoder().encode(hand))
        #expect(decoded == hand && Set([hand, decoded]).count == 1)
        #expect(hand.description.contains(hand.uuid.uuidString) && "\(hand)".contains("right"))
        let joint = try #require(hand.joint(for: .indexTip))
        #expect(try JSONDecoder().decode(Joint.self, from: JSONEncoder().encode(joint)) == joint)
        #expect("\(joint)".contains(joint.jointName))
        let topLeft = joint.location.toImageCoordinates(CGSize(width: 640, height: 480), origin: .upperLeft)
        #expect(abs(topLeft.y - (1 - joint.location.y) * 480) < 1e-9)

        func names<Pose: PoseProviding>(of pose: Pose) -> [String] {
            pose.availableJointNames.map(\.rawValue) + pose.availableJointsGroupNames.map(\.rawValue)
        }
        #expect(names(of: hand).count == 26)
        #expect(names(of: hand).first == "wrist" && names(of: hand).last == "ringFinger")
        func recoded<Observation: VisionObservation>(_ observation: Observation) throws -> Observation {
            try JSONDecoder().decode(Observation.self, from: JSONEncoder().encode(observation))
        }
        #expect(try recoded(hand) == hand)
        #expect(hand.originatingRequestDescriptor.map { "\($0)" } == "DetectHumanHandPoseRequest revision1")
        #expect(Frame(boundingBox: .fullImage).boundingBox == .fullImage)
    }

    @Test("rejects coded observations without a hand")
    func brokenCoding() throws {
        let hand = HumanHandPoseObservation(try #require(try hands(renderedHands("victory_left")).first))
        var coded = try #require(
            try JSONSerialization.jsonObject(with: JSONEncoder().encode(hand)) as? [String: Any])
        var record = try #require(coded["record"] as? [String: Any])
        record["hand"] = nil
        coded["record"] = record
        let data = try JSONSerialization.data(withJSONObject: coded)
        let error = #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(HumanHandPoseObservation.self, from: data)
        }
        guard case .dataCorrupted = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test("converts normalised points and rectangles")
    func geometry() {
        let size = CGSize(width: 200, height: 100)
        let point = NormalizedPoint(imagePoint: CGPoint(x: 50, y: 25), in: size)
        #expect(point == NormalizedPoint(x: 0.25, y: 0.25) && point == NormalizedPoint(normalizedPoint: point.cgPoint))
        #expect(point.toImageCoordinates(size) == CGPoint(x: 50, y: 25))
        #expect(point.toImageCoordinates(size, origin: .upperLeft) == CGPoint(x: 50, y: 75))
        #expect(point.verticallyFlipped() == NormalizedPoint(x: 0.25, y: 0.75) && NormalizedPoint.zero.x == 0)
        let half = NormalizedRect(x: 0.5, y: 0, width: 0.5, height: 0.5)
        #expect(point.toImageCoordinates(from: half, imageSize: size) == CGPoint(x: 125, y: 12.5))
        #expect(NormalizedPoint(imagePoint: CGPoint(x: 125, y: 12.5), in: size, normalizedTo: half) == point)
        #expect(half.toImageCoordinates(size) == CGRect(x: 100, y: 0, width: 100, height: 50))
        #expect(half.toImageCoordinates(size, origin: .upperLeft) == CGRect(x: 100, y: 50, width: 100, height: 50))
        #expect(NormalizedRect(imageRect: CGRect(x: 100, y: 0, width: 100, height: 50), in: size) == half)
        #expect(
            NormalizedRect(imageRect: CGRect(x: 100, y: 0, width: 100, height: 50), in: size, normalizedTo: half)
                == .fullImage)
        #expect(NormalizedRect(normalizedRect: half.cgRect) == half && half.origin == CGPoint(x: 0.5, y: 0))
        #expect(half.width == 0.5 && half.height == 0.5)
    }

    @Test("requests have defaults, joint names and equality")
    func requests() throws {
        var request = DetectHumanHandPoseRequest()
        #expect(request.maximumHandCount == 2 && request.regionOfInterest == .fullImage)
        #expect(request.revision == .revision1 && DetectHumanHandPoseRequest.supportedRevisions == [.revision1])
        #expect(request.supportedJointNames.count == 21)
        #expect(try request.supportedJointsGroupNames.count == 5)
        #expect(request.descriptor == .detectHumanHandPoseRequest(.revision1))
        #expect(request == DetectHumanHandPoseRequest(.revision1))
        request.searchesThoroughly = true
        #expect(request != DetectHumanHandPoseRequest() && request.hashValue != DetectHumanHandPoseRequest().hashValue)
        #expect(request.description.hasSuffix("searchesThoroughly"))
        request.searchesThoroughly = false
        request.maximumHandCount = 1
        #expect(request != DetectHumanHandPoseRequest() && !request.description.isEmpty)
        let device = request.supportedComputeStageDevices[.main]?.first
        request.setComputeDevice(device, for: .main)
        #expect(request.computeDevice(for: .main) != nil && request.computeDevice(for: .postProcessing) == nil)
        let side: Chirality = .left
        #expect(side != .right)
    }

    @Test("reports errors by their kind")
    func errors() async throws {
        func error(_ body: () async throws -> Void) async -> VisionError? {
            do {
                try await body()
                return nil
            } catch { return error as? VisionError }
        }
        var request = DetectHumanHandPoseRequest()
        let image = try renderedHands("no_hand").cgImage()
        guard case .invalidImage = await error({ _ = try await request.perform(on: Data([1, 2])) }) else {
            Issue.record("no picture")
            return
        }
        guard case .ioError = await error({ _ = try await request.perform(on: URL(fileURLWithPath: "/nowhere")) })
        else {
            Issue.record("no file")
            return
        }
        request.regionOfInterest = NormalizedRect(x: 0.5, y: 0, width: 1, height: 1)
        guard case .outOfBoundsError(let text) = await error({ _ = try await request.perform(on: image) }) else {
            Issue.record("outside")
            return
        }
        #expect(text.contains("regionOfInterest"))
        request.regionOfInterest = .fullImage
        request.maximumHandCount = 0
        guard case .invalidArgument = await error({ _ = try await request.perform(on: image) }) else {
            Issue.record("no hands")
            return
        }
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await DetectHumanHandPoseRequest().perform(on: image)
        }
        guard case .requestCancelled = await error({ _ = try await task.value }) else {
            Issue.record("cancelled")
            return
        }
    }
}

/// A program's custom request.
private struct PlainRequest: ImageProcessingRequest {
    typealias Result = String

    var regionOfInterest = NormalizedRect.fullImage
    var descriptor: RequestDescriptor { .detectHumanHandPoseRequest(.revision1) }
    var supportedComputeStageDevices: [ComputeStage: [MLComputeDevice]] { [:] }
    var description: String { "PlainRequest" }

    func computeDevice(for computeStage: ComputeStage) -> MLComputeDevice? { nil }
    mutating func setComputeDevice(_ computeDevice: MLComputeDevice?, for computeStage: ComputeStage) {}
    func perform(on image: CGImage, orientation: CGImagePropertyOrientation?) async throws -> String {
        orientation.map { "\($0)" } ?? "no orientation"
    }
}

/// A type, defined by a program, that provides a bounding box.
private struct Frame: BoundingBoxProviding {
    var boundingBox: NormalizedRect
}
