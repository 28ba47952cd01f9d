import Foundation
import TegataTestSupport
import TegataVideo
import Testing

@Suite(.enabled(if: !FFmpegProgram.isMissing, "the program ffmpeg is missing"))
struct FFmpegReaderTests {
    /// Everything a reader yields.
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

    private static let fixture = ModelFiles.packageFolder.deletingLastPathComponent()
        .appendingPathComponent("shared/fixtures/videos/two_gestures.mp4").path

    @Test(.enabled(if: FileManager.default.isReadableFile(atPath: fixture))) func pixelsAreThoseOfTheReference() throws {
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

    /// Odd sizes, tiny frames and long ones.
    @Test(arguments: ["64x48", "17x9", "2x2", "640x360"], ["a.mp4", "a.mkv", "a.avi"])
    func framesAreThoseOfFFmpeg(size: String, name: String) throws {
        try withTemporaryFolder { folder in
            try FFmpegProgram.run(
                "-f", "lavfi", "-i", "testsrc=s=\(size):r=30000/1001:d=0.5", "-c:v", "mpeg4", name, in: folder)
            let raw = try FFmpegProgram.output("-i", name, "-f", "rawvideo", "-pix_fmt", "rgb24", "-", in: folder)
            let content = try Content(folder.appendingPathComponent(name).path)
            #expect(content.bytes == raw)
            #expect(content.frameRate == FrameRate(frames: 30000, seconds: 1001))
            #expect(content.timestamps == (0..<15).map { $0 * 1001 / 30 })
            #expect(content.complaint == nil)
        }
    }

    @Test(arguments: ["a.mp4", "a.mkv"]) func variableRatesKeepTheirTimes(name: String) throws {
        try withTemporaryFolder { folder in
            try FFmpegProgram.run(
                "-f", "lavfi", "-i", "testsrc=s=64x48:r=30:d=1", "-vf", "select='not(mod(n,3))+not(mod(n,7))'",
                "-fps_mode", "vfr", "-c:v", "mpeg4", name, in: folder)
            let content = try Content(folder.appendingPathComponent(name).path)
            #expect(content.timestamps == [0, 100, 200, 233, 300, 400, 466, 500, 600, 700, 800, 900, 933].map {
                name == "a.mkv" && $0 == 466 ? 467 : $0  // This container rounds times itself.
            })
        }
    }

    @Test func rotatedVideosComeUpright() throws {
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
}
