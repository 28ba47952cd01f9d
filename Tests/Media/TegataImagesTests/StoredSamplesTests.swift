import Foundation
import TegataBuffers
import TegataImages
import TegataPixels
import TegataTestSupport
import Testing

struct StoredSamplesTests {
    /// Images of two pixels.
    private static let gray =
        "iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAAAAADRSSBWAAAAC0lEQVR42mNgPwEAANkA0EQCVdsAAAAASUVORK5CYII="
    private static let grayAndAlpha =
        "iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAQAAABeK7cBAAAADUlEQVR42mNg5zzBDAABzwDcMO0eZAAAAABJRU5ErkJggg=="
    private static let coloursAndAlpha =
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAACCAYAAACZgbYnAAAAEklEQVR42mNgZGJmYWJhYWEBAACCAB3LGk+sAAAAAElFTkSuQmCC"

    private func samples(_ picture: String) throws -> StoredSamples {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).png").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        try #require(Data(base64Encoded: picture)).write(to: URL(fileURLWithPath: path))
        return try stored(path)
    }

    private func stored(_ path: String) throws -> StoredSamples {
        try StoredSamples(readingFileAt: path) { (_) throws(ImageFileError.Problem) in throw .empty }
    }

    @Test func keepsTheChannelsOfTheFile() throws {
        let gray = try samples(Self.gray)
        #expect((gray.width, gray.height, gray.channelCount) == (2, 1, 1))
        #expect(gray.values == [7, 200])
        let grayAndAlpha = try samples(Self.grayAndAlpha)
        #expect((grayAndAlpha.width, grayAndAlpha.height, grayAndAlpha.channelCount) == (2, 1, 2))
        #expect(grayAndAlpha.values == [7, 9, 200, 3])
        let coloursAndAlpha = try samples(Self.coloursAndAlpha)
        #expect((coloursAndAlpha.width, coloursAndAlpha.height, coloursAndAlpha.channelCount) == (1, 2, 4))
        #expect(coloursAndAlpha.values == [1, 2, 3, 4, 5, 6, 7, 8])
    }

    @Test(arguments: [("png-exif-gray.png", 1), ("png-alpha-zero.png", 4), ("pnm-gray.pgm", 3)])
    func readsSamplesOfUnusualImages(name: String, channelCount: Int) throws {
        let path = ModelFiles.packageFolder.appendingPathComponent("Tests/Fixtures/images/\(name)").path
        let samples = try stored(path)
        let image = try RGBImage(readingFileAt: path)
        #expect(samples.channelCount == channelCount)
        #expect((samples.width, samples.height) == (image.width, image.height))
        #expect(samples.values.count == image.width * image.height * channelCount)
        #expect(samples.values[0] == image.pixels[0])
    }

    @Test func reportsMissingFiles() throws {
        #expect(throws: ImageFileError(file: "/nowhere.png", problem: .unreadable(.notFound))) {
            try stored("/nowhere.png")
        }
    }
}

struct RGBImageViewTests {
    @Test func createsViewsOfThePixels() throws {
        let image = try #require(RGBImage(width: 2, height: 2, pixels: Array(1...12)))
        let bytes = try image.withView { view throws(TegataError) in
            #expect(view.format == .rgb && view.width == 2 && view.height == 2)
            return view.rgbBytes()
        }
        #expect(bytes == image.pixels)
    }

    @Test func rejectsViewsOfImagesWithALongSide() {
        let image = RGBImage(width: 32768, height: 1)
        #expect(throws: TegataError(ImageError.tooLarge(width: 32768, height: 1))) {
            try image.withView { _ throws(TegataError) in }
        }
    }
}
