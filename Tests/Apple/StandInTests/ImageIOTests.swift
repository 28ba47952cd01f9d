import ImageIO
import TegataTestSupport
import Testing

@Suite("Image sources")
struct ImageIOTests {
    private func url(_ name: String) -> URL {
        ModelFiles.packageFolder.appendingPathComponent("Tests/Fixtures/images/\(name)")
    }

    @Test(arguments: 1...8)
    func returnsStoredImagesAndTheirOrientation(number: Int) throws {
        let plain = try #require(
            CGImageSourceCreateWithURL(url("jpeg-exif-1.jpg") as CFURL, nil).flatMap {
                CGImageSourceCreateImageAtIndex($0, 0, nil)
            })
        let source = try #require(CGImageSourceCreateWithURL(url("jpeg-exif-\(number).jpg") as CFURL, nil))
        #expect(CGImageSourceGetCount(source) == 1)
        let options = [kCGImageSourceShouldCache: false] as CFDictionary
        let image = try #require(CGImageSourceCreateImageAtIndex(source, 0, options))
        #expect((image.width, image.height) == (plain.width, plain.height))
        #expect(image.pixels == plain.pixels)
        let properties = try #require(CGImageSourceCopyPropertiesAtIndex(source, 0, nil))
        #expect(properties[kCGImagePropertyOrientation] as? UInt32 == UInt32(number))
        #expect(properties[kCGImagePropertyOrientation] as? Int == number)
        #expect(properties[kCGImagePropertyPixelWidth] as? Int == plain.width)
        #expect(properties[kCGImagePropertyPixelHeight as String] as? NSNumber == NSNumber(value: plain.height))
        #expect(properties[kCGImagePropertyDepth] as? Int == 8)
        let orientation = (properties[kCGImagePropertyOrientation] as? UInt32).flatMap {
            CGImagePropertyOrientation(rawValue: $0)
        }
        #expect(orientation?.rawValue == UInt32(number))
    }

    /// Replaces the container's pixel depth property (`pixi`) with one for the orientation.
    @Test(
        .enabled(if: !FFmpegProgram.isMissing, "the program ffmpeg is missing"),
        arguments: [("irot", 3, 6), ("irot", 1, 8), ("irot", 2, 3), ("imir", 1, 2), ("imir", 0, 4), ("none", 0, 1)])
    func reportsOrientationsOfHEIFAndAVIFContainers(property: String, value: UInt8, expected: UInt32) throws {
        try withTemporaryFolder { folder in
            let gray = (0..<40 * 24).flatMap { [UInt8](repeating: $0 % 40 < 20 ? 9 : 200, count: 3) }
            let picture = Array("P6\n40 24\n255\n".utf8) + gray
            try Data(picture).write(to: folder.appendingPathComponent("in.ppm"))
            let arguments = ["-c:v", "libaom-av1", "-still-picture", "1", "-pix_fmt", "yuv444p", "-crf", "0"]
            guard try FFmpegProgram.tries(["-i", "in.ppm"] + arguments + ["a.avif"], in: folder) else {
                try Test.cancel("this ffmpeg writes no AVIF")
            }
            var file = try Data(contentsOf: folder.appendingPathComponent("a.avif"))
            let place = try #require(file.firstRange(of: Data("pixi".utf8))).lowerBound
            file.replaceSubrange(place..<place + 5, with: Array(property.utf8) + [value])
            let source = try #require(CGImageSourceCreateWithData(file as CFData, nil))
            let properties = try #require(CGImageSourceCopyPropertiesAtIndex(source, 0, nil))
            #expect(properties[kCGImagePropertyOrientation] as? UInt32 == expected)
            #expect(properties[kCGImagePropertyPixelWidth] as? Int == 40)
            #expect(properties[kCGImagePropertyPixelHeight] as? Int == 24)
            let stored = try #require(CGImageSourceCreateImageAtIndex(source, 0, nil))
            #expect((stored.width, stored.height) == (40, 24))
            // The stored image is dark on the left.
            #expect(stored.pixels[0] < 50 && stored.pixels[3 * 39] > 150)
        }
    }

    @Test func findsNoImagesInInvalidData() throws {
        #expect(CGImageSourceCreateWithURL(URL(fileURLWithPath: "/no/such/file.png") as CFURL, nil) == nil)
        for data in [Data(), Data("no picture".utf8), try Data(contentsOf: url("jpeg-exif-1.jpg")).prefix(100)] {
            let source = try #require(CGImageSourceCreateWithData(data as CFData, nil))
            #expect(CGImageSourceGetCount(source) == 0)
            #expect(CGImageSourceCreateImageAtIndex(source, 0, nil) == nil)
            #expect(CGImageSourceCopyPropertiesAtIndex(source, 0, nil) == nil)
        }
        let data = try Data(contentsOf: url("jpeg-exif-1.jpg"))
        let source = try #require(CGImageSourceCreateWithData(data as CFData, nil))
        try withTemporaryFolder { folder in
            let pipe = folder.appendingPathComponent("pipe.png")
            try #require(mkfifo(pipe.path, 0o600) == 0)
            // Must not wait for a writer.
            #expect(CGImageSourceCreateWithURL(pipe as CFURL, nil) == nil)
        }
        #expect(CGImageSourceCreateImageAtIndex(source, 1, nil) == nil)
        #expect(CGImageSourceCreateImageAtIndex(source, -1, nil) == nil)
    }
}
