import Foundation
import TegataBuffers
import TegataImages
import TegataTestSupport
import TegataVideo
import Testing

/// Streams of concatenated JPEG or PNG images.
struct PictureFileStreamTests {
    private func read(_ stream: [UInt8]) throws(VideoError) -> [VideoFrame] {
        let pipe = Pipe()
        // Writes from a thread, because a pipe holds only part of the stream.
        let writer = Thread {
            try? pipe.fileHandleForWriting.write(contentsOf: Data(stream))
            try? pipe.fileHandleForWriting.close()
        }
        writer.start()
        let reader = try VideoReader(readingFrom: "/dev/fd/\(pipe.fileHandleForReading.fileDescriptor)")
        var frames: [VideoFrame] = []
        while try reader.advance() { frames.append(reader.frame) }
        return frames
    }

    private func complaint(_ stream: [UInt8]) -> String? {
        do throws(VideoError) {
            _ = try read(stream)
            return nil
        } catch {
            return error.description.split(separator: ": ", maxSplits: 1).last.map(String.init)
        }
    }

    private func picture(_ width: Int, _ red: UInt8) -> RGBImage {
        RGBImage(width: width, height: 30, filledWith: RGBColor(red: red, green: 60, blue: 90))
    }

    @Test(arguments: [ImageFormat.jpeg, .png]) func readsConcatenatedImages(format: ImageFormat) throws {
        let pictures = [picture(40, 10), picture(31, 100), picture(40, 200)]
        let files = try pictures.map { try $0.encoded(as: format) }
        let frames = try read(files.flatMap(\.self))
        #expect(frames.map(\.width) == [40, 31, 40])
        #expect(frames.map(\.timestampMs) == [0, 40, 80])
        for (frame, file) in zip(frames, files) {
            #expect(try frame.rgbImage() == RGBImage(decoding: Bytes(file), file: "a"))
        }
    }

    /// A camera's JPEG image may contain a smaller one, whose end marker does not end the outer image.
    @Test func skipsEmbeddedThumbnails() throws {
        let small = try picture(9, 0).encoded(as: .jpeg)
        let content = Array("Exif\0\0".utf8) + small
        let segment = [0xFF, 0xE1, UInt8((content.count + 2) >> 8), UInt8((content.count + 2) & 255)] + content
        let file = try picture(40, 10).encoded(as: .jpeg)
        let frames = try read(file[..<2] + segment + file[2...] + file)
        #expect(frames.map(\.width) == [40, 40])
    }

    @Test func readsProgressiveImagesAndRestarts() throws {
        let names = ["jpeg-420-progressive.jpg", "jpeg-restart-blocks.jpg", "jpeg-fill-bytes.jpg", "jpeg-420.jpg"]
        let folder = ModelFiles.packageFolder.appendingPathComponent("Tests/Fixtures/images")
        let files = try names.map { try Array(Data(contentsOf: folder.appendingPathComponent($0))) }
        let frames = try read(files.flatMap(\.self))
        #expect(frames.count == names.count)
        for (frame, file) in zip(frames, files) {
            #expect(try frame.rgbImage() == RGBImage(decoding: Bytes(file), file: "a"))
        }
    }

    @Test(arguments: [ImageFormat.jpeg, .png]) func reportsEveryTruncation(format: ImageFormat) throws {
        let file = try picture(4, 10).encoded(as: format)
        let mark = format == .jpeg ? 2 : 8
        for length in mark..<file.count {
            #expect(
                complaint(Array(file[..<length])) == "the video ends in the middle of frame 0; write it again",
                "\(length) bytes")
            #expect(
                complaint(file + file[..<length]) == "the video ends in the middle of frame 1; write it again",
                "\(length) bytes")
        }
        #expect(
            complaint(file + [1, 2, 3, 4, 5, 6, 7, 8])
                == "frame 1 is damaged (it does not begin with the mark of \(format == .jpeg ? "JPEG" : "PNG") images); write the video again"
        )
    }

    @Test func reportsDamagedImages() throws {
        let png = try picture(4, 10).encoded(as: .png)
        // The chunk declares a length of 4 GiB.
        #expect(
            complaint(png[..<8] + [255, 255, 255, 255] + Array("IHDR".utf8) + png)
                == "frame 0 is damaged (an image of more than 268435456 bytes); write the video again")
        #expect(
            complaint([0xFF, 0xD8, 0xFF, 0xE0, 0, 1])
                == "frame 0 is damaged (a JPEG segment of 1 bytes); write the video again")
        #expect(
            complaint([0xFF, 0xD8, 0x01])
                == "frame 0 is damaged (byte 1 where a JPEG segment begins); write the video again")
        let broken = png.map { $0 == UInt8(ascii: "H") ? UInt8(ascii: "h") : $0 }
        #expect(complaint(broken)?.hasPrefix("frame 0 is damaged (the image is damaged (") == true)
    }
}
