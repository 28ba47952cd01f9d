import Foundation
import TegataImages
import TegataTestSupport
import Testing

struct TrackCommandTests {
    @Test(.enabled(if: ModelFiles.have("hand_landmarker.task"))) func limitsTheNumberOfFrames() throws {
        let model = try #require(ModelFiles.path("hand_landmarker.task"))
        let frame = Array("P6 32 16 255\n".utf8) + [UInt8](repeating: 90, count: 3 * 32 * 16)
        try withTemporaryFolder { folder in
            let path = folder.path + "/gray.ppm"
            try Data([[UInt8]](repeating: frame, count: 3).joined()).write(to: URL(fileURLWithPath: path))
            func lineCount(_ options: String...) -> Int {
                tegata(["track", path, "--json", "--model", model] + options).output.split(separator: "\n").count
            }
            #expect(lineCount() == 3)
            #expect(lineCount("--frames", "2") == 2)
            #expect(lineCount("--frames", "4") == 3)
        }
    }

    @Test(.enabled(if: ModelFiles.have("hand_landmarker.task"))) func readsPartsOfVideos() throws {
        let model = try #require(ModelFiles.path("hand_landmarker.task"))
        try withTemporaryFolder { folder in
            for index in 1...9 {
                let frame = Array("P6 32 16 255\n".utf8) + [UInt8](repeating: UInt8(index), count: 3 * 32 * 16)
                try Data(frame).write(to: folder.appendingPathComponent("frame\(index).ppm"))
            }
            func times(_ options: String...) -> [Int] {
                [folder.path, folder.path + "/frame%d.ppm"].flatMap { path in
                    tegata(["track", path, "--json", "-q", "--model", model, "--fps", "10"] + options).output
                        .split(separator: "\n").compactMap { line in
                            line.split(separator: "\"timestampMs\":").last.flatMap { Int($0.prefix { $0.isNumber }) }
                        }
                }
            }
            #expect(times() == [0, 100, 200, 300, 400, 500, 600, 700, 800, 0, 100, 200, 300, 400, 500, 600, 700, 800])
            #expect(times("--start", "00:00:00.5", "--duration", "0:00.3") == [0, 100, 200, 0, 100, 200])
            #expect(times("--start", "0.1", "--every", "4") == [0, 400, 0, 400])
            #expect(times("--frames", "2", "--every", "3") == [0, 300, 0, 300])
        }
    }

    @Test(.enabled(if: ModelFiles.have("hand_landmarker.task"))) func givesFilesOfFramesUniqueNames() throws {
        let model = try #require(ModelFiles.path("hand_landmarker.task"))
        let picture = ModelFiles.packageFolder.appendingPathComponent("Tests/Fixtures/rendered/victory_left.png").path
        try withTemporaryFolder { folder in
            let frame = try RGBImage(readingFileAt: picture).encoded(as: .ppm)
            let videos = ["a", "b"].map { folder.path + "/\($0)/x.ppm" }
            for video in videos.map(URL.init(fileURLWithPath:)) {
                try FileManager.default.createDirectory(
                    at: video.deletingLastPathComponent(), withIntermediateDirectories: true)
                try Data(frame).write(to: video)
            }
            let (crops, coco) = (folder.path + "/crops", folder.path + "/coco.json")
            let result = tegata(
                "track", videos[0], videos[1], videos[0], "--model", model, "--crop", crops, "--coco", coco, "-q")
            #expect(result.status == .success)
            let stems = ["x-000000", "x-2-000000", "x-3-000000"]
            let names = try FileManager.default.contentsOfDirectory(atPath: crops).sorted()
            #expect(names == stems.map { $0 + "-id1-Left.png" })
            let data = try Data(contentsOf: URL(fileURLWithPath: coco))
            let file = try #require(JSONSerialization.jsonObject(with: data) as? [String: [[String: Any]]])
            #expect(file["images"]?.map { $0["file_name"] as? String } == stems.map { $0 + ".png" })
        }
    }

    /// The hand is hidden in four frames, and the video ends with three frames without it.
    @Test(.enabled(if: ModelFiles.have("hand_landmarker.task"))) func revisesWholeVideos() throws {
        let model = try #require(ModelFiles.path("hand_landmarker.task"))
        let hand = try RGBImage(readingFileAt: rendered("victory_left.png"))
        let shown = try hand.encoded(as: .ppm)
        let hidden = try RGBImage(width: hand.width, height: hand.height).encoded(as: .ppm)
        let parts = [(shown, 5), (hidden, 4), (shown, 5), (hidden, 3)]
        let frames = parts.flatMap { Array(repeating: $0, count: $1) }
        try withTemporaryFolder { folder in
            let (video, report) = (folder.path + "/hand.ppm", folder.path + "/report.json")
            try Data(frames.joined()).write(to: URL(fileURLWithPath: video))
            func track(_ options: String...) -> ToolResult {
                tegata(["track", video, "--model", model, "--json", "-q"] + options)
            }
            func text(_ path: String) throws -> String {
                try String(contentsOf: URL(fileURLWithPath: path), encoding: .utf8)
            }
            let online = track("--report", report).output
            #expect(!online.contains("interpolated"))
            #expect(try text(report).contains("\"kind\":\"loss\",\"ids\":[1],\"first\":5,\"last\":8,"))
            let result = track("--offline", "--report", report, "--annotate", folder.path + "/drawn.y4m")
            #expect(result.status == .success)
            let lines = result.output.split(separator: "\n")
            #expect(lines.map { $0.contains("\"interpolated\":1") } == (0..<17).map { 5...8 ~= $0 })
            #expect(lines.map { $0.contains("\"hands\":[]") } == (0..<17).map { $0 > 13 })
            // The hash of the lines is the same, and a page has the same hash.
            let track = folder.path + "/track.jsonl"
            try Data(result.output.utf8).write(to: URL(fileURLWithPath: track))
            let hash = try #require(try text(report).split(separator: "\"results\":\"").last?.prefix(64))
            #expect(tegata("report", track).output.contains("\"results\":\"\(hash)\""))
            let page = folder.path + "/report.html"
            #expect(tegata("report", track, "-o", page).status == .success)
            #expect(try text(page).contains("results \(hash)"))
            #expect(tegata("report", video).errors.contains("hand.ppm: line 1 is not valid JSON"))
        }
    }

    /// The duration is counted from the reported beginning, so that no time is counted twice.
    @Test(.enabled(if: ModelFiles.have("gesture_recognizer.task"))) func restartsDurationsOfRepeatedGestures() throws {
        let hand = try RGBImage(readingFileAt: rendered("victory_left.png"))
        let (shown, empty) = (try hand.encoded(as: .ppm), emptyPicture(hand.width, hand.height))
        let events = try gestureEvents((0..<18).map { [8, 13].contains($0) ? empty : shown })
        #expect(
            events == [
                "0 appeared 0", "160 began 160", "320 ended 280", "320 disappeared 320", "360 appeared 0",
                "360 began 0", "520 ended 120", "520 disappeared 160", "560 appeared 0", "560 began 0",
                "680 ended 120", "680 disappeared 120",
            ])
    }

    /// A hand that returns with another gesture does not begin its first gesture again.
    @Test(.enabled(if: ModelFiles.have("gesture_recognizer.task"))) func doesNotBeginAGestureThatIsOverAgain() throws {
        let hand = try RGBImage(readingFileAt: rendered("victory_left.png"))
        let other = try RGBImage(readingFileAt: rendered("thumb_up_right.png"))
        let size = "P6 \(hand.width) \(hand.height) 255\n"
        // Mirrors the right hand, which makes it a left hand.
        let mirrored = (0..<hand.height).flatMap { row in
            (0..<hand.width).flatMap { column in
                let place = 3 * (row * hand.width + hand.width - 1 - column)
                return other.pixels[place..<place + 3]
            }
        }
        let (shown, empty) = (try hand.encoded(as: .ppm), emptyPicture(hand.width, hand.height))
        let events = try gestureEvents((0..<21).map { $0 < 8 ? shown : $0 == 8 ? empty : Array(size.utf8) + mirrored })
        #expect(
            events == [
                "0 appeared 0", "160 began 160", "320 ended 280", "320 disappeared 320", "360 appeared 0",
                "520 began 160", "800 ended 440", "800 disappeared 440",
            ])
    }

    private func rendered(_ name: String) -> String {
        ModelFiles.packageFolder.appendingPathComponent("Tests/Fixtures/rendered/\(name)").path
    }

    private func emptyPicture(_ width: Int, _ height: Int) -> [UInt8] {
        Array("P6 \(width) \(height) 255\n".utf8) + [UInt8](repeating: 90, count: 3 * width * height)
    }

    /// Returns the times, kinds and durations that `--events` reports for images at 25 frames per second.
    private func gestureEvents(_ frames: [[UInt8]]) throws -> [String] {
        let model = try #require(ModelFiles.path("gesture_recognizer.task"))
        return try withTemporaryFolder { folder in
            let path = folder.path + "/e.ppm"
            try Data(frames.joined()).write(to: URL(fileURLWithPath: path))
            let output = tegata(
                "track", path, "--fps", "25", "--num-hands", "1", "--events", "--json", "-q", "--model", model
            ).output
            return try output.split(separator: "\n").map { line in
                let event = try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
                return "\(event["timestampMs"] ?? "") \(event["event"] ?? "") \(event["durationMs"] ?? "")"
            }
        }
    }

    @Test(.enabled(if: ModelFiles.have("hand_landmarker.task"))) func reportsFingersAfterTheDwellTime() throws {
        let model = try #require(ModelFiles.path("hand_landmarker.task"))
        let frame = try RGBImage(readingFileAt: rendered("victory_left.png")).encoded(as: .ppm)
        try withTemporaryFolder { folder in
            let path = folder.path + "/f.ppm"
            try Data(Array(repeating: frame, count: 4).joined()).write(to: URL(fileURLWithPath: path))
            let output = tegata("track", path, "--fps", "25", "--finger-events", "-q", "--model", model).output
            let lines = output.split(separator: "\n").map { $0.split(separator: " ").suffix(5).joined(separator: " ") }
            #expect(
                lines == [
                    "0.00 s: #1 Left appeared", "0.12 s: #1 curled thumb", "0.12 s: #1 extended index",
                    "0.12 s: #1 extended middle", "0.12 s: #1 curled ring", "0.12 s: #1 curled little",
                    "0.12 s: #1 Left disappeared",
                ])
        }
    }

    @Test(arguments: [
        ("--start", "1:60", "a time such as 90, 1:30 or 00:01:30.5"),
        ("--duration", "-1", "a time such as 90, 1:30 or 00:01:30.5"),
        ("--start", "1:2:3:4", "a time such as 90, 1:30 or 00:01:30.5"),
        ("--fps", "0", "a rate such as 25, 29.97 or 30000/1001"),
        ("--fps", "1/0", "a rate such as 25, 29.97 or 30000/1001"),
        ("--every", "0", "a whole number from 1 to 1000000"),
        ("--camera", "0", "four numbers such as 900,900,640,360, a field of view such as 70, or exif"),
        ("--camera", "inf,300,1,1", "four numbers such as 900,900,640,360, a field of view such as 70, or exif"),
        ("--palm-width", "0", "a number of millimetres from 20 to 150, such as 62"),
        ("--palm-width", "nan", "a number of millimetres from 20 to 150, such as 62"),
    ])
    func rejectsInvalidTimesRatesAndCameras(_ option: String, _ value: String, _ expectation: String) {
        let result = tegata("track", "a.mp4", "\(option)=\(value)")
        #expect(result.status == .wrongUsage)
        #expect(result.errors == "tegata: \(option) expects \(expectation), not \"\(value)\"\n")
    }

    @Test(.enabled(if: ModelFiles.have("hand_landmarker.task"))) func warnsThatVideosHaveTheirOwnRate() throws {
        let model = try #require(ModelFiles.path("hand_landmarker.task"))
        try withTemporaryFolder { folder in
            let (video, pictures) = (folder.path + "/gray.y4m", folder.path + "/gray.ppm")
            let y4m = Array("YUV4MPEG2 W32 H16 F25:1 Cmono\nFRAME\n".utf8) + [UInt8](repeating: 90, count: 32 * 16)
            let ppm = Array("P6 32 16 255\n".utf8) + [UInt8](repeating: 90, count: 3 * 32 * 16)
            try Data(y4m).write(to: URL(fileURLWithPath: video))
            try Data(ppm).write(to: URL(fileURLWithPath: pictures))
            func remarks(_ path: String, _ options: String...) -> [Substring] {
                tegata(["track", path, "--model", model] + options).errors.split(separator: "\n").dropLast()
            }
            #expect(
                remarks(video, "--fps", "10") == ["tegata: \(video): has its own frame rate, so --fps has no effect"])
            #expect(remarks(video) == [])
            #expect(remarks(pictures, "--fps", "10") == [])
        }
    }

    @Test(.enabled(if: ModelFiles.have("hand_landmarker.task") && !FFmpegProgram.isMissing))
    func reportsProblemsThatFFmpegSkips() throws {
        let model = try #require(ModelFiles.path("hand_landmarker.task"))
        try withTemporaryFolder { folder in
            try FFmpegProgram.run("-f", "lavfi", "-i", "testsrc=s=320x240:d=1", "-c:v", "mpeg4", "a.avi", in: folder)
            let file = folder.appendingPathComponent("a.avi")
            var bytes = try Data(contentsOf: file)
            for index in stride(from: bytes.count / 2, to: bytes.count * 3 / 4, by: 7) { bytes[index] ^= 0x5A }
            try bytes.write(to: file)
            let result = tegata("track", file.path, "--model", model)
            #expect(result.status == .success)
            let remark = "tegata: \(file.path): ffmpeg reported a problem and continued ("
            #expect(result.errors.hasPrefix(remark), "\(result.errors)")
        }
    }

    @Test(
        .enabled(if: ModelFiles.have("hand_landmarker.task")),
        arguments: [
            (["0"], "0: no such file; cameras have names such as /dev/video0"),
            (["a.mp4"], "a.mp4: no such file; check the path"),
            (["b.mp4", "a.mp4"], "a.mp4: no such file; check the path, or write it with --annotate a.mp4"),
            (["b.mp4", "a.mp4", "-o", "drawn/"], "a.mp4: no such file; check the path"),
            (
                ["no-such/*.png"],
                "no-such/*.png: no such file; check the pattern, and do not put * in quotes"
            ),
        ])
    func explainsMissingFiles(_ words: [String], _ message: String) throws {
        try withTemporaryFolder { folder in
            let model = try #require(ModelFiles.path("hand_landmarker.task"))
            let result = tegata(["track", "--model", model] + words)
            #expect(result.status == .inputFailed)
            #expect(result.errors.split(separator: "\n").last.map(String.init) == "tegata: " + message)
        }
    }

    @Test(arguments: ["640", "640x", "x480", "0x480", "640x-1", "640x480x3", "65536x1", "640 x 480", "aXb"])
    func rejectsInvalidCameraSizes(size: String) {
        let result = tegata("track", "/dev/video0", "--camera-size", size)
        #expect(result.status == .wrongUsage)
        #expect(result.errors == "tegata: --camera-size expects a size such as 1280x720, not \"\(size)\"\n")
    }
}
