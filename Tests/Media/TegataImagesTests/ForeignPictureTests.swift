import Foundation
import TegataBuffers
import TegataImages
import TegataTestSupport
import Testing

/// Images that Tegata decodes with ffmpeg.
@Suite(.enabled(if: !FFmpegProgram.isMissing, "the program ffmpeg is missing"))
struct ForeignPictureTests {
    /// An image of 40 × 24 pixels: red at the top left, green at the top right, blue at the bottom left, white at the
    /// bottom right.
    private let picture: RGBImage = {
        var pixels: [UInt8] = []
        for y in 0..<24 {
            for x in 0..<40 {
                pixels += y < 12 ? (x < 20 ? [255, 0, 0] : [0, 255, 0]) : x < 20 ? [0, 0, 255] : [255, 255, 255]
            }
        }
        return RGBImage(width: 40, height: 24, pixels: pixels) ?? RGBImage(width: 1, height: 1)
    }()

    /// Returns a letter for the colour of each corner, left to right and top to bottom.
    private func corners(_ picture: RGBImage) -> String {
        let (right, bottom) = (picture.width - 3, picture.height - 3)
        return [(2, 2), (right, 2), (2, bottom), (right, bottom)].map { x, y in
            let colour = picture[x, y]
            switch (colour.red > 128, colour.green > 128, colour.blue > 128) {
            case (true, false, false): return "r"
            case (false, true, false): return "g"
            case (false, false, true): return "b"
            case (true, true, true): return "w"
            default: return "?"
            }
        }.joined()
    }

    /// Returns the image as encoded by ffmpeg, or nil if ffmpeg does not have the encoder.
    private func encoded(_ name: String, _ arguments: [String]) throws -> [UInt8]? {
        try withTemporaryFolder { folder in
            try picture.write(toFileAt: folder.appendingPathComponent("in.ppm").path)
            guard try FFmpegProgram.tries(["-i", "in.ppm"] + arguments + [name], in: folder) else { return nil }
            return try Array(Data(contentsOf: folder.appendingPathComponent(name)))
        }
    }

    @Test(arguments: [
        ("a.webp", ["-lossless", "1"]), ("a.bmp", []), ("a.tiff", []), ("a.gif", []), ("a.jxl", ["-distance", "0"]),
        ("a.avif", ["-c:v", "libaom-av1", "-still-picture", "1", "-pix_fmt", "yuv444p", "-crf", "0"]),
    ])
    func decodesImagesWrittenByFFmpeg(name: String, arguments: [String]) throws {
        guard let file = try encoded(name, arguments) else {
            try Test.cancel("this ffmpeg writes no \(name)")
        }
        let read = try RGBImage(decoding: Bytes(file), file: name)
        #expect(read.width == 40 && read.height == 24)
        #expect(corners(read) == "rgbw")
        if name.hasSuffix("bmp") || name.hasSuffix("tiff") { #expect(read == picture) }
    }

    /// Builds TIFF files of 2 × 1 pixels with each orientation.
    @Test(arguments: [(1, "12"), (2, "21"), (3, "21"), (6, "1/2"), (8, "2/1")])
    func turnsTIFFImagesUpright(orientation: UInt16, expected: String) throws {
        func number(_ value: Int, _ count: Int) -> [UInt8] {
            (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        }
        func entry(_ tag: Int, _ kind: Int, _ value: Int) -> [UInt8] {
            number(tag, 2) + number(kind, 2) + number(1, 4) + number(value, 4)
        }
        var file = Array("II*\0".utf8) + number(8, 4) + number(10, 2)
        let pixels = 8 + 2 + 10 * 12 + 4
        file += entry(256, 3, 2) + entry(257, 3, 1) + entry(258, 3, 8) + entry(259, 3, 1) + entry(262, 3, 1)
        file += entry(273, 4, pixels) + entry(274, 3, Int(orientation)) + entry(277, 3, 1) + entry(278, 3, 1)
        file += entry(279, 4, 2) + number(0, 4) + [1, 2]
        let read = try RGBImage(decoding: Bytes(file), file: "a.tiff")
        let rows = stride(from: 0, to: read.pixels.count, by: read.bytesPerRow).map { row in
            stride(from: row, to: row + read.bytesPerRow, by: 3).map { "\(read.pixels[$0])" }.joined()
        }
        #expect(rows.joined(separator: "/") == expected)
    }

    private func chunk(_ kind: String, _ content: [UInt8]) -> [UInt8] {
        Array(kind.utf8) + [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: content.count >> $0) } + content
            + [UInt8](repeating: 0, count: content.count % 2)
    }

    private func webP(_ chunks: [UInt8]) -> [UInt8] { chunk("RIFF", Array("WEBP".utf8) + chunks) }

    @Test func turnsWebPImagesUpright() throws {
        let file = try #require(try encoded("a.webp", ["-lossless", "1"]))
        let data = Array("MM\0*\0\0\0\u{8}\0\u{1}\u{1}\u{12}\0\u{3}\0\0\0\u{1}\0\u{6}\0\0\0\0\0\0".utf8)
        // The flag for EXIF data, and the size of the canvas minus one.
        let canvas: [UInt8] = [8, 0, 0, 0, 39, 0, 0, 23, 0, 0]
        let turned = webP(chunk("VP8X", canvas) + file.dropFirst(12) + chunk("EXIF", data))
        let read = try RGBImage(decoding: Bytes(turned), file: "a.webp")
        #expect(read.width == 24 && read.height == 40)
        #expect(corners(read) == "brwg")
    }

    @Test func decodesTheFirstFrameOfAnimations() throws {
        let file = try #require(try encoded("a.webp", ["-lossless", "1"]))
        let frame: [UInt8] = [0, 0, 0, 0, 0, 0, 39, 0, 0, 23, 0, 0, 100, 0, 0, 0] + file.dropFirst(12)
        let canvas: [UInt8] = [2, 0, 0, 0, 39, 0, 0, 23, 0, 0]
        let animation = webP(
            chunk("VP8X", canvas) + chunk("ANIM", [0, 0, 0, 0, 0, 0]) + chunk("ANMF", frame)
                + chunk("ANMF", [UInt8](repeating: 0, count: 16)))
        let read = try RGBImage(decoding: Bytes(animation), file: "a.webp")
        #expect(read == picture)
    }

    /// Replaces the property for the number of bits with a rotation property.
    @Test(arguments: [
        ("irot", 0, "rgbw"), ("irot", 1, "gwrb"), ("irot", 3, "brwg"), ("imir", 0, "bwrg"), ("imir", 1, "grwb"),
    ])
    func turnsAVIFImagesUpright(property: String, value: UInt8, expected: String) throws {
        let arguments = ["-c:v", "libaom-av1", "-still-picture", "1", "-pix_fmt", "yuv444p", "-crf", "0"]
        guard var file = try encoded("a.avif", arguments) else {
            try Test.cancel("this ffmpeg writes no AVIF")
        }
        let place = try #require(Data(file).firstRange(of: Data("pixi".utf8))).lowerBound
        file.replaceSubrange(place..<place + 5, with: Array(property.utf8) + [value])
        #expect(corners(try RGBImage(decoding: Bytes(file), file: "a.avif")) == expected)
        // Rejects an image that is smaller than the file declares, for example a single tile of it.
        let size = try #require(Data(file).firstRange(of: Data("ispe".utf8))).upperBound
        file[size + 7] = 80
        #expect(throws: ImageFileError.self) { try RGBImage(decoding: Bytes(file), file: "a.avif") }
    }

    @Test func reportsDamagedImages() throws {
        let file = try #require(try encoded("a.bmp", []))
        func complaint(_ bytes: [UInt8]) -> String {
            do throws(ImageFileError) {
                _ = try RGBImage(decoding: Bytes(bytes), file: "a.bmp")
                return ""
            } catch {
                return error.description
            }
        }
        for count in [14, 30, 54] {
            let found = complaint(Array(file[..<count]))
            #expect(found.hasPrefix("a.bmp: a BMP image that is damaged or that ffmpeg cannot read ("), "\(found)")
            #expect(found.hasSuffix("); save it as JPEG or PNG"))
        }
        // For HEIF, the message names a program that converts photographs to JPEG.
        let photograph = Array("\0\0\0\u{18}ftypheic\0\0\0\0mif1heic".utf8)
        #expect(
            complaint(photograph).hasPrefix("a.bmp: a HEIF image that is damaged or that ffmpeg cannot read ("))
        #expect(complaint(photograph).contains("heif-convert PHOTO.heic PHOTO.jpg"))
        // The header declares 60000 × 60000 pixels.
        let huge = file[..<18] + [0x60, 0xEA, 0, 0, 0x60, 0xEA, 0, 0] + file[26...]
        #expect(
            complaint(Array(huge)).hasPrefix("a.bmp: a BMP image that is damaged or that ffmpeg cannot read ("))
    }
}
