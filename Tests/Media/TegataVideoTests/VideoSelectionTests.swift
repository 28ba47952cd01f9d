import Foundation
import TegataImages
import TegataTestSupport
import TegataVideo
import Testing

/// Parts of videos, which contain the same pixels as the whole video.
struct VideoSelectionTests {
    private struct Content {
        var frames: [[UInt8]] = []
        var timestamps: [Int] = []
        var first: Int
        var rate: FrameRate?
        var estimate: Int?

        init(_ path: String, _ selection: VideoSelection = VideoSelection()) throws(VideoError) {
            let reader = try VideoReader(readingFrom: path, selection: selection)
            while try reader.advance() {
                frames.append(reader.frame.bytes)
                timestamps.append(reader.frame.timestampMs)
            }
            first = reader.firstTimestampMs
            rate = reader.frameRate
            estimate = reader.estimatedFrameCount
        }
    }

    /// The sound starts before the frames, and the end of a part is counted from the start of the file.
    @Test(.enabled(if: !FFmpegProgram.isMissing, "the program ffmpeg is missing"))
    func countsPartsFromTheStartOfTheFile() throws {
        try withTemporaryFolder { folder in
            let pictures = ["-f", "lavfi", "-i", "testsrc=s=64x48:r=10:d=1", "-c:v", "mpeg4", "pictures.mp4"]
            let sound = ["-f", "lavfi", "-i", "sine=d=2", "-map", "0:v", "-map", "1:a", "-c:v", "copy", "late.mp4"]
            #expect(try FFmpegProgram.tries(pictures, in: folder))
            #expect(try FFmpegProgram.tries(["-itsoffset", "0.8", "-i", "pictures.mp4"] + sound, in: folder))
            let path = folder.appendingPathComponent("late.mp4").path
            let whole = try Content(path)
            #expect(whole.first == 800 && whole.timestamps == (0..<10).map { 100 * $0 })
            let part = try Content(path, VideoSelection(duration: 1))
            #expect(part.first == 800 && part.timestamps == [0, 100] && part.frames[1] == whole.frames[1])
            #expect(throws: VideoError(file: path, problem: .nothingSelected)) {
                _ = try Content(path, VideoSelection(duration: 0.5)).frames.count
            }
        }
    }

    @Test(
        .enabled(if: !FFmpegProgram.isMissing, "the program ffmpeg is missing"),
        arguments: ["a.mp4", "a.mkv", "a.avi", "a.y4m"])
    func returnsTheSameFramesAsTheWholeVideo(name: String) throws {
        try withTemporaryFolder { folder in
            let codec =
                name == "a.y4m"
                ? ["-pix_fmt", "yuv420p"] : ["-c:v", "mpeg4", "-g", "12", "-bf", name == "a.avi" ? "0" : "2"]
            #expect(
                try FFmpegProgram.tries(
                    ["-f", "lavfi", "-i", "testsrc=s=64x48:r=25:d=3"] + codec + [name], in: folder))
            let path = folder.appendingPathComponent(name).path
            let whole = try Content(path)
            #expect(whole.frames.count == 75)
            for (start, duration, every) in [
                (0, nil, 1), (1, 1, 1), (0.52, 0.4, 1), (2.6, nil, 1), (0, nil, 4), (1, 1.5, 7),
            ]
                as [(Double, Double?, Int)]
            {
                let part = try Content(path, VideoSelection(start: start, duration: duration, every: every))
                let first = Int((start * 25).rounded())
                let end = duration.map { min(75, first + Int(($0 * 25).rounded())) } ?? 75
                let indices = Array(stride(from: first, to: end, by: every))
                let place = "\(name) from \(start) for \(duration ?? -1), every \(every)"
                #expect(part.frames.map { whole.frames.firstIndex(of: $0) } == indices, "\(place)")
                #expect(part.timestamps == indices.map { 40 * ($0 - first) }, "\(place)")
                #expect(part.first == 40 * first, "\(place)")
                #expect(part.rate == FrameRate(frames: 25, seconds: every), "\(place)")
                if name != "a.y4m" { #expect(part.estimate == indices.count, "\(place)") }
            }
        }
    }

    @Test(.enabled(if: !FFmpegProgram.isMissing, "the program ffmpeg is missing"))
    func rejectsPartsThatStartAfterTheEnd() throws {
        try withTemporaryFolder { folder in
            for name in ["a.mp4", "a.y4m"] {
                try FFmpegProgram.run(
                    "-f", "lavfi", "-i", "testsrc=s=64x48:r=25:d=1", "-pix_fmt", "yuv420p", name, in: folder)
                let path = folder.appendingPathComponent(name).path
                #expect(throws: VideoError(file: path, problem: .nothingSelected)) {
                    try Content(path, VideoSelection(start: 9))
                }
            }
        }
    }

    /// Times relative to the first frame are rounded once, not computed as the difference of two rounded times.
    @Test(.enabled(if: !FFmpegProgram.isMissing, "the program ffmpeg is missing"))
    func roundsTimestampsOnce() throws {
        try withTemporaryFolder { folder in
            try FFmpegProgram.run(
                "-f", "lavfi", "-i", "testsrc=s=64x48:r=24:d=0.5", "-pix_fmt", "yuv420p", "a.y4m", in: folder)
            try FFmpegProgram.run("-i", "a.y4m", "-c:v", "mpeg4", "a.mp4", in: folder)
            for name in ["a.y4m", "a.mp4"] {
                let path = folder.appendingPathComponent(name).path
                #expect(
                    try Content(path, VideoSelection(start: 0.04)).timestamps.prefix(6) == [0, 41, 83, 125, 166, 208])
            }
        }
    }

    @Test(arguments: [(1, 75), (7, 11), (74, 2), (75, 1), (Int.max, 1)])
    func countsSelectedFrames(every: Int, expected: Int) throws {
        let rate = try #require(FrameRate(frames: 25, seconds: 1))
        let selection = VideoSelection(every: every)
        #expect(selection.frameCount(ofSeconds: 3, rate: rate) == expected)
        #expect(selection.frameCount(ofSeconds: 0, rate: rate) == 0)
    }

    private func write(_ names: [String], in folder: URL) throws {
        for (index, name) in names.enumerated() {
            let picture = RGBImage(
                width: 8, height: 4, filledWith: RGBColor(red: UInt8(index), green: 0, blue: 0))
            try Data(picture.encoded(as: .png)).write(to: folder.appendingPathComponent(name))
        }
    }

    @Test func readsFoldersAsVideos() throws {
        try withTemporaryFolder { folder in
            try write(["frame1.png", "frame2.png", "frame9.png", "frame10.png", "frame011.png", "last"], in: folder)
            try write([".hidden.png"], in: folder)
            try "text".write(to: folder.appendingPathComponent("frame3.txt"), atomically: false, encoding: .utf8)
            // A named pipe would block if it were opened, because nobody writes to it.
            #expect(mkfifo(folder.appendingPathComponent("frame4.png").path, 0o600) == 0)
            let content = try Content(folder.path, VideoSelection(pictureRate: FrameRate(frames: 10, seconds: 1)))
            #expect(content.frames.map(\.first) == [0, 1, 2, 3, 4, 5])
            #expect(content.timestamps == [0, 100, 200, 300, 400, 500])
            #expect(content.rate == FrameRate(frames: 10, seconds: 1))
            #expect(content.estimate == 6)
            let part = try Content(
                folder.path + "/",
                VideoSelection(pictureRate: FrameRate(frames: 10, seconds: 1), start: 0.1, duration: 0.4, every: 2))
            #expect(part.frames.map(\.first) == [1, 3])
            #expect(part.timestamps == [0, 200])
            #expect(part.first == 100)
            #expect(part.estimate == 2)
            #expect(try Content(folder.path, VideoSelection(every: .max)).estimate == 1)
            #expect(throws: VideoError(file: folder.path, problem: .nothingSelected)) {
                try Content(folder.path, VideoSelection(start: 60))
            }
        }
    }

    @Test func readsNumberedImagesAsVideos() throws {
        try withTemporaryFolder { folder in
            try write(
                ["a0009.png", "a0010.png", "a12345.png", "a1.png", "a00011.png", "b0001.png", "a0001.jpg"], in: folder)
            // Named pipes would block if they were opened, because nobody writes to them.
            for name in ["a0011.png", "d1.png"] { #expect(mkfifo(folder.path + "/" + name, 0o600) == 0) }
            #expect(try Content(folder.path + "/a%04d.png").frames.map(\.first) == [0, 1, 2])
            #expect(try Content(folder.path + "/a%d.png").frames.map(\.first) == [3, 2])
            #expect(try Content(folder.path + "/a%04d.png").timestamps == [0, 40, 80])
            for missing in [folder.path + "/c%04d.png", folder.path + "/d%d.png"] {
                #expect(throws: VideoError(file: missing, problem: .noPicturesOfPattern)) { try Content(missing) }
            }
        }
    }

    @Test func namesBrokenImages() throws {
        try withTemporaryFolder { folder in
            try write(["a1.png", "a3.png"], in: folder)
            let broken = folder.appendingPathComponent("a2.png").path
            try "text".write(toFile: broken, atomically: false, encoding: .utf8)
            do throws(VideoError) {
                _ = try Content(folder.path)
                Issue.record("read")
            } catch {
                #expect(
                    error.description
                        == "\(broken): not an image in a supported format; save it as 8-bit JPEG or PNG")
            }
        }
    }
}

struct FrameRateTests {
    @Test(arguments: [
        (30_000, 1001, 15, 500), (1, Int(Int32.max), 2, 4_294_967_294_000),
        // The first result needs the last bit of a 64-bit number, and the others exceed it.
        (2, 1, 9_300_000_000_000_000, 4_650_000_000_000_000_000), (1, 1, 9_300_000_000_000_000, Int.max),
        (1, 1, Int.max, Int.max), (1, Int(Int32.max), Int.max, Int.max),
    ]) func computesExactTimesUpToTheLargestNumber(frames: Int, seconds: Int, index: Int, expected: Int) throws {
        let rate = try #require(FrameRate(frames: frames, seconds: seconds))
        #expect(rate.timestampMs(frame: index) == expected)
    }

    @Test(arguments: [
        (25, 1), (30_000, 1001), (240, 1), (500, 1), (501, 1), (700, 1), (960, 1), (999, 1), (1000, 1), (5000, 7),
        (660_000, 1001),
    ])
    func findsFramesByTheirTimes(frames: Int, seconds: Int) throws {
        let rate = try #require(FrameRate(frames: frames, seconds: seconds))
        for index in 0..<5000 { #expect(rate.nearestFrame(timestampMs: rate.timestampMs(frame: index)) == index) }
    }
}
