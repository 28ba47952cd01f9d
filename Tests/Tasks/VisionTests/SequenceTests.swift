import Foundation
import TegataTestSupport
import Testing
import Vision

@Suite("Sequences of images", .enabled(if: hasModel, "needs hand_landmarker.task"))
struct SequenceTests {
    @Test("tracks hands, and finds them again in another scene")
    func following() throws {
        let handler = VNSequenceRequestHandler()
        let request = VNDetectHumanHandPoseRequest()
        request.maximumHandCount = 1
        let picture = try renderedHands("victory_left")
        let still = try #require(try hands(picture).first)
        for _ in 0..<4 {
            try handler.perform([request], on: picture.cgImage())
            #expect(try request.results?.first?.distance(to: still) ?? 9 < 0.05)
        }
        // The tracked hands belong to the handler, not to any request.
        let other = VNDetectHumanHandPoseRequest()
        other.maximumHandCount = 1
        try handler.perform([other], on: picture.cgImage())
        #expect(try other.results?.first?.distance(to: try #require(request.results?.first)) ?? 9 < 0.02)
        try handler.perform([request], on: renderedHands("no_hand").cgImage())
        #expect(request.results == [])
        try handler.perform([request], on: picture.cgImage())
        #expect(request.results?.count == 1)
        // The hand jumps to another place.
        let mirrored = picture.stored(.upMirrored)
        try handler.perform([request], on: mirrored.cgImage())
        #expect(request.results?.count == 1)
    }

    @Test("accepts every source and orientation")
    func sources() throws {
        let handler = VNSequenceRequestHandler()
        let request = VNDetectHumanHandPoseRequest()
        let picture = try renderedHands("victory_left")
        let stored = picture.stored(.rightMirrored)
        let (image, file) = (try picture.cgImage(), renderedFile("victory_left"))
        let expected = try hands(picture)[0]
        let calls: [() throws -> Void] = [
            { try handler.perform([request], on: image) },
            { try handler.perform([request], on: stored.cgImage(), orientation: .rightMirrored) },
            { try handler.perform([request], on: CIImage(cgImage: image)) },
            { try handler.perform([request], on: CIImage(cgImage: image), orientation: .up) },
            { try handler.perform([request], on: picture.pixelBuffer()) },
            { try handler.perform([request], on: stored.pixelBuffer(), orientation: .rightMirrored) },
            { try handler.perform([request], on: picture.sampleBuffer()) },
            { try handler.perform([request], on: stored.sampleBuffer(), orientation: .rightMirrored) },
            { try handler.perform([request], onImageData: Data(contentsOf: file)) },
            { try handler.perform([request], onImageData: Data(contentsOf: file), orientation: .up) },
            { try handler.perform([request], onImageURL: file) },
            { try handler.perform([request], onImageURL: file, orientation: .up) },
        ]
        for call in calls {
            try call()
            #expect(request.results?.count == 1)
            #expect(try request.results?.first?.distance(to: expected) ?? 9 < 0.05)
            #expect(request.results?.first?.chirality == .left)
        }
        #expect(errorCode { try handler.perform([request], onImageData: Data()) } == .invalidImage)
        #expect(request.results == nil)
    }
}
