import Foundation
import MediaPipeTasksVision
import TegataBuffers
import TegataClassifiers
import TegataGestureBundles
import TegataTestSupport
import Testing

/// Recognisers with custom gestures and poses.
@Suite("Trained classifiers", .enabled(if: hasRecognizer, "needs gesture_recognizer.task"))
struct TrainedClassifierTests {
    private let recognizerPath = ModelFiles.path("gesture_recognizer.task") ?? ""

    private func names(_ options: GestureRecognizerOptions) throws -> [[String?]] {
        let recognizer = try GestureRecognizer(options: options)
        return try recognizer.recognize(image: renderedHands("victory_left").mpImage()).gestures.map {
            $0.map(\.categoryName)
        }
    }

    @Test("returns gestures of a written bundle, and canned gestures if these are None")
    func bundle() throws {
        for (answer, name) in [(0, "fist"), (1, "Victory")] {
            let head = ClassifierSamples.embedding(["fist", "nothing"], answer: answer, background: 1)
            let bytes = try GestureBundleWriter.write(
                head: head, base: Bytes(mappingFileAt: recognizerPath), file: recognizerPath)
            let options = GestureRecognizerOptions()
            options.baseOptions.modelAsset = try ModelAsset(data: Data(bytes))
            #expect(try names(options) == [[name]])
        }
    }

    @Test("prefers custom poses")
    func poses() throws {
        try withTemporaryFolder { folder in
            let path = folder.path + "/own.tegata"
            let options = GestureRecognizerOptions()
            options.baseOptions.modelAssetPath = recognizerPath
            options.poseClassifierPath = path
            for (answer, name) in [(0, "fist"), (1, "Victory")] {
                let poses = ClassifierSamples.pose(["fist", "nothing"], answer: answer, background: 1)
                try Data(ClassifierFile.pose(poses).bytes).write(to: URL(fileURLWithPath: path))
                #expect(try names(options) == [[name]])
            }
            let custom = ClassifierOptions()
            custom.categoryDenylist = ["fist"]
            options.customGesturesClassifierOptions = custom
            let poses = ClassifierSamples.pose(["fist", "palm"], answer: 0)
            try Data(ClassifierFile.pose(poses).bytes).write(to: URL(fileURLWithPath: path))
            #expect(try names(options) == [["palm"]])
            // Recognition from landmarks alone uses the custom poses as well.
            let recognizer = try GestureRecognizer(options: options)
            let result = try recognizer.recognize(image: renderedHands("victory_left").mpImage())
            let again = try recognizer.recognize(
                landmarks: result.landmarks[0], worldLandmarks: result.worldLandmarks[0],
                handedness: result.handedness[0][0], imageSize: CGSize(width: 640, height: 480))
            #expect(again.map(\.categoryName) == ["palm"])
        }
    }

    @Test("rejects other files as poses")
    func otherFiles() throws {
        let options = GestureRecognizerOptions()
        options.baseOptions.modelAssetPath = recognizerPath
        options.poseClassifierPath = "/no/such/file"
        #expect(throws: (any Error).self) { try GestureRecognizer(options: options) }
        options.poseClassifierPath = recognizerPath
        #expect(throws: (any Error).self) { try GestureRecognizer(options: options) }
    }
}
