import MediaPipeTasksVision
import TegataKernelSelection
import TegataTestSupport
import Testing

@Suite("Rendered images give MediaPipe's results")
struct PictureGoldenTests {
    @Test(
        "hands", .enabled(if: ModelFiles.have("hand_landmarker.task", "hand_landmarker_lite.task")),
        arguments: ["hand_landmarker.task", "hand_landmarker_lite.task"], [1, 2])
    func hands(bundle: String, handCount: Int) throws {
        let options = landmarkerOptions {
            $0.baseOptions.modelAssetPath = ModelFiles.path(bundle) ?? ""
            $0.numHands = handCount
        }
        let landmarker = try HandLandmarker(options: options)
        let tolerance = try HandAnswer.Tolerance.ofLevel(kernelSet().level)
        for run in try PictureGolden.runs(of: bundle) where run.handCount == handCount {
            let result = try landmarker.detect(
                image: renderedHands(run.picture).mpImage(),
                imageProcessingOptions: ImageProcessingOptions(rotationDegrees: run.rotationDegrees))
            let differences = HandAnswer.differences(answers(result), from: run.hands, tolerance)
            #expect(differences == [], "\(run.picture), \(run.rotationDegrees)°")
        }
    }

    private func answers(_ result: HandLandmarkerResult) -> [HandAnswer] {
        result.landmarks.indices.map { index in
            let handedness = result.handedness[index][0]
            return HandAnswer(
                handedness: HandAnswer.Category(
                    index: handedness.index, score: handedness.score, categoryName: handedness.categoryName ?? ""),
                landmarks: result.landmarks[index].map { HandAnswer.Point(x: $0.x, y: $0.y, z: $0.z) },
                worldLandmarks: result.worldLandmarks[index].map { HandAnswer.Point(x: $0.x, y: $0.y, z: $0.z) })
        }
    }
}
