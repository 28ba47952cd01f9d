import Foundation
import TegataTestSupport
import Testing

/// `tegata recognize`, and gestures in `tegata track`.
struct RecognizeCommandTests {
    private static let haveModels = ModelFiles.have(
        "gesture_recognizer.task", "gesture_recognizer_custom.task", "hand_landmarker.task")
    private static let pictures = ModelFiles.packageFolder.appendingPathComponent("Tests/Fixtures/rendered").path

    private func model(_ name: String) throws -> String { try #require(ModelFiles.path(name)) }

    /// Returns the JSON object of each line.
    private func answers(_ output: String) throws -> [[String: Any]] {
        try output.split(separator: "\n").map {
            try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
        }
    }

    private func hands(_ answer: [String: Any]?) throws -> [[String: Any]] {
        try #require(answer?["hands"] as? [[String: Any]])
    }

    @Test(.enabled(if: haveModels)) func reportsNoGestureForNone() throws {
        let picture = Self.pictures + "/victory_left.png"
        let words = ["recognize", picture, "--model", try model("gesture_recognizer.task"), "--rotation", "180"]
        #expect(tegata(words).output == "\(picture): 1 hand: Left 99 % no gesture\n")
        let gestures = try hands(answers(tegata(words + ["--json"]).output).first).first?["gestures"]
        #expect((gestures as? [[String: Any]])?.first?["categoryName"] as? String == "None")
    }

    @Test(.enabled(if: haveModels)) func recognizesGesturesOfImages() throws {
        let result = tegata(
            "recognize", Self.pictures, "--num-hands", "2", "--model", try model("gesture_recognizer.task"), "--json",
            "-q")
        #expect(result.status == .success && result.errors.isEmpty)
        let gestures = try answers(result.output).map { answer in
            try hands(answer).map { hand in
                try #require(hand["gestures"] as? [[String: Any]]).map { $0["categoryName"] as? String }
            }
        }
        #expect(gestures == [[], [["Thumb_Up"]], [["Closed_Fist"], ["Thumb_Up"]], [["Victory"]]])
    }

    @Test(.enabled(if: haveModels)) func namesGesturesInText() throws {
        let picture = Self.pictures + "/victory_left.png"
        let canned = try model("gesture_recognizer.task")
        #expect(
            tegata("recognize", picture, "--model", canned).output.hasSuffix(
                "victory_left.png: 1 hand: Left 99 % Victory 78 %\n"))
        #expect(
            tegata("recognize", picture, "--model", canned, "--min-gesture-score", "0.9").output
                .hasSuffix("victory_left.png: 1 hand: Left 99 %\n"))
        // The canned classifier of this bundle has no labels.
        #expect(
            tegata("recognize", picture, "--model", try model("gesture_recognizer_custom.task")).output
                .hasSuffix("victory_left.png: 1 hand: Left 99 % unnamed gesture 89 %\n"))
    }

    @Test(.enabled(if: haveModels)) func keepsHandsWithoutGesture() throws {
        let result = tegata(
            "recognize", Self.pictures + "/two_hands_mixed.png", "--num-hands", "2", "--model",
            try model("gesture_recognizer.task"),
            "--min-gesture-score", "0.7", "--json")
        let found = try hands(answers(result.output).first).map { ($0["gestures"] as? [Any])?.count }
        #expect(found == [1, 0])
    }

    @Test(.enabled(if: haveModels)) func writesGestureDetailsOnRequest() throws {
        let result = tegata(
            "recognize", Self.pictures + "/victory_left.png", "--model", try model("gesture_recognizer_custom.task"),
            "--gesture-details",
            "--json")
        let hand = try #require(try hands(answers(result.output).first).first)
        #expect((hand["embedding"] as? [Double])?.count == 128)
        #expect((hand["customScores"] as? [[String: Any]])?.count == 9)
        #expect((hand["cannedScores"] as? [[String: Any]])?.count == 8)
    }

    /// Uses a video of four identical frames.
    @Test(.enabled(if: haveModels)) func reportsGesturesAndEventsOfVideos() throws {
        let picture = try RGBPicture(pngAt: URL(fileURLWithPath: Self.pictures + "/thumb_up_right.png"))
        let frame = Array("P6 \(picture.width) \(picture.height) 255\n".utf8) + picture.bytes
        try withTemporaryFolder { folder in
            let path = folder.path + "/thumb.ppm"
            try Data([[UInt8]](repeating: frame, count: 4).joined()).write(to: URL(fileURLWithPath: path))
            let words = ["track", path, "--model", try model("gesture_recognizer.task")]
            let frames = try answers(tegata(words + ["--gesture-dwell", "0", "--json"]).output)
            let events = frames.map { ($0["gestureEvents"] as? [[String: Any]])?.map { $0["event"] as? String } }
            #expect(events == [["began"], ["held"], ["held"], ["held"]])
            #expect(frames.allSatisfy { $0["hands"] != nil })
            let lines = tegata(words + ["--gesture-dwell", "50"]).output.split(separator: "\n")
            #expect(lines.count == 2 && lines.last?.hasSuffix("s: #1 began Thumb_Up") == true)
            // Gestures are not printed until they have lasted for the dwell time.
            #expect(lines.first?.contains("#1 Right") == true && lines.first?.contains("Thumb_Up") == false)
            #expect(tegata(words + ["--gestures"]).output.split(separator: "\n").count == 1)
            #expect(try answers(tegata(words + ["--json"]).output).allSatisfy { $0["gestureEvents"] == nil })
        }
    }

    @Test(.enabled(if: haveModels)) func rejectsLandmarkerBundles() throws {
        let bundle = try model("hand_landmarker.task")
        for command in [["recognize"], ["track", "--gestures"]] {
            let result = tegata(command + ["picture.png", "--model", bundle])
            #expect(
                result.errors
                    == "tegata: \(bundle): there are no gesture networks (gesture_embedder.tflite and a classifier); use a gesture"
                    + " recogniser's bundle\n")
            #expect(result.status == .inputFailed)
        }
    }

    @Test func rejectsGestureOptionsWithoutGestures() {
        let result = tegata("track", "video.mp4", "--min-gesture-score", "0.5")
        #expect(result.status == .wrongUsage)
        #expect(
            result.errors
                == "tegata: --min-gesture-score and --gesture-details apply only to gestures; add --gestures\n")
        #expect(
            tegata("recognize").errors
                == "tegata: recognize needs an image; write tegata recognize IMAGE… [--num-hands N] [--json]\n")
    }
}
