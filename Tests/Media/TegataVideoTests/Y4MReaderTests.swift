import Foundation
import TegataBuffers
import TegataImages
import TegataPixels
import TegataTestSupport
import TegataVideo
import Testing

struct Y4MReaderTests {
    /// Returns the frames of a stream, read from a file.
    private func frames(_ stream: [UInt8]) throws -> [VideoFrame] {
        try withTemporaryFolder { folder in
            let file = folder.appendingPathComponent("stream")
            try Data(stream).write(to: file)
            let reader = try VideoReader(readingFrom: file.path)
            var frames: [VideoFrame] = []
            while try reader.advance() { frames.append(reader.frame) }
            #expect(try reader.advance() == false)
            return frames
        }
    }

    /// Returns the error of reading a stream, without the file name, or nil.
    private func complaint(_ stream: [UInt8]) throws -> String? {
        try withTemporaryFolder { folder in
            let file = folder.appendingPathComponent("stream")
            try Data(stream).write(to: file)
            do throws(VideoError) {
                let reader = try VideoReader(readingFrom: file.path)
                while try reader.advance() {}
                return nil
            } catch {
                return String(error.description.dropFirst(file.path.count + 2))
            }
        }
    }

    private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

    @Test(arguments: ["", " C420", " C420jpeg", " C420mpeg2", " C420paldv", " XYSCSS=420JPEG"])
    func keepsSubsampledFrames(colour: String) throws {
        let first = (0..<6 + 4).map { UInt8(20 * $0) }
        let second = first.map { $0 + 1 }
        let frames = try frames(
            bytes("YUV4MPEG2 W3 H2 F30000:1001 Ip A1:1\(colour)\nFRAME\n") + first + bytes("FRAME Ip\n") + second)
        #expect(frames.map(\.bytes) == [first, second])
        #expect(frames.map(\.timestampMs) == [0, 33])
        #expect(frames.map(\.index) == [0, 1])
        #expect(frames.allSatisfy { $0.width == 3 && $0.height == 2 && $0.pixelFormat == .i420 && !$0.isFullRange })
        #expect(frames.first?.planeOffsets == [0, 6, 8])
        #expect(frames.first?.rowStrides == [3, 2, 2])
    }

    @Test func createsViewsOfTheFramesPlanes() throws {
        let luma: [UInt8] = [16, 126, 235, 16, 126, 235]
        let frame = try #require(
            try frames(bytes("YUV4MPEG2 W3 H2 C420\nFRAME\n") + luma + [128, 128] + [128, 128]).first)
        let red = try frame.withView { view throws(TegataError) in
            #expect(view.format == .i420 && view.encoding == ColorEncoding(.bt601, isFullRange: false))
            return view.rgbBytes().enumerated().filter { $0.offset % 3 == 0 }.map(\.element)
        }
        #expect(red == [0, 128, 255, 0, 128, 255])
        #expect(frame.rgbImage()?.pixels == red.flatMap { [$0, $0, $0] })
    }

    /// A few bytes can declare frames that last 68 years each.
    @Test func rejectsFramesTooFarInTheFuture() throws {
        let frame = bytes("FRAME\n") + [128]
        let stream = bytes("YUV4MPEG2 W1 H1 F1:2147483647 Cmono\n") + Array(repeatElement(frame, count: 4196).joined())
        #expect(
            try complaint(stream)
                == "frame 4195 is damaged (it would be shown more than 9007199254740992 ms after the first);"
                + " write the video again"
        )
    }

    /// Uses the colours of the standard's 75 % bars.
    @Test func convertsFullChromaToRGB() throws {
        let frames = try frames(
            bytes("YUV4MPEG2 W4 H1 C444\nFRAME\n") + [180, 65, 235, 16] + [128, 100, 128, 128] + [128, 212, 128, 128])
        #expect(frames.first?.pixelFormat == .rgb)
        #expect(frames.first?.bytes == [191, 191, 191, 191, 0, 1, 255, 255, 255, 0, 0, 0])
    }

    @Test func usesHalvedChromaForTwoPixels() throws {
        let frames = try frames(
            bytes("YUV4MPEG2 W3 H1 C422 XCOLORRANGE=FULL\nFRAME\n") + [0, 128, 255] + [128, 255] + [128, 128])
        #expect(frames.first?.pixelFormat == .rgb)
        #expect(frames.first?.bytes == [0, 0, 0, 128, 128, 128, 255, 211, 255])
    }

    /// Samples with more than 8 bits are rounded to 8 bits, and limited to 255.
    @Test(arguments: [("420p9", 1), ("420p10", 2), ("420p12", 4), ("420p14", 6), ("420p16", 8)])
    func roundsDeepSamples(colour: String, shift: Int) throws {
        let samples = [0, 16, 17, 100, 235, 255]
        let half = 1 << (shift - 1)
        var stream = bytes("YUV4MPEG2 W4 H1 C\(colour) XYSCSS=\(colour)\n")
        var expected: [[UInt8]] = []
        for (change, rounded) in [(0, 0), (half - 1, 0), (half, 1), (-half, 0), (-half - 1, -1)] {
            // A frame consists of four luma samples and two samples of each chroma channel.
            var frame: [UInt8] = []
            for sample in samples + samples.prefix(2) {
                let stored = min(max(sample << shift + change, 0), 256 << shift - 1)
                frame.append(UInt8(stored & 255))
                frame.append(UInt8(stored >> 8))
            }
            stream += bytes("FRAME\n")
            stream += frame
            expected.append((samples + samples.prefix(2)).map { UInt8(max(0, min(255, $0 + rounded))) })
        }
        let frames = try frames(stream)
        #expect(frames.map(\.bytes) == expected)
        #expect(frames.allSatisfy { $0.pixelFormat == .i420 && $0.width == 4 && $0.height == 1 })
    }

    @Test func readsDeepSamplesOfOtherFormats() throws {
        let whole = try frames(
            bytes("YUV4MPEG2 W2 H1 C444p10\nFRAME\n") + [0xD0, 2, 0xAC, 3] + [0, 2, 0, 2] + [0, 2, 0, 2])
        #expect(whole.first?.bytes == [191, 191, 191, 255, 255, 255])
        let half = try frames(bytes("YUV4MPEG2 W2 H1 C422p12\nFRAME\n") + [0, 1, 0xB0, 0x0E] + [0, 8] + [0, 8])
        #expect(half.first?.bytes == [0, 0, 0, 255, 255, 255])
        let gray = try frames(bytes("YUV4MPEG2 W2 H1 Cmono10\nFRAME\n") + [0x40, 0, 0xAC, 3])
        #expect(gray.first?.bytes == [16, 235])
        #expect(gray.first?.pixelFormat == .gray)
    }

    /// Like ffmpeg, treats grey as full range unless the stream says otherwise.
    @Test(arguments: [
        ("Cmono", [0, 16, 126, 235, 255]), ("Cmono XCOLORRANGE=FULL", [0, 16, 126, 235, 255]),
        ("Cmono XCOLORRANGE=LIMITED", [0, 0, 128, 255, 255]), ("XCOLORRANGE=LIMITED Cmono", [0, 0, 128, 255, 255]),
    ]) func convertsGreyToFullRange(header: String, expected: [UInt8]) throws {
        let stream = bytes("YUV4MPEG2 W5 H1 \(header)\nFRAME\n") + [0, 16, 126, 235, 255]
        #expect(try frames(stream).map(\.bytes) == [expected])
    }

    @Test func assumes25FramesPerSecond() throws {
        for rate in ["", " F0:0", " F25:1"] {
            let frames = try frames(bytes("YUV4MPEG2 W1 H1 Cmono\(rate)\n") + bytes("FRAME\n-FRAME\n-FRAME\n-"))
            #expect(frames.map(\.timestampMs) == [0, 40, 80])
        }
    }

    @Test(arguments: [
        ("YUV4MPEG2 W2 H2", "the header is damaged (its first line does not end); write the video again"),
        (
            "YUV4MPEG2X W2 H2\n",
            "the header is damaged (the first line does not begin with YUV4MPEG2); write the video again"
        ),
        ("YUV4MPEG2 H2\n", "the header is damaged (no width); write the video again"),
        ("YUV4MPEG2 W2\n", "the header is damaged (no height); write the video again"),
        ("YUV4MPEG2 W-2 H2\n", "the header is damaged (width \"-2\"); write the video again"),
        (
            "YUV4MPEG2 W2 H99999999999999999999\n",
            "the header is damaged (height \"99999999999999999999\"); write the video again"
        ),
        ("YUV4MPEG2 W2 H2 F25\n", "the header is damaged (rate \"25\"); write the video again"),
        ("YUV4MPEG2 W2 H2 F-25:1\n", "the header is damaged (rate \"-25:1\"); write the video again"),
        ("YUV4MPEG2 W2 H2 Q\n", "the header is damaged (unknown parameter \"Q\"); write the video again"),
        (
            "YUV4MPEG2 W60000 H60000\n",
            "60000×60000 pixels exceed the limit of 178956970; make the video smaller"
        ),
        (
            "YUV4MPEG2 W9223372036854775807 H9223372036854775807\n",
            "9223372036854775807×9223372036854775807 pixels exceed the limit of 178956970; make the video smaller"
        ),
        (
            "YUV4MPEG2 W2 H2 C420p11\n",
            "Y4M with the pixel format C420p11 is not supported; convert the video to 8-bit yuv420p"
        ),
        (
            "YUV4MPEG2 W2 H2 C411\n",
            "Y4M with the pixel format C411 is not supported; convert the video to 8-bit yuv420p"
        ),
        (
            "YUV4MPEG2 W2 H2 C444alpha\n",
            "Y4M with the pixel format C444alpha is not supported; convert the video to 8-bit yuv420p"
        ),
        ("YUV4MPEG2 W2 H2\nFRAME\n123456FRA", "the video ends in the middle of frame 1; write it again"),
        ("YUV4MPEG2 W2 H2\nFRAME\n123456FRAME\n12345", "the video ends in the middle of frame 1; write it again"),
        ("YUV4MPEG2 W2 H2\nFRAME\n123456FRAME I", "the video ends in the middle of frame 1; write it again"),
        ("YUV4MPEG2 W2 H2\nFRAME\n1234567", "frame 1 is damaged (it does not begin with FRAME); write the video again"),
        ("YUV4MPEG2 W2 H2\nFRAMES\n123456", "frame 0 is damaged (it does not begin with FRAME); write the video again"),
    ]) func reportsBrokenStreams(stream: String, expected: String) throws {
        #expect(try complaint(bytes(stream)) == expected)
    }

    @Test func reportsEveryTruncation() throws {
        let stream = bytes("YUV4MPEG2 W2 H2 F25:1\nFRAME\n123456FRAME Ip\n123456")
        let header = 22
        let wholeAt = [header, header + 12, stream.count]
        for length in header..<stream.count {
            let frame = length < header + 12 ? 0 : 1
            let expected =
                wholeAt.contains(length) ? nil : "the video ends in the middle of frame \(frame); write it again"
            #expect(try complaint(Array(stream[..<length])) == expected, "\(length) bytes")
        }
    }

    @Test func doesNotOverwriteFramesThatAreKept() throws {
        let frames = try frames(bytes("YUV4MPEG2 W2 H2\nFRAME\n123456FRAME\nabcdef"))
        #expect(frames.map(\.bytes) == [bytes("123456"), bytes("abcdef")])
    }
}
