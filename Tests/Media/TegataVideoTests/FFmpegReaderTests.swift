import Foundation
import TegataBuffers
import TegataTestSupport
import TegataVideo
import Testing

@Suite(.enabled(if: !FFmpegProgram.isMissing, "the program ffmpeg is missing"))
struct FFmpegReaderTests {
    /// Everything that a reader returns.
    struct Content {
        var bytes: [UInt8] = []
        var timestamps: [Int] = []
        var sizes: Set<[Int]> = []
        var frameRate: FrameRate?
        var complaint: String?

        init(_ path: String) throws(VideoError) {
            let reader = try VideoReader(readingFrom: path)
            frameRate = reader.frameRate
            while try reader.advance() {
                bytes += reader.frame.bytes
                timestamps.append(reader.frame.timestampMs)
                sizes.insert([reader.frame.width, reader.frame.height])
            }
            complaint = reader.complaint
        }
    }

    private let damaged = "the video is damaged or in a format that ffmpeg cannot read"

    private static let fixture = ModelFiles.packageFolder.deletingLastPathComponent()
        .appendingPathComponent("shared/fixtures/videos/two_gestures.mp4").path

    @Test(.enabled(if: FileManager.default.isReadableFile(atPath: fixture))) func decodesTheReferencePixels() throws {
        let reader = try VideoReader(readingFrom: Self.fixture)
        #expect(reader.frameRate == FrameRate(frames: 25, seconds: 1))
        #expect(reader.estimatedFrameCount == 202)
        var hash = SHA256()
        while try reader.advance() {
            reader.frame.bytes.withUnsafeBytes { hash.update($0) }
            #expect(reader.frame.timestampMs == 40 * reader.frame.index)
            #expect(reader.frame.width == 640 && reader.frame.height == 360 && reader.frame.pixelFormat == .rgb)
        }
        #expect(reader.frameCount == 202)
        #expect(reader.complaint == nil)
        #expect(hash.hexadecimalDigits() == "39e8d91cc07868024409d4e3ae6b3979e0a4b98d650acd2882bb72756423d29f")
    }

    /// Odd sizes, and both tiny and large frames.
    @Test(arguments: [
        ("64x48", "a.mp4"), ("17x9", "a.mkv"), ("2x2", "a.avi"), ("640x360", "a.mkv"), ("34x40", "-%d 'a:b.mov"),
    ])
    func returnsTheFramesOfFFmpeg(size: String, name: String) throws {
        try withTemporaryFolder { folder in
            try FFmpegProgram.run(
                "-f", "lavfi", "-i", "testsrc=s=\(size):r=30000/1001:d=0.5", "-c:v", "mpeg4", "file:\(name)", in: folder
            )
            let raw = try FFmpegProgram.output(
                "-i", "file:\(name)", "-f", "rawvideo", "-pix_fmt", "rgb24", "-", in: folder)
            let content = try Content(folder.appendingPathComponent(name).path)
            #expect(content.bytes == raw)
            #expect(content.frameRate == FrameRate(frames: 30000, seconds: 1001))
            #expect(content.timestamps == (0..<15).map { $0 * 1001 / 30 })
            #expect(content.complaint == nil)
        }
    }

    /// ffmpeg reports the clock of the timestamps as the frame rate.
    @Test func ignoresTheRateOfTheClock() throws {
        try withTemporaryFolder { folder in
            try FFmpegProgram.run(
                "-f", "lavfi", "-i", "testsrc=s=64x48:r=90:d=1", "-vf", "settb=1/90000,setpts='PTS+mod(N*7,20)'",
                "-fps_mode", "passthrough", "-enc_time_base", "1/90000", "-c:v", "mjpeg", "a.mov", in: folder)
            let reader = try VideoReader(readingFrom: folder.appendingPathComponent("a.mov").path)
            let rate = try #require(reader.frameRate)
            #expect((89.5...90.5).contains(rate.perSecond))
            #expect(!reader.mayHaveConstantRate)
            #expect(reader.estimatedFrameCount.map { (89...91).contains($0) } == true)
        }
    }

    @Test(arguments: ["a.mp4", "a.mkv"]) func keepsTimestampsOfVariableRates(name: String) throws {
        try withTemporaryFolder { folder in
            try FFmpegProgram.run(
                "-f", "lavfi", "-i", "testsrc=s=64x48:r=30:d=1", "-vf", "select='not(mod(n,3))+not(mod(n,7))'",
                "-fps_mode", "vfr", "-c:v", "mpeg4", name, in: folder)
            let content = try Content(folder.appendingPathComponent(name).path)
            #expect(
                content.timestamps
                    == [0, 100, 200, 233, 300, 400, 466, 500, 600, 700, 800, 900, 933].map {
                        name == "a.mkv" && $0 == 466 ? 467 : $0  // Matroska rounds times itself.
                    })
        }
    }

    @Test func turnsRotatedVideosUpright() throws {
        try withTemporaryFolder { folder in
            try FFmpegProgram.run("-f", "lavfi", "-i", "testsrc=s=64x48:r=5:d=1", "-c:v", "mpeg4", "a.mp4", in: folder)
            if try !FFmpegProgram.tries(["-display_rotation", "90", "-i", "a.mp4", "-c", "copy", "b.mp4"], in: folder) {
                try FFmpegProgram.run("-i", "a.mp4", "-c", "copy", "-metadata:s:v", "rotate=90", "b.mp4", in: folder)
            }
            let raw = try FFmpegProgram.output("-i", "b.mp4", "-f", "rawvideo", "-pix_fmt", "rgb24", "-", in: folder)
            let content = try Content(folder.appendingPathComponent("b.mp4").path)
            #expect(content.sizes == [[48, 64]])
            #expect(content.bytes == raw)
        }
    }

    private func complaint(_ path: String) -> String? {
        do throws(VideoError) {
            _ = try Content(path)
            return nil
        } catch {
            return error.description
        }
    }

    @Test func rejectsFramesWithTooManyPixels() throws {
        try withTemporaryFolder { folder in
            try FFmpegProgram.run("-f", "lavfi", "-i", "testsrc=s=64x48:d=0.04", "-c:v", "png", "a.mkv", in: folder)
            let file = folder.appendingPathComponent("a.mkv")
            var bytes = try Data(contentsOf: file)
            let header = try #require(bytes.firstRange(of: Data("IHDR".utf8)))
            // The header declares a width and height of 15,360 pixels.
            bytes.replaceSubrange(header.upperBound..<header.upperBound + 8, with: [0, 0, 0x3C, 0, 0, 0, 0x3C, 0])
            try bytes.write(to: file)
            let expected = "15360×15360 pixels exceed the limit of 178956970; make the video smaller"
            #expect(complaint(file.path) == "\(file.path): \(expected)")
        }
    }

    @Test func reportsBrokenFiles() throws {
        try withTemporaryFolder { folder in
            func write(_ name: String, _ bytes: Data) throws -> String {
                let file = folder.appendingPathComponent(name)
                try bytes.write(to: file)
                return file.path
            }
            try FFmpegProgram.run("-f", "lavfi", "-i", "testsrc=s=64x48:d=1", "-c:v", "mpeg4", "a.mp4", in: folder)
            try FFmpegProgram.run("-f", "lavfi", "-i", "sine=d=0.1", "-c:a", "pcm_s16le", "sound.wav", in: folder)
            let whole = try Data(contentsOf: folder.appendingPathComponent("a.mp4"))

            let empty = try write("empty.mp4", Data())
            #expect(complaint(empty) == "\(empty): there is no data; check the program that writes the video")
            let missing = folder.appendingPathComponent("missing.mp4").path
            #expect(complaint(missing) == "\(missing): no such file; check the path")
            #expect(
                complaint(folder.path)
                    == "\(folder.path): the folder contains no images; pass one with JPEG or PNG files")
            let address = "https://host/a.mp4"
            #expect(
                complaint(address)
                    == "\(address): is a URL, but Tegata does not download files; pipe it: ffmpeg -i URL -f yuv4mpegpipe - | tegata track -"
            )
            let text = try write("text.mp4", Data("Hello, this is no video.".utf8))
            let invalid = "Invalid data found when processing input"
            #expect(complaint(text)?.hasPrefix("\(text): \(damaged) (") == true)
            #expect(complaint(text)?.hasSuffix(invalid + "); copy or save it again") == true)
            let cut = try write("cut.mp4", whole.prefix(whole.count / 2))
            #expect(complaint(cut)?.hasPrefix("\(cut): \(damaged) (moov atom not found; ") == true)
            #expect(complaint(cut)?.hasSuffix(invalid + "); copy or save it again") == true)
            let sound = folder.appendingPathComponent("sound.wav").path
            #expect(complaint(sound) == "\(sound): the file contains no video; pass a video")
            for found in [text, cut, sound].map(complaint) { #expect(found?.contains("\n") == false) }
        }
    }

    /// An HLS playlist must not make ffmpeg open the network or other files.
    @Test func doesNotFollowPlaylistsToTheNetwork() throws {
        try withTemporaryFolder { folder in
            let file = folder.appendingPathComponent("list.m3u8")
            try "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\nhttp://127.0.0.1:9/a.ts\n#EXT-X-ENDLIST\n"
                .write(to: file, atomically: false, encoding: .utf8)
            #expect(complaint(file.path)?.hasPrefix("\(file.path): \(damaged) (") == true)
        }
    }

    /// A list must not make ffmpeg open neighbouring files either, regardless of the list's extension.
    @Test(arguments: ["mp4", "mkv", "avi", "gif"]) func doesNotFollowListsToOtherFiles(ending: String) throws {
        try withTemporaryFolder { folder in
            try FFmpegProgram.run("-f", "lavfi", "-i", "testsrc=s=64x48:d=1", "-c:v", "mpeg4", "b.mp4", in: folder)
            let file = folder.appendingPathComponent("a." + ending)
            for list in [
                "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\nb.mp4\n#EXT-X-ENDLIST\n",
                "ffconcat version 1.0\nfile b.mp4\n",
            ] {
                try list.write(to: file, atomically: false, encoding: .utf8)
                #expect(
                    complaint(file.path)?.hasPrefix(
                        "\(file.path): \(damaged) (it is a list of files, or a rare format") == true)
            }
        }
    }

    /// The name of an existing file must not be used as a pattern for other files.
    @Test(arguments: ["jpg", "png"]) func doesNotExpandNamesAsPatterns(ending: String) throws {
        try withTemporaryFolder { folder in
            for (colour, name) in [("black", "a1"), ("white", "own")] {
                try FFmpegProgram.run(
                    "-f", "lavfi", "-i", "color=\(colour):s=16x16", "-frames:v", "1", "\(name).\(ending)", in: folder)
            }
            let path = "\(folder.path)/a%d.\(ending)"
            try FileManager.default.moveItem(atPath: "\(folder.path)/own.\(ending)", toPath: path)
            let content = try Content(path)
            #expect(content.timestamps == [0])
            #expect(content.bytes.allSatisfy { $0 > 250 })
        }
    }

    /// Photographs are often followed by a smaller image or a video in the same file.
    @Test func readsOneFrameOfPhotographsFollowedByMoreData() throws {
        try withTemporaryFolder { folder in
            try FFmpegProgram.run(
                "-f", "lavfi", "-i", "testsrc=s=64x48", "-frames:v", "1", "-pix_fmt", "yuvj420p", "b.jpg", in: folder)
            let picture = try Data(contentsOf: folder.appendingPathComponent("b.jpg"))
            try (picture + picture).write(to: folder.appendingPathComponent("a.JPG"))
            #expect(try Content(folder.path + "/a.JPG").timestamps == [0])
        }
    }

    /// The file's metadata may look like ffmpeg's own messages.
    @Test func ignoresDurationsInTitles() throws {
        try withTemporaryFolder { folder in
            try FFmpegProgram.run(
                "-f", "lavfi", "-i", "testsrc=s=64x48:r=10:d=1", "-c:v", "mpeg4", "-metadata",
                "title=  Duration: 99:00:00.00, start", "-metadata",
                "comment=\u{2028}[info]   Duration: 99:00:00.00, start", "a.mkv", in: folder)
            let reader = try VideoReader(readingFrom: folder.path + "/a.mkv")
            #expect(reader.estimatedFrameCount == 10)
        }
    }

    @Test func ignoresRatesInTitles() throws {
        try withTemporaryFolder { folder in
            let times = try ["", "Stream #0: : Video: x, 1 fps, 2 tbr"].enumerated().map { index, title in
                try FFmpegProgram.run(
                    "-f", "lavfi", "-i", "testsrc=s=64x48:r=30000/1001:d=0.5", "-c:v", "mpeg4", "-metadata",
                    "title=\(title)", "\(index).mkv", in: folder)
                let reader = try VideoReader(readingFrom: folder.path + "/\(index).mkv")
                var times: [Int] = []
                while try reader.advance() { times.append(reader.frame.timestampMs) }
                return times
            }
            #expect(times[0].prefix(4) == [0, 33, 66, 100] && times[0] == times[1])
        }
    }

    @Test func ignoresErrorsInTitles() throws {
        try withTemporaryFolder { folder in
            try FFmpegProgram.run(
                "-f", "lavfi", "-i", "testsrc=s=64x48:d=0.2", "-metadata", "title=[error] out of paper", "-c:v",
                "mpeg4",
                "file:[error] a.mkv", in: folder)
            #expect(try Content(folder.path + "/[error] a.mkv").complaint == nil)
        }
    }

    @Test func reportsDamageInTheMiddleOfAVideo() throws {
        try withTemporaryFolder { folder in
            try FFmpegProgram.run("-f", "lavfi", "-i", "testsrc=s=320x240:d=2", "-c:v", "mpeg4", "a.avi", in: folder)
            let file = folder.appendingPathComponent("a.avi")
            var bytes = try Data(contentsOf: file)
            for index in stride(from: bytes.count / 2, to: bytes.count * 3 / 4, by: 7) { bytes[index] ^= 0x5A }
            try bytes.write(to: file)
            let content = try Content(file.path)
            #expect(content.timestamps.count > 20)
            #expect(content.complaint != nil)
        }
    }

    /// For example, if one of ffmpeg's libraries cannot be loaded.
    @Test func reportsProgramsThatDoNotStart() throws {
        try withTemporaryFolder { folder in
            let program = folder.appendingPathComponent("program")
            try writeProgram("echo 'program: a library is missing' >&2; exit 127", to: program.path)
            let file = folder.appendingPathComponent("a.mp4")
            try Data([1, 2, 3]).write(to: file)
            let reason =
                "the program ffmpeg cannot be started (program: a library is missing); check that it runs: ffmpeg -version"
            do throws(VideoError) {
                _ = try VideoReader(readingFrom: file.path, decoder: program.path)
                Issue.record("no error")
            } catch {
                #expect(error.description == "\(file.path): \(reason)")
            }
        }
    }

    @Test func reportsAMissingProgram() throws {
        try withTemporaryFolder { folder in
            let file = folder.appendingPathComponent("a.mp4")
            try Data("....ftypisom".utf8).write(to: file)
            #expect(throws: VideoError(file: file.path, problem: .programMissing("no-such-program"))) {
                _ = try VideoReader(readingFrom: file.path, decoder: "no-such-program")
            }
        }
    }

    @Test func endsTheProcessOfReadersThatStopEarly() throws {
        try withTemporaryFolder { folder in
            try FFmpegProgram.run("-f", "lavfi", "-i", "testsrc=s=640x480:d=4", "-c:v", "mpeg4", "a.mkv", in: folder)
            var reader: VideoReader? = try VideoReader(readingFrom: folder.appendingPathComponent("a.mkv").path)
            #expect(try reader?.advance() == true)
            let process = try #require(reader?.decoderProcess)
            #expect(kill(process, 0) == 0)
            reader = nil
            #expect(kill(process, 0) == -1)
        }
    }
}

struct FFmpegVersionTests {
    @Test(arguments: [
        ("5.1.6-0+deb12u1", true), ("5.1", true), ("7.0.2", true), ("n6.1", true), ("10.0", true), ("5", false),
        ("5.0.1", false), ("4.4.2-0ubuntu0.22.04.1", false), ("n4.4", false), ("N-109468-gd39b34123d", true),
        ("git-2024-01-01", true), ("99999999999999999999.1", true),
    ])
    func distinguishesOldVersions(_ description: String, _ isRecent: Bool) {
        #expect(FFmpegVersion(description).isRecent == isRecent)
    }

    @Test(arguments: [
        ("echo ffmpeg version 6.1-x Copyright; echo more", "6.1-x"), ("echo something else", nil), ("exit 1", nil),
        ("head -c 100000 /dev/zero", nil),
    ])
    func asksProgramsForTheirVersion(_ script: String, _ version: String?) throws {
        try withTemporaryFolder { folder in
            let program = folder.path + "/ffmpeg"
            try writeProgram(script, to: program)
            #expect(try FFmpegVersion(asking: program)?.description == version)
        }
    }

    @Test func reportsAMissingProgramWhenAsked() {
        #expect(throws: VideoError.Problem.programMissing("no-such-ffmpeg")) {
            try FFmpegVersion(asking: "no-such-ffmpeg")
        }
    }
}
