import CTegataCapture
import CameraTestSupport
import Foundation
import TegataImages
import TegataTestSupport
import TegataVideo
import Testing

struct CameraPixelsTests {
    private func frame(
        _ format: FakeCamera.Format, _ bytes: [UInt8], _ change: @escaping (inout v4l2_format) -> Void = { _ in }
    ) throws -> VideoFrame {
        let camera = FakeCamera()
        camera.formats = [format]
        camera.changeFormat = change
        camera.script = [.pictures([.init(bytes: bytes)])]
        let reader = try camera.reader()
        #expect(try reader.advance())
        return reader.frame
    }

    @Test(arguments: [0, 3] as [UInt32]) func removesPaddingFromRows(padding: UInt32) throws {
        let gap = [UInt8](repeating: 0xFF, count: Int(padding))
        let frame = try frame(
            .init(sizes: [(4, 2)], rowPadding: padding), Array(0..<8) + gap + Array(8..<16))
        #expect(frame.pixelFormat == .yuyv && frame.width == 4 && frame.height == 2 && !frame.isFullRange)
        #expect(frame.bytes == Array(0..<16))
    }

    @Test(arguments: [0, 2] as [UInt32]) func convertsPlanesToI420(padding: UInt32) throws {
        let gap = [UInt8](repeating: 0xFF, count: Int(padding))
        let luma = Array(0..<4) + gap + Array(4..<8) + gap + Array(8..<12) + gap
        let nv12 = try frame(
            .init(code: tegata_pixels_nv12, sizes: [(4, 3)], bytesPerPixel: 1, rowPadding: padding),
            luma + [20, 30, 21, 31] + gap + [22, 32, 23, 33])
        #expect(nv12.pixelFormat == .i420)
        #expect(nv12.bytes == Array(0..<12) + [20, 21, 22, 23] + [30, 31, 32, 33])
        let half = gap.prefix(gap.count / 2)
        let yu12 = try frame(
            .init(code: tegata_pixels_yu12, sizes: [(4, 3)], bytesPerPixel: 1, rowPadding: padding),
            luma + [20, 21] + half + [22, 23] + half + [30, 31] + half + [32, 33])
        #expect(yu12.pixelFormat == .i420 && yu12.bytes == nv12.bytes)
    }

    @Test func keepsGrey() throws {
        let frame = try frame(
            .init(code: tegata_pixels_grey, sizes: [(3, 2)], bytesPerPixel: 1, rowPadding: 1), [1, 2, 3, 0, 4, 5, 6])
        #expect(frame.pixelFormat == .gray && frame.bytes == Array(1...6))
    }

    @Test func usesTheRangeOfTheDriver() throws {
        let bytes = [UInt8](repeating: 1, count: 4)
        let format = FakeCamera.Format(sizes: [(2, 1)])
        #expect(try frame(format, bytes) { $0.fmt.pix.quantization = tegata_range_full }.isFullRange)
        #expect(try frame(format, bytes) { $0.fmt.pix.colorspace = tegata_colours_jpeg }.isFullRange)
        #expect(try !frame(format, bytes).isFullRange)
    }

    /// Many cameras omit the Huffman tables and pad their frames.
    @Test(arguments: ["jpeg-without-tables.jpg", "jpeg-422.jpg", "jpeg-exif-6.jpg"]) func decodesCompressedFrames(
        name: String
    ) throws {
        let file = ModelFiles.packageFolder.appendingPathComponent("Tests/Fixtures/images/" + name)
        let bytes = [UInt8](try Data(contentsOf: file))
        let expected = try RGBImage(readingFileAt: file.path)
        // Frames keep the orientation of the camera: their EXIF data is ignored.
        let isTurned = name == "jpeg-exif-6.jpg"
        let (width, height) = isTurned ? (expected.height, expected.width) : (expected.width, expected.height)
        for code in [tegata_pixels_mjpeg, tegata_pixels_jpeg] {
            let frame = try frame(
                .init(code: code, sizes: [(UInt32(width), UInt32(height))], bytesPerPixel: 0), bytes + [0, 0, 0])
            #expect(frame.pixelFormat == .rgb && frame.width == width && frame.height == height)
            if !isTurned { #expect(frame.bytes == expected.pixels) }
        }
    }

    /// Compares the same images from a camera and from a Y4M stream.
    @Test func givesTheSameFramesAsAStream() throws {
        let picture = try RGBPicture(
            pngAt: ModelFiles.packageFolder.appendingPathComponent("Tests/Fixtures/rendered/victory_left.png"))
        let (width, height) = (picture.width & ~1, picture.height & ~1)
        // Luma and chroma can be any samples, so the image's channels are used directly.
        func sample(_ x: Int, _ y: Int, _ channel: Int) -> UInt8 {
            picture.bytes[3 * (y * picture.width + x) + channel]
        }
        let luma = (0..<height).flatMap { y in (0..<width).map { sample($0, y, 1) } }
        func chroma(_ channel: Int, every step: Int) -> [UInt8] {
            stride(from: 0, to: height, by: step).flatMap { y in
                stride(from: 0, to: width, by: 2).map { sample($0, y, channel) }
            }
        }
        func stream(_ colour: String, _ bytes: [UInt8]) throws -> VideoFrame {
            try withTemporaryFolder { folder in
                let file = folder.appendingPathComponent("stream.y4m")
                try (Data("YUV4MPEG2 W\(width) H\(height) F30:1 \(colour)\nFRAME\n".utf8) + Data(bytes)).write(to: file)
                let reader = try VideoReader(readingFrom: file.path)
                #expect(try reader.advance())
                return reader.frame
            }
        }
        let size = (UInt32(width), UInt32(height))

        let planes = luma + chroma(2, every: 2) + chroma(0, every: 2)
        let i420 = try stream("C420", planes)
        let yu12 = try frame(.init(code: tegata_pixels_yu12, sizes: [size], bytesPerPixel: 1), planes)
        let pairs = zip(chroma(2, every: 2), chroma(0, every: 2)).flatMap { [$0, $1] }
        let nv12 = try frame(
            .init(code: tegata_pixels_nv12, sizes: [size], bytesPerPixel: 1, rowPadding: 32),
            luma.rows(width, padding: 32) + pairs.rows(width, padding: 32))
        for camera in [yu12, nv12] {
            #expect(
                camera.pixelFormat == i420.pixelFormat && camera.bytes == i420.bytes
                    && camera.isFullRange == i420.isFullRange)
        }

        let (u, v) = (chroma(2, every: 1), chroma(0, every: 1))
        let i422 = try stream("C422", luma + u + v)
        let yuyv = try frame(
            .init(sizes: [size]), u.indices.flatMap { [luma[2 * $0], u[$0], luma[2 * $0 + 1], v[$0]] })
        #expect(yuyv.pixelFormat == .yuyv && yuyv.rgbImage() == i422.rgbImage())
    }
}

extension [UInt8] {
    /// Returns the rows of `width` bytes, each followed by `padding` bytes.
    fileprivate func rows(_ width: Int, padding: Int) -> [UInt8] {
        stride(from: 0, to: count, by: width).flatMap {
            self[$0..<$0 + width] + [UInt8](repeating: 0xFF, count: padding)
        }
    }
}
