import Foundation
import TegataHands
import TegataImages
import TegataTestSupport
import Testing
import Vision

@Suite("Joints equal the pipeline's landmarks", .enabled(if: hasModel, "needs hand_landmarker.task"))
struct LandmarkTests {
    private func check(_ picture: RGBPicture, _ name: String) throws {
        var expected = try pipelineHands(picture)
        let found = try hands(picture)
        #expect(found.count == expected.count, "\(name)")
        for hand in found {
            let points = try hand.points()
            func distance(_ landmarks: HandPoints) -> Double {
                zip(points, landmarks).map { max(abs($0.x - Double($1.x)), abs(1 - $0.y - Double($1.y))) }.max() ?? 9
            }
            let nearest = try #require(
                expected.indices.min { distance(expected[$0].landmarks) < distance(expected[$1].landmarks) })
            #expect(distance(expected[nearest].landmarks) < 1e-6, "\(name)")
            #expect((hand.chirality == .right) == (expected[nearest].handedness == .right), "\(name)")
            #expect(hand.confidence == expected[nearest].presence, "\(name)")
            expected.remove(at: nearest)
        }
    }

    @Test("in rendered images", arguments: renderedNames)
    func rendered(name: String) throws {
        try check(renderedHands(name), name)
    }

    static let photographs: [URL] = {
        let folder = ModelFiles.packageFolder.deletingLastPathComponent()
            .appendingPathComponent("shared/fixtures/images")
        let files = try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        return (files ?? []).sorted { $0.path < $1.path }
    }()

    @Test("in photographs, if available", .enabled(if: !photographs.isEmpty), arguments: photographs)
    func photograph(file: URL) throws {
        let image = try RGBImage(readingFileAt: file.path)
        try check(RGBPicture(width: image.width, height: image.height, bytes: image.pixels), file.lastPathComponent)
    }

    @Test("every orientation gives the result of turned pixels", arguments: allOrientations)
    func orientations(orientation: CGImagePropertyOrientation) throws {
        for name in ["victory_left", "two_hands_mixed"] {
            let upright = try renderedHands(name)
            let expected = try hands(upright)
            let found = try hands(upright.stored(orientation), orientation: orientation)
            #expect(found.count == expected.count)
            for (hand, other) in zip(found, expected) {
                #expect(try hand.distance(to: other) < 1e-3)
                #expect(hand.chirality == other.chirality)
            }
        }
    }

    @Test("returns the largest hands, sorted by size")
    func order() throws {
        let picture = try renderedHands("two_hands_mixed")
        let both = try hands(picture)
        func size(_ hand: VNHumanHandPoseObservation) throws -> Double {
            let points = try hand.points()
            let (xs, ys) = (points.map(\.x), points.map(\.y))
            return (xs.max()! - xs.min()!) * (ys.max()! - ys.min()!)
        }
        #expect(both.count == 2)
        #expect(try size(both[0]) > size(both[1]))
        let one = try hands(picture) { $0.maximumHandCount = 1 }
        #expect(one.count == 1)
        #expect(try one[0].distance(to: both[0]) < 1e-6)
        #expect(try hands(picture) { $0.maximumHandCount = 6 }.count == 2)
        #expect(try hands(picture) { $0.maximumHandCount = 100 }.count == 2)
    }

    @Test("a thorough search finds a hand that fills the image")
    func thoroughSearch() async throws {
        let picture = try renderedHands("victory_left").columns(110..<260).rows(40..<260)
        #expect(try hands(picture).isEmpty)
        let found = try hands(picture) { $0.searchesThoroughly = true }
        #expect(found.count == 1)
        var request = DetectHumanHandPoseRequest()
        request.searchesThoroughly = true
        let others = try await request.perform(on: picture.cgImage())
        #expect(others.map(\.confidence) == found.map(\.confidence))
        // The pipelines of both kinds of search are kept apart.
        #expect(try hands(picture).isEmpty)
    }

    @Test("searches only the region, with points in the whole image's coordinates", arguments: allOrientations)
    func region(orientation: CGImagePropertyOrientation) throws {
        let upright = try renderedHands("two_hands_mixed")
        let both = try hands(upright)
        let left = try #require(both.min { try! $0.recognizedPoint(.wrist).x < $1.recognizedPoint(.wrist).x })
        let stored = upright.stored(orientation)
        let found = try hands(stored, orientation: orientation) {
            $0.regionOfInterest = CGRect(x: 0, y: 0, width: 0.5, height: 1)
        }
        #expect(found.count == 1)
        #expect(try found[0].distance(to: left) < 0.05)
        let none = try hands(stored, orientation: orientation) {
            $0.regionOfInterest = CGRect(x: 0, y: 0, width: 0.05, height: 0.05)
        }
        #expect(none.isEmpty)
    }

    @Test("every source of the same pixels gives the same result")
    func sources() throws {
        let picture = try renderedHands("victory_left")
        let file = renderedFile("victory_left")
        let expected = try hands(picture)[0]
        let image = try picture.cgImage()
        let buffer = try picture.pixelBuffer()
        let handlers = [
            VNImageRequestHandler(cgImage: image), VNImageRequestHandler(cgImage: image, options: [:]),
            VNImageRequestHandler(cgImage: image, orientation: .up),
            VNImageRequestHandler(cgImage: image, orientation: .up, options: [.properties: 1]),
            VNImageRequestHandler(cvPixelBuffer: buffer, options: [:]),
            VNImageRequestHandler(cvPixelBuffer: buffer, orientation: .up),
            VNImageRequestHandler(cmSampleBuffer: try picture.sampleBuffer(), options: [:]),
            VNImageRequestHandler(cmSampleBuffer: try picture.sampleBuffer(), orientation: .up, options: [:]),
            VNImageRequestHandler(ciImage: CIImage(cvPixelBuffer: buffer)),
            VNImageRequestHandler(ciImage: CIImage(cgImage: image), orientation: .up),
            VNImageRequestHandler(data: try Data(contentsOf: file)),
            VNImageRequestHandler(data: try Data(contentsOf: file), orientation: .up, options: [:]),
            VNImageRequestHandler(url: file), VNImageRequestHandler(url: file, orientation: .up, options: [:]),
            VNImageRequestHandler(CGImage: image, options: [:]),
            VNImageRequestHandler(CVPixelBuffer: buffer, orientation: .up, options: [:]),
            VNImageRequestHandler(URL: file, options: [:]),
            VNImageRequestHandler(CIImage: CIImage(cgImage: image), options: [:]),
        ]
        for handler in handlers {
            let request = VNDetectHumanHandPoseRequest()
            try handler.perform([request])
            #expect(try request.results?.first?.distance(to: expected) == 0)
        }
    }

    @Test("turns files by their EXIF data, unless the caller sets an orientation")
    func fileOrientations() throws {
        let upright = try renderedHands("victory_left")
        let expected = try hands(upright)[0]
        let stored = upright.stored(.right)
        var jpeg =
            try RGBImage(width: stored.width, height: stored.height, pixels: stored.bytes)
            .map { try $0.encoded(as: .jpeg) } ?? []
        // The EXIF segment of an image that must be turned to the right, for insertion after the first marker.
        let exif: [UInt8] =
            [0xFF, 0xE1, 0, 34] + Array("Exif\0\0MM\0*".utf8) + [0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, 6]
            + [0, 0, 0, 0, 0, 0]
        jpeg.insert(contentsOf: exif, at: 2)
        let request = VNDetectHumanHandPoseRequest()
        try VNImageRequestHandler(data: Data(jpeg)).perform([request])
        #expect(try request.results?.first?.distance(to: expected) ?? 9 < 0.02)
        try VNImageRequestHandler(data: Data(jpeg), orientation: .right).perform([request])
        #expect(try request.results?.first?.distance(to: expected) ?? 9 < 0.02)
        // Without turning, the image lies on its side.
        try VNImageRequestHandler(data: Data(jpeg), orientation: .up).perform([request])
        let lying = try #require(request.results?.first).recognizedPoint(.wrist)
        let wrist = try expected.recognizedPoint(.wrist)
        #expect(abs(lying.x - (1 - wrist.y)) < 0.03 && abs(lying.y - wrist.x) < 0.03)
    }

    @Test(
        "turns HEIF and AVIF files by their container, unless the caller sets an orientation",
        .enabled(if: !FFmpegProgram.isMissing, "the program ffmpeg is missing"))
    func containerOrientations() throws {
        let upright = try renderedHands("victory_left")
        let expected = try hands(upright)[0]
        let stored = upright.stored(.right)
        let written = try withTemporaryFolder { folder in
            let header = "P6\n\(stored.width) \(stored.height)\n255\n"
            try (Data(header.utf8) + stored.bytes).write(to: folder.appendingPathComponent("in.ppm"))
            let arguments = ["-c:v", "libaom-av1", "-still-picture", "1", "-pix_fmt", "yuv444p", "-crf", "10"]
            guard try FFmpegProgram.tries(["-i", "in.ppm"] + arguments + ["-cpu-used", "8", "a.avif"], in: folder)
            else { return nil as Data? }
            return try Data(contentsOf: folder.appendingPathComponent("a.avif"))
        }
        guard var file = written else { try Test.cancel("this ffmpeg writes no AVIF") }
        // Replaces the bit depth property with a rotation of three quarter turns counterclockwise.
        let place = try #require(file.firstRange(of: Data("pixi".utf8))).lowerBound
        file.replaceSubrange(place..<place + 5, with: Data("irot".utf8) + [3])
        let request = VNDetectHumanHandPoseRequest()
        try VNImageRequestHandler(data: file).perform([request])
        let turned = try #require(request.results?.first)
        #expect(try turned.distance(to: expected) < 0.02)
        try VNImageRequestHandler(data: file, orientation: .right).perform([request])
        #expect(try request.results?.first?.distance(to: turned) == 0)
        // Without turning, the image lies on its side.
        try VNImageRequestHandler(data: file, orientation: .up).perform([request])
        let lying = try #require(request.results?.first).recognizedPoint(.wrist)
        let wrist = try expected.recognizedPoint(.wrist)
        #expect(abs(lying.x - (1 - wrist.y)) < 0.03 && abs(lying.y - wrist.x) < 0.03)
    }
}
