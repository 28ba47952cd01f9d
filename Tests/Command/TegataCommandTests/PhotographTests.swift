import Foundation
import TegataCommand
import TegataKernelSelection
import TegataTestSupport
import TegataTool
import Testing

/// Compares `tegata detect`, `tegata recognize` and `tegata track` with MediaPipe's results on photographs and a video.
/// These are reference material next to the checkout, not part of the project.
struct PhotographTests {
    private static let folder = ModelFiles.packageFolder.deletingLastPathComponent().appendingPathComponent(
        "shared/fixtures")
    private static var arePresent: Bool {
        FileManager.default.fileExists(atPath: folder.path + "/expected") && ModelFiles.have("hand_landmarker.task")
    }
    private static var areGesturesPresent: Bool {
        arePresent && ModelFiles.have("gesture_recognizer.task", "gesture_recognizer_custom.task")
    }

    private struct Answer: Decodable {
        let source: String
        let hands: [HandAnswer]
    }

    /// Returns MediaPipe's result for a run.
    private func expected<Result: Decodable>(_ source: String, _ run: String, as: Result.Type) throws -> Result {
        let data = try Data(
            contentsOf: Self.folder.appendingPathComponent("expected/\((source as NSString).lastPathComponent).json"))
        // Selects the run before decoding, because other runs have results of other types.
        let runs = try #require(
            (try JSONSerialization.jsonObject(with: data) as? [String: Any])?["runs"] as? [String: Any])
        let run = try JSONSerialization.data(withJSONObject: try #require(runs[run]))
        return try JSONDecoder().decode(Result.self, from: run)
    }

    private func check(_ found: [HandAnswer], _ expected: [HandAnswer], _ source: String) {
        #expect(HandAnswer.differences(found, from: expected, .exact) == [], "\(source)")
    }

    private func answers(_ words: [String], bundle: String = "hand_landmarker.task") throws -> [Answer] {
        let bundle = try #require(ModelFiles.path(bundle))
        let result = tegata(words + ["--model", bundle, "--json", "--quiet"])
        #expect(result.status == .success && result.errors.isEmpty)
        return try result.output.split(separator: "\n").map {
            try JSONDecoder().decode(Answer.self, from: Data($0.utf8))
        }
    }

    /// Levels with fused multiply-add, which reproduce MediaPipe's results to the last bit.
    private static let exactLevels = kernelLevels().filter { $0.isSupported && $0.isFused }.map(\.name)

    @Test(.enabled(if: arePresent), arguments: [(1, 0), (2, 0), (2, 90), (2, 180), (2, 270)], exactLevels)
    func findsTheSameHandsAsMediaPipeInImages(_ setting: (hands: Int, rotation: Int), _ level: String) throws {
        let run =
            "hand_landmarker/numHands=\(setting.hands)" + (setting.rotation == 0 ? "" : "/rotation=\(setting.rotation)")
        let found = try answers([
            "detect", Self.folder.path + "/images", "--num-hands", "\(setting.hands)", "--rotation",
            "\(setting.rotation)", "--isa", level,
        ])
        #expect(found.count == 22)
        for answer in found {
            check(answer.hands, try expected(answer.source, run, as: [HandAnswer].self), answer.source)
        }
    }

    @Test(.enabled(if: arePresent && !FFmpegProgram.isMissing), arguments: [1, 2], exactLevels)
    func findsTheSameHandsAsMediaPipeInAVideo(_ hands: Int, _ level: String) throws {
        let video = Self.folder.path + "/videos/two_gestures.mp4"
        let found = try answers(["track", video, "--num-hands", "\(hands)", "--isa", level])
        let frames = try expected(video, "hand_landmarker/video/numHands=\(hands)", as: [[HandAnswer]].self)
        #expect(found.count == frames.count)
        for (answer, frame) in zip(found, frames) { check(answer.hands, frame, answer.source) }
    }

    @Test(
        .enabled(if: areGesturesPresent), arguments: ["gesture_recognizer", "gesture_recognizer_custom"], exactLevels)
    func recognizesTheSameGesturesAsMediaPipeInImages(_ bundle: String, _ level: String) throws {
        let found = try answers(
            ["recognize", Self.folder.path + "/images", "--num-hands", "2", "--isa", level], bundle: bundle + ".task")
        #expect(found.count == 22)
        for answer in found {
            check(
                answer.hands, try expected(answer.source, bundle + "/numHands=2", as: [HandAnswer].self), answer.source)
        }
    }

    @Test(.enabled(if: areGesturesPresent && !FFmpegProgram.isMissing), arguments: exactLevels)
    func recognizesTheSameGesturesAsMediaPipeInAVideo(_ level: String) throws {
        let video = Self.folder.path + "/videos/two_gestures.mp4"
        let found = try answers(
            ["track", video, "--gestures", "--num-hands", "2", "--isa", level], bundle: "gesture_recognizer.task")
        let frames = try expected(video, "gesture_recognizer/video/numHands=2", as: [[HandAnswer]].self)
        #expect(found.count == frames.count)
        for (answer, frame) in zip(found, frames) { check(answer.hands, frame, answer.source) }
    }
}
