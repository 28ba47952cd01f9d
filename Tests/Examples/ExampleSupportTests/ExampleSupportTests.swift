import AVFoundation
import ExampleGestures
import ExampleSupport
import Foundation
import Synchronization
import TegataImages
import TegataTestSupport
import Testing
import Vision

/// Whether the models are available. If so, `VisionModels` uses them.
private let haveModels: Bool = {
    guard let path = ModelFiles.path("hand_landmarker.task") else { return false }
    VisionModels.folder = URL(fileURLWithPath: path).deletingLastPathComponent()
    return true
}()

private func fixture(_ name: String) -> String {
    ModelFiles.packageFolder.appendingPathComponent("Tests/Fixtures/\(name).png").path
}

/// Collects the lines that examples print.
private final class Lines: Sendable {
    private let lines = Mutex<[String]>([])
    var all: [String] { lines.withLock { $0 } }
    func add(_ line: String) { lines.withLock { $0.append(line) } }
}

/// Reports the number of raised fingers and the sign, and draws.
private struct FingerReporter: ExampleProgram {
    static let purpose = "Reports fingers and signs."

    func look(at frame: inout ExampleFrame) {
        for hand in frame.hands {
            let fingers = ExtendedFingers(of: hand.points)
            let sign = HandSignState(of: hand.points).map(\.sign.rawValue) ?? "nothing"
            frame.say("\(hand.side?.rawValue ?? "?") \(fingers.count) \(sign)")
            frame.drawFingers(of: hand.points) { fingers.extended.contains($0) ? .green : .red }
            frame.drawDot(at: CGPoint(x: CGFloat.nan, y: .infinity), .white)
        }
        if frame.hands.isEmpty { frame.say("no hand") }
    }
}

private func lines(ofPictureAt path: String, to output: String? = nil) throws -> [String] {
    let lines = Lines()
    var runner = ExampleRunner(FingerReporter(), output: nil) { lines.add($0) }
    try runner.run(pictureAt: path, to: output)
    return lines.all
}

/// Returns the error, if any, after all frames of a device.
private func run(_ device: AVCaptureDevice, to output: String?, _ lines: Lines) async throws -> (any Error)? {
    let runner = ExampleRunner(FingerReporter(), output: output.map { ExampleOutput($0) }) { lines.add($0) }
    var capture: ExampleCapture<FingerReporter>?
    let error: (any Error)? = try await withCheckedThrowingContinuation { continuation in
        do {
            capture = try ExampleCapture(device, runner) { continuation.resume(returning: $0) }
            capture?.start()
        } catch {
            continuation.resume(throwing: error)
        }
    }
    return withExtendedLifetime(capture) { error }
}

@Suite struct ExampleSupportTests {
    @Test(
        .enabled(if: haveModels),
        arguments: [
            ("rendered/thumb_up_right", ["right 1 stone"]), ("rendered/victory_left", ["left 2 scissors"]),
            ("rendered/two_hands_mixed", ["right 1 stone", "right 0 stone"]), ("rendered/no_hand", ["no hand"]),
            ("turned/fist_right_315", ["right 0 stone"]), ("turned/pointing_up_left_135", ["left 1 stone"]),
            ("turned/victory_right_180", ["right 2 scissors"]), ("turned/three_left_225", ["left 3 paper"]),
            ("turned/four_right_270", ["right 4 paper"]), ("turned/open_palm_left_135", ["left 5 paper"]),
            ("turned/call_right_045", ["right 2 stone"]), ("turned/thumb_up_left_180", ["left 1 stone"]),
        ]
    ) func recognisesSignsInImages(name: String, expected: [String]) throws {
        #expect(try lines(ofPictureAt: fixture(name)) == expected)
    }

    @Test(.enabled(if: haveModels)) func placesPointsWhereVisionSeesThem() throws {
        let request = VNDetectHumanHandPoseRequest()
        let url = URL(fileURLWithPath: fixture("rendered/victory_left"))
        try VNImageRequestHandler(url: url, options: [:]).perform([request])
        let observation = try #require(request.results?.first)
        let hand = try SeenHand(observation, in: CGSize(width: 200, height: 100))
        #expect(hand.side == .left)
        for (joint, name) in [(HandJoint.wrist, "VNHLKWRI"), (.thumbTip, "VNHLKTTIP"), (.littleMCP, "VNHLKPMCP")] {
            let point = try observation.recognizedPoint(forKey: VNRecognizedPointKey(rawValue: name))
            #expect(hand.points[joint].location == CGPoint(x: 200 * point.x, y: 100 * point.y))
            #expect(hand.points[joint].confidence == point.confidence)
        }
    }

    @Test(.enabled(if: haveModels)) func drawsImages() throws {
        try withTemporaryFolder { folder in
            let output = folder.appendingPathComponent("drawn.png").path
            let path = fixture("rendered/victory_left")
            #expect(try lines(ofPictureAt: path, to: output) == ["left 2 scissors"])
            let (before, after) = (try RGBImage(readingFileAt: path), try RGBImage(readingFileAt: output))
            #expect(before.width == after.width && before.height == after.height)
            #expect(before != after)
        }
    }

    @Test(.enabled(if: haveModels)) func drawsFramesOfADevice() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("tegata-" + UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        let lines = Lines()
        let device = AVCaptureDevice(testFrameCount: 3, playback: .fullSpeed)
        #expect(try await run(device, to: folder.path, lines) == nil)
        // The test source shows no hand.
        #expect(lines.all == ["0.00 s: no hand", "0.03 s: no hand", "0.07 s: no hand"])
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        #expect(names == ["frame000000.png", "frame000001.png", "frame000002.png"])
        let frame = try RGBImage(readingFileAt: folder.appendingPathComponent(names[2]).path)
        #expect(frame.width == 640 && frame.height == 480)
    }

    @Test(.enabled(if: haveModels)) func writesVideosThatCanBeRead() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("tegata-" + UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let video = folder.appendingPathComponent("drawn.y4m")
        let written = Lines()
        #expect(
            try await run(AVCaptureDevice(testFrameCount: 2, playback: .fullSpeed), to: video.path, written) == nil)
        // The written video can be used as a source.
        let read = Lines()
        guard case .device(let device) = try ExampleSource(video.path) else {
            Issue.record("a video is not a device")
            return
        }
        #expect(try await run(device, to: nil, read) == nil)
        #expect(written.all.count == 2 && read.all.count == 2)
    }

    @Test(.enabled(if: haveModels)) func reportsErrorsOfDevicesAndOutputs() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("tegata-" + UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("broken.y4m")
        try Data("YUV4MPEG2 W16 H16 F30:1\nFRAME\nshort".utf8).write(to: file)
        #expect(try await run(AVCaptureDevice(file: file, playback: .fullSpeed), to: nil, Lines()) is AVError)
        // An output that cannot be written ends the session.
        let device = AVCaptureDevice(testFrameCount: nil, playback: .fullSpeed)
        #expect(try await run(device, to: file.path + "/folder", Lines()) != nil)
    }

    @Test func choosesSourcesByName() throws {
        guard case .picture(let path) = try ExampleSource(fixture("rendered/no_hand")) else {
            Issue.record("an image is not a picture")
            return
        }
        #expect(path == fixture("rendered/no_hand"))
        guard case .device(let test) = try ExampleSource("test") else {
            Issue.record("the test source is not a device")
            return
        }
        #expect(test.uniqueID == "test")
        #expect(throws: ExampleError.self) { _ = try ExampleSource("/dev/video987") }
        // A missing file is noticed only when it becomes an input.
        guard case .device(let missing) = try ExampleSource("/nowhere/at/all.mp4") else {
            Issue.record("a missing file is not a device")
            return
        }
        let runner = ExampleRunner(FingerReporter(), output: nil) { _ in }
        #expect(throws: AVError.self) { _ = try ExampleCapture(missing, runner) { _ in } }
    }
}
