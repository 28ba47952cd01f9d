import Foundation
import TegataVideo
import Testing

struct PictureStreamReaderTests {
    /// Reads a stream from a pipe.
    private func read(_ stream: String) throws(VideoError) -> [VideoFrame] {
        let pipe = Pipe()
        try? pipe.fileHandleForWriting.write(contentsOf: Data(stream.utf8))
        try? pipe.fileHandleForWriting.close()
        let reader = try VideoReader(readingFrom: "/dev/fd/\(pipe.fileHandleForReading.fileDescriptor)")
        var frames: [VideoFrame] = []
        while try reader.advance() { frames.append(reader.frame) }
        return frames
    }

    private func complaint(_ stream: String) -> String? {
        do throws(VideoError) {
            _ = try read(stream)
            return nil
        } catch {
            return error.description.split(separator: ": ", maxSplits: 1).last.map(String.init)
        }
    }

    @Test func readsConcatenatedPPMImages() throws {
        let frames = try read("P6 2 1 255\nabcdefP6\n# a comment\n1\n2\n255\tghijkl")
        #expect(frames.map { String(decoding: $0.bytes, as: UTF8.self) } == ["abcdef", "ghijkl"])
        #expect(frames.map(\.width) == [2, 1])
        #expect(frames.map(\.height) == [1, 2])
        #expect(frames.map(\.timestampMs) == [0, 40])
        #expect(frames.allSatisfy { $0.pixelFormat == .rgb })
    }

    @Test(arguments: ["P6" + String(repeating: " ", count: 5000), "P6 #" + String(repeating: "#", count: 5000)])
    func rejectsEndlessHeaders(stream: String) {
        #expect(complaint(stream) == "frame 0 is damaged (its header does not end); write the video again")
    }

    @Test(arguments: [
        ("", "there is no data; check the program that writes the video"),
        (
            "P",
            "neither a Y4M stream nor JPEG, PNG or PPM images; convert it: ffmpeg -i VIDEO -pix_fmt yuv420p -f yuv4mpegpipe -"
        ),
        (
            "P5 1 1 255\n.",
            "neither a Y4M stream nor JPEG, PNG or PPM images; convert it: ffmpeg -i VIDEO -pix_fmt yuv420p -f yuv4mpegpipe -"
        ),
        (
            "YUV4MPEG3",
            "neither a Y4M stream nor JPEG, PNG or PPM images; convert it: ffmpeg -i VIDEO -pix_fmt yuv420p -f yuv4mpegpipe -"
        ),
        ("P6", "the video ends in the middle of frame 0; write it again"),
        ("P6 1 1 255", "the video ends in the middle of frame 0; write it again"),
        ("P6 1 1 255\nab", "the video ends in the middle of frame 0; write it again"),
        ("P6 1 1 255\nabcP", "the video ends in the middle of frame 1; write it again"),
        ("P6 1 1 255\nabcd", "frame 1 is damaged (it does not begin with P6); write the video again"),
        ("P6 1 x 255\nabc", "frame 0 is damaged (byte 120 where a number is expected); write the video again"),
        ("P6 0 1 255\n", "frame 0 is damaged (0×1 pixels); write the video again"),
        ("P6 1 1 65535\nabcdef", "PPM with samples up to 65535 is not supported; convert the video to 8-bit yuv420p"),
        (
            "P6 99999999999999999999 60000 255\n",
            "2147483647×60000 pixels exceed the limit of 178956970; make the video smaller"
        ),
    ]) func reportsBrokenStreams(stream: String, expected: String) {
        #expect(complaint(stream) == expected)
    }
}
