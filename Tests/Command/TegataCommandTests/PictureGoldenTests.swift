import Foundation
import TegataBuffers
import TegataImages
import TegataKernelSelection
import TegataTestSupport
import Testing

/// Compares `tegata detect` and `tegata recognize` with MediaPipe's results on the rendered images, on every supported
/// CPU level.
struct PictureGoldenTests {
    private static let levels = kernelLevels().filter(\.isSupported).map(\.name)

    private struct Answer: Decodable {
        let source: String
        let hands: [HandAnswer]
    }

    @Test func usesTheImagesThatMediaPipeWasGiven() throws {
        let runs = try PictureGolden.runs(of: "hand_landmarker.task")
        #expect(Set(runs.map(\.picture)) == ["no_hand", "thumb_up_right", "two_hands_mixed", "victory_left"])
        for run in runs where run.handCount == 1 && run.rotationDegrees == 0 {
            let picture = try RGBPicture(pngAt: run.path)
            #expect(sha256(Bytes(picture.bytes)) == run.pixelsSHA256, "\(run.picture)")
        }
    }

    @Test(
        .enabled(if: ModelFiles.have("hand_landmarker.task", "hand_landmarker_lite.task")),
        arguments: ["hand_landmarker.task", "hand_landmarker_lite.task"], levels)
    func findsMediaPipesLandmarks(bundle: String, level: String) throws {
        #expect(try check("detect", bundle, level) == 2 * 4 * 4)
    }

    @Test(
        .enabled(if: ModelFiles.have("hand_landmarker.task", "hand_landmarker_lite.task")),
        arguments: ["hand_landmarker.task", "hand_landmarker_lite.task"], levels)
    func findsLandmarksOfTheLegacyGraph(bundle: String, level: String) throws {
        #expect(try check("detect", bundle, level, isLegacy: true) == 2 * 4)
    }

    @Test(.enabled(if: ModelFiles.have("gesture_recognizer.task")), arguments: levels)
    func recognizesMediaPipesGestures(level: String) throws {
        #expect(try check("recognize", "gesture_recognizer.task", level) == 4 * 4)
    }

    @Test(.enabled(if: ModelFiles.have("gesture_recognizer_custom.task")), arguments: levels)
    func recognizesMediaPipesCustomGestures(level: String) throws {
        #expect(try check("recognize", "gesture_recognizer_custom.task", level) == 4 * 4)
    }

    /// Compares all of MediaPipe's runs with the bundle, and returns how many there are.
    private func check(_ command: String, _ bundle: String, _ level: String, isLegacy: Bool = false) throws -> Int {
        var compared = 0
        let model = try #require(ModelFiles.path(bundle))
        let settings = Dictionary(grouping: try PictureGolden.runs(of: bundle, isLegacy: isLegacy)) {
            [$0.handCount, $0.rotationDegrees]
        }
        for (setting, runs) in settings {
            let result = tegata(
                [
                    command, PictureGolden.pictures.path, "--model", model, "--num-hands", "\(setting[0])",
                    "--rotation",
                    "\(setting[1])", "--isa", level, "--json", "--quiet",
                ] + (isLegacy ? ["--legacy"] : []))
            #expect(result.status == .success && result.errors.isEmpty)
            let answers = try result.output.split(separator: "\n").map {
                try JSONDecoder().decode(Answer.self, from: Data($0.utf8))
            }
            for run in runs {
                let answer = try #require(answers.first { $0.source == run.path.path })
                let differences = HandAnswer.differences(
                    answer.hands, from: run.hands,
                    isLegacy && !HandAnswer.Tolerance.hasExpectedLibrary ? .near : .ofLevel(level))
                #expect(differences == [], "\(run.picture), \(setting)")
                compared += 1
            }
        }
        return compared
    }
}
