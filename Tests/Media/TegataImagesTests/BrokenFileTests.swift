import Foundation
import TegataBuffers
import TegataImages
import TegataTestSupport
import Testing

struct BrokenFileTests {
    /// Returns the error message for a file with these bytes, without the file name, or nil if the file can be read.
    private func complaint(_ bytes: [UInt8]) -> String? {
        do throws(ImageFileError) {
            _ = try RGBImage(decoding: Bytes(bytes), file: "x", decoder: "no-ffmpeg")
            return nil
        } catch {
            return String(error.description.dropFirst("x: ".count))
        }
    }

    private func fixture(_ name: String) throws -> [UInt8] {
        try Array(Data(contentsOf: ExpectedPicture.fixtures.appendingPathComponent(name)))
    }

    private static let truncated = "the file ends before the image does; copy or save it again"

    @Test(arguments: [
        "png-type2-8bit.png", "png-type3-4bit-interlaced.png", "png-type0-16bit.png", "png-many-data-chunks.png",
        "png-own-chunks.png", "jpeg-420.jpg", "jpeg-420-progressive.jpg", "jpeg-gray.jpg", "jpeg-cmyk.jpg",
        "jpeg-restart-blocks.jpg", "jpeg-exif-6.jpg", "jpeg-arithmetic.jpg", "pnm-colour.ppm", "pnm-bits.pbm",
    ]) func reportsEveryTruncation(name: String) throws {
        let bytes = try fixture(name)
        for length in 1..<bytes.count {
            let found = complaint(Array(bytes[..<length]))
            #expect(found == Self.truncated, "\(length) of \(bytes.count) bytes")
        }
        #expect(complaint(bytes) == nil)
        #expect(complaint([]) == "the file is empty; copy or save it again")
    }

    /// A broken file and its error message.
    struct BrokenFile: Sendable, CustomTestStringConvertible {
        var name: String
        var bytes: [UInt8]
        var complaint: String
        var testDescription: String { name }

        init(_ name: String, _ bytes: [UInt8], _ complaint: String) {
            self.name = name
            self.bytes = bytes
            self.complaint = complaint
        }

        init(_ name: String, _ text: String, _ complaint: String) {
            self.init(name, Array(text.utf8), complaint)
        }
    }

    /// Returns a chunk of a PNG file with a valid checksum.
    private static func chunk(_ kind: String, _ data: [UInt8]) -> [UInt8] {
        var checksum: UInt32 = .max
        for byte in Array(kind.utf8) + data {
            checksum ^= UInt32(byte)
            for _ in 0..<8 { checksum = checksum >> 1 ^ (checksum & 1 == 0 ? 0 : 0xEDB8_8320) }
        }
        return bigEndian(UInt32(data.count)) + Array(kind.utf8) + data + bigEndian(~checksum)
    }

    private static func bigEndian(_ value: UInt32) -> [UInt8] {
        [UInt8(value >> 24), UInt8(value >> 16 & 255), UInt8(value >> 8 & 255), UInt8(value & 255)]
    }

    private static func png(
        _ width: UInt32, _ height: UInt32, _ kind: [UInt8] = [8, 2, 0, 0, 0], then data: [UInt8] = []
    ) -> [UInt8] {
        let header = bigEndian(width) + bigEndian(height) + kind
        return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + chunk("IHDR", header) + data
            + chunk("IDAT", [0x78, 0xDA, 0x63]) + chunk("IEND", [])
    }

    /// Returns a JPEG file up to its frame header, with the given marker, precision, height, width and number of
    /// components.
    private static func jpeg(_ marker: UInt8, _ precision: UInt8, _ height: Int, _ width: Int, _ count: UInt8)
        -> [UInt8]
    {
        var file: [UInt8] = [0xFF, 0xD8, 0xFF, 0xDB, 0, 67, 0] + [UInt8](repeating: 1, count: 64)
        file += [0xFF, marker, 0, 8 + 3 * count, precision]
        file += [UInt8(height >> 8), UInt8(height & 255), UInt8(width >> 8), UInt8(width & 255), count]
        for index in 1...count { file += [index, 0x11, 0] }
        file += [0xFF, 0xDA, 0, 6 + 2 * count, count]
        for index in 1...count { file += [index, 0] }
        return file + [0, 63, 0, 0xFF, 0xD9]
    }

    private static let convert = "; save it as 8-bit JPEG or PNG"
    private static let again = "; copy or save it again"
    private static let tooLarge = " pixels exceed the limit of 178956970; make it smaller"
    private static let tooLargeToReduce = " pixels exceed the limit of 1073741824; make it smaller"
    private static let throughFFmpeg =
        " is read through the program no-ffmpeg, which is not on the PATH; install it: apt-get install no-ffmpeg, or save the image as JPEG or PNG"

    static let brokenFiles: [BrokenFile] = [
        BrokenFile("text", "Hello", "not an image in a supported format" + convert),
        BrokenFile("zeros", [UInt8](repeating: 0, count: 99), "not an image in a supported format" + convert),
        BrokenFile("GIF", "GIF89a......", "a GIF image" + throughFFmpeg),
        BrokenFile("WebP", "RIFF....WEBPVP8 ", "a WebP image" + throughFFmpeg),
        BrokenFile("HEIF", "....ftypheic....", "a HEIF image" + throughFFmpeg),
        BrokenFile("AVIF", "....ftypmif1....miafavif", "an AVIF image" + throughFFmpeg),
        BrokenFile("TIFF", "MM\0*........", "a TIFF image" + throughFFmpeg),
        BrokenFile("BMP", "BM....\0\0\0\0....", "a BMP image" + throughFFmpeg),
        BrokenFile("text that begins with BM", "BM is no picture", "not an image in a supported format" + convert),
        BrokenFile("JPEG XL", [0xFF, 0x0A, 0, 0], "a JPEG XL image" + throughFFmpeg),
        BrokenFile("MP4", "....ftypisom....", "a video, not an image; use tegata track for videos"),
        BrokenFile(
            "bundle", "\0\0PK\u{3}\u{4}..hand_detector.tflite",
            "a bundle or other zip archive, not an image; pass bundles with --model, and images without an option"),
        BrokenFile(
            "network", "\u{1C}\0\0\0TFL3....",
            "a network, not an image; pass bundles with --model, and images without an option"),
        BrokenFile("Y4M", "YUV4MPEG2 W2 H2", "a video, not an image; use tegata track for videos"),

        BrokenFile("PNG bomb", png(60_000, 60_000), "60000×60000" + tooLargeToReduce),
        BrokenFile("PNG, largest size", png(0x7FFF_FFFF, 0x7FFF_FFFF), "2147483647×2147483647" + tooLargeToReduce),
        BrokenFile("PNG without pixels", png(0, 5), "the image is damaged (Invalid IHDR data)" + again),
        BrokenFile(
            "PNG, impossible depth", png(5, 5, [3, 2, 0, 0, 0]), "the image is damaged (Invalid IHDR data)" + again),
        BrokenFile(
            "PNG without palette", png(5, 5, [8, 3, 0, 0, 0]),
            "the image is damaged (IDAT: Missing PLTE before IDAT)" + again),
        BrokenFile("PNG, too little data", png(5, 5), "the image is damaged (Not enough image data)" + again),
        BrokenFile(
            "PNG, wrong checksum", png(5, 5).map { $0 == 0x63 ? 0x62 : $0 },
            "the image is damaged (IDAT: CRC error)" + again),
        BrokenFile(
            "PNG, unknown critical chunk", png(5, 5, then: chunk("ABCD", [])),
            "the image is damaged (ABCD: unhandled critical chunk)" + again),

        BrokenFile("JPEG bomb", jpeg(0xC0, 8, 60_000, 60_000, 3), "60000×60000" + tooLargeToReduce),
        BrokenFile("progressive JPEG bomb", jpeg(0xC2, 8, 65_500, 65_500, 3), "65500×65500" + tooLargeToReduce),
        BrokenFile(
            "JPEG, too wide", jpeg(0xC0, 8, 1, 65_535, 3),
            "the image is damaged (Maximum supported image dimension is 65500 pixels)" + again),
        BrokenFile(
            "JPEG without pixels", jpeg(0xC0, 8, 0, 5, 3),
            "the image is damaged (Empty JPEG image (DNL not supported))" + again),
        BrokenFile(
            "JPEG, 12 bits", jpeg(0xC1, 12, 5, 5, 3),
            "the image is damaged (Unsupported JPEG data precision 12)" + again),
        BrokenFile(
            "JPEG, two components", jpeg(0xC0, 8, 5, 5, 2), "JPEG with 2 colour components is not supported" + convert),
        BrokenFile(
            "lossless JPEG", jpeg(0xC3, 8, 5, 5, 3),
            "the image is damaged (Unsupported JPEG process: SOF type 0xc3)" + again),

        BrokenFile("PPM bomb", "P6 60000 60000 255 ", "60000×60000" + tooLarge),
        BrokenFile("PPM, endless number", "P6 99999999999999999999 2 255 ", "2147483647×2" + tooLarge),
        BrokenFile("PPM without pixels", "P6 0 2 255 ", "the image is damaged (it declares 0×2 pixels)" + again),
        BrokenFile("large PPM without samples", "P3 13000 13000 255 1", truncated),
        BrokenFile(
            "PGM, largest sample 0", "P5 2 2 0 1234",
            "the image is damaged (the largest sample is declared as 0, but must be 1 to 65535)" + again),
        BrokenFile(
            "PGM, sample too large", "P2 2 1 10 3 11",
            "the image is damaged (a sample of 11, but the declared maximum is 10)" + again),
        BrokenFile(
            "PGM, negative width", "P5 -2 1 10 xx",
            "the image is damaged (byte 45 where a number is expected)" + again),
        BrokenFile("PBM, a two", "P1 2 1 02", "the image is damaged (byte 50 where 0 or 1 is expected)" + again),
        BrokenFile("PGM, no space", "P5 1 1 255x", "the image is damaged (byte 120 where the header ends)" + again),
        BrokenFile(
            "PAM without depth", "P7\nWIDTH 1\nHEIGHT 1\nMAXVAL 255\nENDHDR\nabc",
            "the image is damaged (WIDTH, HEIGHT, DEPTH or MAXVAL is missing from the header)" + again),
        BrokenFile(
            "PAM, depth 5", "P7\nWIDTH 1\nHEIGHT 1\nDEPTH 5\nMAXVAL 255\nENDHDR\nabcde",
            "PAM with 5 samples per pixel is not supported" + convert),
        BrokenFile("PAM, ink", "P7\nTUPLTYPE CMYK\n", "PAM with the tuple type \"CMYK\" is not supported" + convert),
        BrokenFile(
            "PAM, unknown word", "P7\nCOLOUR 3\n", "the image is damaged (unknown \"COLOUR\" in the header)" + again),
    ]

    @Test(arguments: brokenFiles) func reportsBrokenFiles(file: BrokenFile) {
        #expect(complaint(file.bytes) == file.complaint)
    }

    @Test func reportsDirectoriesDevicesAndMissingFiles() throws {
        func complaint(at path: String) -> String? {
            do throws(ImageFileError) {
                _ = try RGBImage(readingFileAt: path)
                return nil
            } catch {
                return error.description
            }
        }
        try withTemporaryFolder { folder in
            let advice = "not a regular file; pass a file, not a directory or device"
            #expect(complaint(at: folder.path) == "\(folder.path): \(advice)")
            let missing = folder.appendingPathComponent("missing.png").path
            #expect(complaint(at: missing) == "\(missing): no such file; check the path")
            #expect(complaint(at: missing + "/x") == "\(missing)/x: no such file; check the path")
            #expect(complaint(at: "/dev/zero") == "/dev/zero: \(advice)")
        }
    }

    @Test(arguments: [
        "png-type3-4bit-interlaced.png", "png-own-chunks.png", "jpeg-420-progressive.jpg", "jpeg-exif-6.jpg",
        "jpeg-restart-blocks.jpg", "pnm-text-colour.ppm", "pnm-colour-1023.ppm",
    ])
    func survivesDamagedFiles(name: String) throws {
        let files = HostileFiles(Bytes(try fixture(name)), file: name)
        let report = files.mutations(HostileFiles.mutationCount, seed: 6) { (bytes, file) throws(ImageFileError) in
            _ = try RGBImage(decoding: bytes, file: file)
        }
        #expect(report.cases == HostileFiles.mutationCount)
    }
}
