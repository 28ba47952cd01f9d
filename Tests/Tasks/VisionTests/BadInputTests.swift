import Foundation
import TegataTestSupport
import Testing
import Vision

@Suite("Bad input to the class API")
struct BadInputTests {
    private func code(_ change: (VNDetectHumanHandPoseRequest) -> Void) throws -> VNErrorCode? {
        let request = VNDetectHumanHandPoseRequest()
        change(request)
        let handler = VNImageRequestHandler(cgImage: try renderedHands("no_hand").cgImage())
        let code = errorCode { try handler.perform([request]) }
        #expect(request.results == nil)
        return code
    }

    @Test("rejects invalid regions")
    func regions() throws {
        for region in [
            CGRect(x: 0.5, y: 0, width: -0.5, height: 1), CGRect(x: 0, y: 0, width: 0, height: 1),
            CGRect(x: Double.nan, y: 0, width: 1, height: 1), CGRect(x: 0, y: 0, width: 1, height: Double.nan),
            // These are empty in single precision.
            CGRect(x: 0.5, y: 0, width: 1e-12, height: 1), CGRect(x: 0, y: 0.5, width: 1, height: 1e-12),
            CGRect(x: 1, y: 0, width: 1e-9, height: 1),
            CGRect(x: 0.1, y: 0.1, width: .leastNonzeroMagnitude, height: 0.2),
        ] {
            #expect(try code { $0.regionOfInterest = region } == .invalidArgument, "\(region)")
        }
        for region in [
            CGRect(x: -0.1, y: 0, width: 0.5, height: 1), CGRect(x: 0.6, y: 0, width: 0.5, height: 1),
            CGRect(x: 0, y: 0.5, width: 1, height: Double.infinity), CGRect(x: 0, y: 2, width: 0.1, height: 0.1),
        ] {
            #expect(try code { $0.regionOfInterest = region } == .outOfBoundsError, "\(region)")
        }
    }

    @Test("rejects unknown revisions and invalid hand counts")
    func settings() throws {
        #expect(try code { $0.revision = 2 } == .unsupportedRevision)
        #expect(try code { $0.revision = VNRequestRevisionUnspecified } == .unsupportedRevision)
        #expect(try code { $0.maximumHandCount = 0 } == .invalidArgument)
        #expect(try code { $0.maximumHandCount = -3 } == .invalidArgument)
    }

    @Test("rejects requests of base classes")
    func unsupported() throws {
        let handler = VNImageRequestHandler(cgImage: try renderedHands("no_hand").cgImage())
        #expect(errorCode { try handler.perform([VNRequest()]) } == .unsupportedRequest)
        #expect(errorCode { try handler.perform([VNImageBasedRequest()]) } == .unsupportedRequest)
        #expect(errorCode { try handler.perform([]) } == nil)
    }

    @Test("reports broken and missing files, pipes and web URLs", .enabled(if: hasModel))
    func files() throws {
        let request = VNDetectHumanHandPoseRequest()
        let whole = try Data(contentsOf: renderedFile("no_hand"))
        for data in [Data(), Data([0xFF, 0xD8]), Data("picture".utf8), whole.prefix(whole.count / 2)] {
            #expect(errorCode { try VNImageRequestHandler(data: data).perform([request]) } == .invalidImage)
        }
        for url in [URL(fileURLWithPath: "/nowhere/picture.png"), URL(string: "https://example.org/a.png")!] {
            #expect(errorCode { try VNImageRequestHandler(url: url).perform([request]) } == .ioError)
        }
        try withTemporaryFolder { folder in
            let pipe = folder.appendingPathComponent("pipe.png")
            try #require(mkfifo(pipe.path, 0o600) == 0)
            // The handler does not wait for a writer.
            #expect(errorCode { try VNImageRequestHandler(url: pipe).perform([request]) } == .ioError)
        }
        #expect(errorCode { try VNImageRequestHandler(ciImage: .empty()).perform([request]) } == .invalidImage)
        let sample = try renderedHands("no_hand").sampleBuffer()
        try sample.invalidate()
        #expect(errorCode { try VNImageRequestHandler(cmSampleBuffer: sample).perform([request]) } == .invalidImage)
    }

    @Test("rejects unsupported pixel formats")
    func formats() throws {
        var buffer: CVPixelBuffer?
        #expect(CVPixelBufferCreate(nil, 4, 4, kCVPixelFormatType_OneComponent32Float, nil, &buffer) == 0)
        let image = try #require(buffer)
        let request = VNDetectHumanHandPoseRequest()
        #expect(errorCode { try VNImageRequestHandler(cvPixelBuffer: image).perform([request]) } == .invalidFormat)
    }

    @Test("rejects unknown joints and groups", .enabled(if: hasModel))
    func names() throws {
        let hand = try #require(try hands(renderedHands("victory_left")).first)
        let joint = VNHumanHandPoseObservation.JointName(rawValue: VNRecognizedPointKey(rawValue: "elbow"))
        let group = VNHumanHandPoseObservation.JointsGroupName(
            rawValue: VNRecognizedPointGroupKey(rawValue: "arm"))
        #expect(errorCode { _ = try hand.recognizedPoint(joint) } == .invalidArgument)
        #expect(errorCode { _ = try hand.recognizedPoints(group) } == .invalidArgument)
        #expect(errorCode { _ = try hand.recognizedPoint(forKey: joint.rawValue) } == .invalidArgument)
        #expect(errorCode { _ = try hand.recognizedPoints(forGroupKey: group.rawValue) } == .invalidArgument)
    }

    @Test("a cancelled request fails once, and other requests continue", .enabled(if: hasModel))
    func cancellation() throws {
        let handler = VNImageRequestHandler(cgImage: try renderedHands("victory_left").cgImage())
        let second = VNDetectHumanHandPoseRequest()
        let first = VNDetectHumanHandPoseRequest { _, _ in second.cancel() }
        #expect(errorCode { try handler.perform([first, second]) } == .requestCancelled)
        #expect(first.results?.count == 1 && second.results == nil)
        try handler.perform([second])
        #expect(second.results?.count == 1)
    }

    @Test("a running request can be cancelled from another thread", .enabled(if: hasModel))
    func cancellationMeanwhile() throws {
        let image = try renderedHands("two_hands_mixed").cgImage()
        let request = VNDetectHumanHandPoseRequest()
        let stop = DispatchSemaphore(value: 0)
        let stopped = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            repeat { request.cancel() } while stop.wait(timeout: .now() + .milliseconds(1)) == .timedOut
            stopped.signal()
        }
        var codes: Set<VNErrorCode?> = []
        while !codes.contains(.requestCancelled) {
            codes.insert(errorCode { try VNImageRequestHandler(cgImage: image).perform([request]) })
        }
        stop.signal()
        stopped.wait()
        #expect(codes.isSubset(of: [.requestCancelled, nil]))
    }

    @Test("requests and handlers can be shared between threads", .enabled(if: hasModel))
    func threads() throws {
        let picture = try renderedHands("two_hands_mixed")
        let image = try picture.cgImage()
        let expected = try hands(picture)
        let shared = VNDetectHumanHandPoseRequest()
        let handler = VNImageRequestHandler(url: renderedFile("two_hands_mixed"))
        let sequence = VNSequenceRequestHandler()
        nonisolated(unsafe) var differences: [Double] = []
        let lock = NSLock()
        DispatchQueue.concurrentPerform(iterations: 6) { index in
            let own = VNDetectHumanHandPoseRequest()
            own.maximumHandCount = 2 + index % 2
            for _ in 0..<3 {
                try? VNImageRequestHandler(cgImage: image).perform([shared, own])
                try? handler.perform([own])
                try? sequence.perform([shared], on: image)
                let distance = zip(own.results ?? [], expected).map { (try? $0.distance(to: $1)) ?? 9 }.max() ?? 9
                lock.withLock { differences.append(distance) }
            }
        }
        #expect(differences.count == 18 && differences.allSatisfy { $0 == 0 })
        #expect(shared.results?.count == 2)
    }
}
