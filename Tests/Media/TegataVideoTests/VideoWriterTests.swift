import Foundation
import TegataImages
import TegataTestSupport
import TegataVideo
import Testing

struct VideoWriterTests {
    private let rate = FrameRate(frames: 10, seconds: 1)!

    private func names(in folder: URL) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    }

    private func picture(_ width: Int, _ height: Int, _ red: UInt8, _ green: UInt8, _ blue: UInt8) -> RGBImage {
        RGBImage(width: width, height: height, filledWith: RGBColor(red: red, green: green, blue: blue))
    }

    @Test func writesSamplesOfY4M() throws {
        try withTemporaryFolder { folder in
            let path = folder.appendingPathComponent("a.y4m").path
            let writer = try VideoWriter(writingTo: path, width: 3, height: 1, frameRate: rate)
            try writer.append(picture(3, 1, 255, 255, 255), timestampMs: 0)
            try writer.append(picture(3, 1, 255, 0, 0), timestampMs: 100)
            try writer.append(picture(3, 1, 0, 0, 0), timestampMs: 200)
            #expect(FileManager.default.fileExists(atPath: path) == false)
            try writer.finish()
            let header = Array("YUV4MPEG2 W3 H1 F10:1 Ip A1:1 C420jpeg\n".utf8)
            let mark = Array("FRAME\n".utf8)
            var expected = header
            expected += mark + [235, 235, 235, 128, 128, 128, 128]
            expected += mark + [81, 81, 81, 90, 90, 240, 240]
            expected += mark + [16, 16, 16, 128, 128, 128, 128]
            #expect(try Array(Data(contentsOf: URL(fileURLWithPath: path))) == expected)
            #expect(try names(in: folder) == ["a.y4m"])
        }
    }

    @Test func averagesChromaOfFourPixels() throws {
        try withTemporaryFolder { folder in
            let path = folder.appendingPathComponent("a.y4m").path
            let writer = try VideoWriter(writingTo: path, width: 2, height: 2, frameRate: rate)
            let pixels: [UInt8] = [255, 0, 0, 0, 255, 0, 0, 0, 255, 255, 255, 255]
            try writer.append(#require(RGBImage(width: 2, height: 2, pixels: pixels)), timestampMs: 0)
            try writer.finish()
            // The chroma of these four colours averages to grey.
            #expect(try Data(contentsOf: URL(fileURLWithPath: path)).suffix(6) == Data([81, 145, 41, 235, 128, 128]))
        }
    }

    @Test func fillsGapsAndDropsSurplusFrames() throws {
        try withTemporaryFolder { folder in
            let path = folder.appendingPathComponent("a.y4m").path
            let writer = try VideoWriter(writingTo: path, width: 1, height: 1, frameRate: rate)
            for (timestamp, gray) in [(0, 0), (30, 1), (100, 2), (420, 3), (440, 4), (500, 5)] as [(Int, UInt8)] {
                try writer.append(picture(1, 1, 50 * gray, 50 * gray, 50 * gray), timestampMs: timestamp)
            }
            try writer.finish()
            let reader = try VideoReader(readingFrom: path)
            var luma: [UInt8] = []
            while try reader.advance() { luma += reader.frame.bytes.prefix(1) }
            #expect(luma == [16, 102, 102, 102, 145, 231])
        }
    }

    /// A few bytes can declare a gap of years.
    @Test func shortensLongGaps() throws {
        try withTemporaryFolder { folder in
            let path = folder.appendingPathComponent("a.y4m").path
            func lumaOfVideo(framesPerSecond: Int, _ pictures: [(Int, UInt8)]) throws -> [UInt8] {
                let rate = try #require(FrameRate(frames: framesPerSecond, seconds: 1))
                let writer = try VideoWriter(writingTo: path, width: 1, height: 1, frameRate: rate)
                for (timestamp, gray) in pictures {
                    try writer.append(picture(1, 1, gray, gray, gray), timestampMs: timestamp)
                }
                try writer.finish()
                let reader = try VideoReader(readingFrom: path)
                var luma: [UInt8] = []
                while try reader.advance() { luma += reader.frame.bytes.prefix(1) }
                return luma
            }
            // The gap is limited to a minute, and later frames keep their spacing.
            let slow = try lumaOfVideo(framesPerSecond: 10, [(0, 0), (1 << 40, 100), ((1 << 40) + 200, 255)])
            #expect(slow == [UInt8](repeating: 16, count: 601) + [102, 102, 235])
            let fast = try lumaOfVideo(framesPerSecond: 1_000_000, [(0, 0), (1000, 255)])
            #expect(fast == [UInt8](repeating: 16, count: 1 + VideoWriter.longestGap) + [235])
        }
    }

    /// The frames are so close together that timestamps in milliseconds do not distinguish them.
    @Test func placesFramesByTheirNumbers() throws {
        try withTemporaryFolder { folder in
            let path = folder.appendingPathComponent("a.y4m").path
            let rate = try #require(FrameRate(frames: 10_000, seconds: 1))
            let writer = try VideoWriter(writingTo: path, width: 1, height: 1, frameRate: rate)
            for index in 0..<50 {
                let gray = UInt8(5 * index)
                try writer.append(picture(1, 1, gray, gray, gray), timestampMs: index / 10, index: index)
            }
            try writer.finish()
            let reader = try VideoReader(readingFrom: path)
            var luma: Set<UInt8> = []
            while try reader.advance() { luma.formUnion(reader.frame.bytes.prefix(1)) }
            #expect(reader.frameCount == 50 && luma.count == 50)
        }
    }

    @Test func finishesAVideoAfterAFrameOfAnotherSize() throws {
        try withTemporaryFolder { folder in
            let path = folder.appendingPathComponent("a.y4m").path
            let writer = try VideoWriter(writingTo: path, width: 4, height: 4, frameRate: rate)
            try writer.append(picture(4, 4, 1, 2, 3), timestampMs: 0)
            #expect(throws: VideoError(file: path, problem: .frameSizeChanged(width: 4, height: 5))) {
                try writer.append(picture(4, 5, 1, 2, 3), timestampMs: 100)
            }
            try writer.finish()
            let reader = try VideoReader(readingFrom: path)
            #expect(try reader.advance() && !reader.advance())
        }
    }

    @Test func leavesNoUnfinishedVideo() throws {
        try withTemporaryFolder { folder in
            let path = folder.appendingPathComponent("a.y4m").path
            do {
                let writer = try VideoWriter(writingTo: path, width: 4, height: 4, frameRate: rate)
                try writer.append(picture(4, 4, 1, 2, 3), timestampMs: 0)
                #expect(throws: VideoError(file: path, problem: .frameSizeChanged(width: 4, height: 5))) {
                    try writer.append(picture(4, 5, 1, 2, 3), timestampMs: 100)
                }
            }
            let left = try names(in: folder)
            #expect(left == [])
        }
    }

    @Test(arguments: [
        ("a.webp", "the file extension is not one for videos; choose .mp4, .mkv, .mov, .webm, .avi, .gif or .y4m"),
        ("a", "the file extension is not one for videos; choose .mp4, .mkv, .mov, .webm, .avi, .gif or .y4m"),
        (
            "missing/a.y4m",
            "cannot be written (No such file or directory); check the directory, its permissions and the free disk space"
        ),
        ("a.mp4", "needs the program no-ffmpeg, which is not on the PATH; install it: apt-get install no-ffmpeg"),
    ]) func reportsVideosThatCannotBeWritten(name: String, expected: String) throws {
        try withTemporaryFolder { folder in
            let path = folder.appendingPathComponent(name).path
            do throws(VideoError) {
                _ = try VideoWriter(
                    writingTo: path, width: 4, height: 4, frameRate: rate, soundFrom: nil, encoder: "no-ffmpeg")
                Issue.record("written")
            } catch {
                #expect(error.description == "\(path): \(expected)")
            }
            let left = try names(in: folder)
            #expect(left == [])
        }
    }

    @Test(.enabled(if: !FFmpegProgram.isMissing, "the program ffmpeg is missing"), arguments: [10, 60])
    func writesAnimationsWithTheirColours(frames: Int) throws {
        try withTemporaryFolder { folder in
            let path = folder.appendingPathComponent("a.gif").path
            let rate = try #require(FrameRate(frames: frames, seconds: 1))
            let writer = try VideoWriter(writingTo: path, width: 15, height: 9, frameRate: rate)
            for index in 0..<frames {
                try writer.append(picture(15, 9, 200, 100, UInt8(index)), timestampMs: 1000 * index / frames)
            }
            try writer.finish()
            let reader = try VideoReader(readingFrom: path)
            var count = 0
            while try reader.advance() {
                count += 1
                let shown = try #require(reader.frame.rgbImage())
                let colour = shown[7, 4]
                #expect(abs(Int(colour.red) - 200) < 6 && abs(Int(colour.green) - 100) < 6)
            }
            #expect(reader.frame.width == 15 && reader.frame.height == 9)
            // GIF viewers slow down frames of less than 0.02 s, so at most 50 frames per second are written.
            #expect(count == min(frames, 50))
        }
    }

    /// Writing to an encoder that exits at once must be an error, and must not end the process with a signal.
    @Test func reportsEncodersThatExitEarly() throws {
        try withTemporaryFolder { folder in
            let path = folder.appendingPathComponent("a.mkv").path
            do throws(VideoError) {
                let writer = try VideoWriter(
                    writingTo: path, width: 640, height: 480, frameRate: rate, soundFrom: nil, encoder: "false")
                for index in 0..<20 { try writer.append(picture(640, 480, 0, 0, 0), timestampMs: 100 * index) }
                Issue.record("written")
            } catch {
                #expect(
                    error.description
                        == "\(path): ffmpeg did not write the whole video (it ended without an error message); try again with more disk space"
                )
            }
            let left = try names(in: folder)
            #expect(left == [])
        }
    }

    /// ffmpeg cannot read numbers with an exponent, and must not open any file other than the sound source.
    @Test func passesTheSoundSourceToTheEncoder() throws {
        try withTemporaryFolder { folder in
            let encoder = folder.path + "/encoder"
            try writeProgram(#"printf '%s\n' "$@" >"${0%/*}/words"; cat >/dev/null"#, to: encoder)
            let writer = try VideoWriter(
                writingTo: folder.path + "/a.mp4", width: 2, height: 2, frameRate: rate, soundFrom: "b.mp4",
                soundStart: 0.00001, soundSeconds: 2e16, encoder: encoder)
            #expect(throws: VideoError.self) { try writer.finish() }
            let words = try String(contentsOfFile: folder.path + "/words", encoding: .utf8).split(separator: "\n")
            let sound = try #require(words.firstIndex(of: "file:b.mp4"))
            #expect(words[..<sound].suffix(11).prefix(4) == ["-ss", "10us", "-t", "1000000000000000us"])
            let copies = try #require(words.firstIndex(of: "-c:a"))
            #expect(words[copies...].prefix(4) == ["-c:a", "copy", "-copypriorss:a", "0"])
            #expect(words[..<sound].suffix(7).prefix(2) == ["-protocol_whitelist", "file,pipe"])
            #expect(words[sound - 3] == "-format_whitelist")
            #expect(words[sound - 2].split(separator: ",").contains("mov"))
            for format in ["hls", "concat", "image2", "dash"] {
                #expect(!words[sound - 2].split(separator: ",").contains { $0 == format })
            }
        }
    }

    @Test(
        .enabled(if: !FFmpegProgram.isMissing, "the program ffmpeg is missing"),
        arguments: ["b.mp4", "b.mkv", "b.mov", "b.avi"])
    func keepsSound(name: String) throws {
        try withTemporaryFolder { folder in
            let sound = name == "b.avi" ? "mp2" : "aac"
            try FFmpegProgram.run(
                "-f", "lavfi", "-i", "testsrc=s=161x121:r=10:d=1", "-f", "lavfi", "-i", "sine=d=1", "-c:v", "ffv1",
                "-c:a", sound,
                "a.mkv", in: folder)
            let source = folder.appendingPathComponent("a.mkv").path
            let path = folder.appendingPathComponent(name).path
            let reader = try VideoReader(readingFrom: source)
            let writer = try VideoWriter(writingTo: path, width: 161, height: 121, frameRate: rate, soundFrom: source)
            var colours: [RGBColor] = []
            while try reader.advance() {
                let picture = try #require(reader.frame.rgbImage())
                colours.append(picture[30, 20])
                try writer.append(picture, timestampMs: reader.frame.timestampMs)
            }
            #expect(try names(in: folder).count == 2)
            try writer.finish()
            #expect(try names(in: folder) == ["a.mkv", name])
            let copy = try VideoReader(readingFrom: path)
            while try copy.advance() {
                let found = try #require(copy.frame.rgbImage())[30, 20]
                let expected = colours[copy.frame.index]
                for (a, b) in [(found.red, expected.red), (found.green, expected.green), (found.blue, expected.blue)] {
                    #expect(abs(Int(a) - Int(b)) <= 48)
                }
                #expect(copy.frame.timestampMs == 100 * copy.frame.index)
            }
            #expect(copy.frameCount == 10)
            let packets = { (file: String) in
                try FFmpegProgram.output("-i", file, "-map", "0:a", "-c", "copy", "-f", "data", "-", in: folder)
            }
            #expect(try packets(name) == packets("a.mkv"))
        }
    }

    /// Decoding may have to start at a keyframe long before the part, but the sound from that time does not belong to
    /// it.
    @Test(
        .enabled(if: !FFmpegProgram.isMissing, "the program ffmpeg is missing"),
        arguments: ["b.mkv", "b.avi", "b.mp4", "b.mov"])
    func dropsSoundBeforeAPart(name: String) throws {
        try withTemporaryFolder { folder in
            try FFmpegProgram.run(
                "-f", "lavfi", "-i", "testsrc=s=32x32:r=10:d=3", "-f", "lavfi", "-i", "sine=d=3", "-c:v", "mpeg4", "-g",
                "100", "-c:a", "aac", "a.mp4", in: folder)
            let writer = try VideoWriter(
                writingTo: folder.appendingPathComponent(name).path, width: 16, height: 16, frameRate: rate,
                soundFrom: folder.path + "/a.mp4", soundStart: 2, soundSeconds: 0.5)
            for index in 0..<5 { try writer.append(picture(16, 16, 255, 0, 0), timestampMs: 100 * index) }
            try writer.finish()
            let lines = try FFmpegProgram.output(
                "-i", name, "-map", "0:a", "-c", "copy", "-f", "framecrc", "-", in: folder
            ).split(separator: 0x0A).filter { $0.first != UInt8(ascii: "#") }
            // Each packet contains 1024 samples at 44,100 per second.
            #expect((21...24).contains(lines.count), "\(lines.count) packets")
        }
    }

    /// Not every container supports every codec. If necessary, the sound is encoded again at its full length.
    @Test(
        .enabled(if: !FFmpegProgram.isMissing, "the program ffmpeg is missing"),
        arguments: [("pcm_s16le", "b.mp4"), ("wmav2", "b.mp4"), ("pcm_s16le", "b.m4v"), ("aac", "b.webm")])
    func encodesSoundThatTheContainerDoesNotSupport(sound: String, name: String) throws {
        try withTemporaryFolder { folder in
            try FFmpegProgram.run("-f", "lavfi", "-i", "sine=d=1", "-c:a", sound, "a.mkv", in: folder)
            let path = folder.appendingPathComponent(name).path
            let writer = try VideoWriter(
                writingTo: path, width: 16, height: 16, frameRate: rate, soundFrom: folder.path + "/a.mkv")
            for index in 0..<10 { try writer.append(picture(16, 16, 255, 0, 0), timestampMs: 100 * index) }
            try writer.finish()
            let samples = try FFmpegProgram.output(
                "-i", name, "-map", "0:a", "-ac", "1", "-ar", "44100", "-f", "s16le", "-", in: folder)
            // Encoders add at most one block at each end.
            #expect(abs(samples.count / 2 - 44_100) < 4096)
        }
    }
}
