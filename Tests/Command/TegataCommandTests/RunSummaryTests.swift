import Foundation
import TegataCommand
import TegataImages
import TegataTestSupport
import TegataTool
import Testing

/// The messages during a run and at its end.
@Suite(.enabled(if: ModelFiles.have("hand_landmarker.task"))) struct RunSummaryTests {
    private let bundle = ModelFiles.path("hand_landmarker.task") ?? ""
    private let rendered = ModelFiles.packageFolder.appendingPathComponent("Tests/Fixtures/rendered")

    private func picture(_ name: String) -> String { rendered.appendingPathComponent(name + ".png").path }

    /// Writes a video that shows each image for two frames of 40 ms.
    private func writeVideo(_ names: String..., to path: String) throws {
        var frames: [UInt8] = []
        for name in names {
            let frame = try RGBImage(readingFileAt: picture(name)).encoded(as: .ppm)
            frames += frame + frame
        }
        try Data(frames).write(to: URL(fileURLWithPath: path))
    }

    @Test func summarizesImages() throws {
        try withTemporaryFolder { folder in
            let path = folder.path + "/summary.json"
            let result = tegata(
                "detect", "--model", bundle, picture("two_hands_mixed"), "missing.png", picture("victory_left"),
                "--csv",
                "--summary", path)
            let lines = result.errors.split(separator: "\n")
            #expect(lines.count == 2)
            #expect(lines.last?.hasPrefix("3 images, 1 failed: 3 hands (1 Left, 2 Right); ") == true)
            #expect(lines.last?.hasSuffix(" images per second") == true)
            let json = try String(contentsOfFile: path, encoding: .utf8)
            let start =
                #"{"inputs":3,"failures":1,"frames":2,"hands":{"Left":1,"Right":2},"gesturePictures":{},"seconds":"#
            #expect(json.hasPrefix(start))
            #expect(json.hasSuffix(#","files":[]}"# + "\n"))
            #expect(tegata("detect", "--model", bundle, picture("no_hand"), picture("no_hand"), "-q").errors == "")
            #expect(tegata("detect", "--model", bundle, picture("no_hand")).errors == "")
        }
    }

    @Test func countsAVideoThatFailsTwiceOnce() throws {
        try withTemporaryFolder { folder in
            let (video, full) = (folder.path + "/in.ppm", folder.path + "/full.y4m")
            let path = folder.path + "/summary.json"
            let frame = try RGBImage(width: 64, height: 48).encoded(as: .ppm)
            try Data(frame + frame.dropLast()).write(to: URL(fileURLWithPath: video))
            try FileManager.default.createSymbolicLink(atPath: full, withDestinationPath: "/dev/full")
            let result = tegata("track", "--model", bundle, video, "--annotate", full, "--summary", path)
            #expect(result.status == .inputFailed)
            #expect(result.errors.split(separator: "\n").count { $0.hasPrefix("tegata: ") } == 2)
            #expect(result.errors.contains("1 video, 1 failed, 1 frame: "))
            #expect(try String(contentsOfFile: path, encoding: .utf8).hasPrefix(#"{"inputs":1,"failures":1,"#))
        }
    }

    @Test func mentionsTheHandLimitOnce() throws {
        let remark = " (the limit; --num-hands N finds more): "
        let pictures = [picture("two_hands_mixed"), picture("two_hands_mixed")]
        let lines = tegata(["detect", "--model", bundle] + pictures).output.split(separator: "\n")
        #expect(lines.count == 2)
        #expect(lines[0].hasPrefix(pictures[0] + ": 2 hands" + remark))
        #expect(lines[1].hasPrefix(pictures[1] + ": 2 hands: "))
        #expect(!tegata(["detect", "--model", bundle, "--num-hands", "3"] + pictures).output.contains("the limit"))
        #expect(
            tegata("detect", "--model", bundle, "--num-hands", "1", pictures[0]).output.contains(": 1 hand" + remark))
    }

    @Test(.enabled(if: ModelFiles.have("gesture_recognizer.task"))) func reportsEvents() throws {
        let bundle = try #require(ModelFiles.path("gesture_recognizer.task"))
        try withTemporaryFolder { folder in
            let path = folder.path + "/in.ppm"
            let summary = folder.path + "/summary.json"
            try writeVideo("no_hand", "victory_left", "no_hand", to: path)
            let words = [
                "track", path, "--model", bundle, "--events", "--gesture-dwell", "30", "-q", "--summary", summary,
            ]
            let result = tegata(words)
            #expect(result.status == .success)
            #expect(result.errors == "")
            let lines = result.output.split(separator: "\n").map { String($0.dropFirst(path.count)) }
            #expect(lines.first == " at \(time(2)) s: #1 Left appeared")
            #expect(lines.contains(" at \(time(3)) s: #1 began Victory"))
            // A gesture ends when its hand disappears, if not before.
            #expect(
                lines.dropFirst(2) == [" at \(time(4)) s: #1 ended Victory", " at \(time(4)) s: #1 Left disappeared"])
            let json = tegata(words + ["--json"]).output.split(separator: "\n")
            #expect(json.count == 4)
            #expect(json.first?.hasPrefix("{\"source\":\"") == true)
            #expect(
                json.first?.hasSuffix(#","id":1,"event":"appeared","categoryName":"Left","durationMs":0}"#) == true)
            let sums = try String(contentsOfFile: summary, encoding: .utf8)
            #expect(
                sums.hasPrefix(
                    #"{"inputs":1,"failures":0,"frames":6,"hands":{"Left":1,"Right":0},"gestureSeconds":{"Victory":0."#)
            )
        }
    }

    /// Returns the time of a frame in an image stream, in seconds.
    private func time(_ frame: Int) -> String {
        fixed(Double(frame * 40) / 1000, 2)
    }

    @Test func numbersHandsFromOneInEachVideo() throws {
        try withTemporaryFolder { folder in
            let paths = [folder.path + "/1.ppm", folder.path + "/2.ppm"]
            for path in paths { try writeVideo("victory_left", to: path) }
            let output = tegata(["track", "--model", bundle, "--events", "-q"] + paths).output
            #expect(output.components(separatedBy: "#1 Left appeared").count == 3)
            #expect(!output.contains("#2"))
        }
    }

    @Test(arguments: [
        ("a JPEG image", [0xFF, 0xD8, 0xFF, 0xE0]), ("a text file", Array("hands\n".utf8)), ("an empty file", []),
        ("a web page", Array("<!DOCTYPE html><html>".utf8)), ("a video", [0, 0, 0, 24] + Array("ftypisom".utf8)),
    ])
    func rejectsFilesOfOtherKindsAsModels(_ kind: String, _ bytes: [UInt8]) throws {
        try withTemporaryFolder { folder in
            let path = folder.path + "/file"
            try Data(bytes).write(to: URL(fileURLWithPath: path))
            let detect = tegata("detect", picture("no_hand"), "--model", path)
            #expect(detect.status == .inputFailed)
            #expect(detect.errors.hasPrefix("tegata: \(path): is \(kind), not a bundle; pass one such as "))
            let inspect = tegata("inspect", path)
            #expect(inspect.errors.hasPrefix("tegata: \(path): is \(kind), not a bundle or network; pass a "))
        }
    }
}
