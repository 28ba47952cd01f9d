import TegataBuffers
import TegataImages
import TegataTestSupport
import Testing

/// Images above the size limit, which are read at a half or a quarter of their width and height.
struct LargePictureTests {
    /// Returns a grey JPEG file whose coefficients and their codes are all zero.
    private func jpeg(width: Int, height: Int) -> [UInt8] {
        var file: [UInt8] = [0xFF, 0xD8, 0xFF, 0xDB, 0, 67, 0] + [UInt8](repeating: 1, count: 64)
        file += [0xFF, 0xC0, 0, 11, 8, UInt8(height >> 8), UInt8(height & 255), UInt8(width >> 8), UInt8(width & 255)]
        file += [1, 1, 0x11, 0]
        for table: UInt8 in [0x00, 0x10] {
            file += [0xFF, 0xC4, 0, 20, table, 1] + [UInt8](repeating: 0, count: 15) + [0]
        }
        file += [0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0]
        let blockCount = ((width + 7) / 8) * ((height + 7) / 8)
        file += [UInt8](repeating: 0, count: (2 * blockCount + 7) / 8)
        return file + [0xFF, 0xD9]
    }

    @Test func readsJPEGImagesOf200MegapixelsAtHalfSize() throws {
        let picture = try RGBImage(decoding: Bytes(jpeg(width: 16_321, height: 12_241)), file: "a.jpg")
        #expect(picture.width == 8161 && picture.height == 6121)
        #expect(picture.pixels.allSatisfy { $0 == 128 })
    }

    @Test func keepsTheSizeOfSmallerImages() throws {
        let picture = try RGBImage(decoding: Bytes(jpeg(width: 2003, height: 1001)), file: "a.jpg")
        #expect(picture.width == 2003 && picture.height == 1001)
    }

    @Test func rejectsImagesAboveTheReducedLimit() {
        let problem = ImageFileError.Problem.tooManyPixels(width: 40_000, height: 40_000, limit: 1 << 30)
        #expect(throws: ImageFileError(file: "a.jpg", problem: problem)) {
            try RGBImage(decoding: Bytes(jpeg(width: 40_000, height: 40_000)), file: "a.jpg")
        }
    }

    /// Some versions of the library decode lossless JPEG, but none at a smaller size. Tegata rejects it before reading
    /// samples.
    @Test func rejectsLargeLosslessJPEGImages() {
        let (width, height) = (16_321, 12_241)
        var file: [UInt8] = [0xFF, 0xD8, 0xFF, 0xEE, 0, 14] + Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0, 0]
        file += [0xFF, 0xC4, 0, 20, 0, 1] + [UInt8](repeating: 0, count: 16)
        file += [0xFF, 0xC3, 0, 17, 8, UInt8(height >> 8), UInt8(height & 255)]
        file += [UInt8(width >> 8), UInt8(width & 255), 3, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0]
        file += [0xFF, 0xDA, 0, 12, 3, 1, 0, 2, 0, 3, 0, 1, 0, 0]
        do throws(ImageFileError) {
            _ = try RGBImage(decoding: Bytes(file), file: "a.jpg")
            Issue.record("read")
        } catch {
            if case .damaged = error.problem { return }
            Issue.record("\(error)")
        }
    }

    /// The limit applies before decoding, because the library allocates rows from the header alone.
    @Test(arguments: [(40_000, 1, 40_000, 1), (1, 32_768, 1, 32_768), (1 << 29, 2, 1 << 27, 1)])
    func rejectsPNGImagesWithLongSides(width: Int, height: Int, readWidth: Int, readHeight: Int) {
        let file = PNGFile.file(width: width, height: height, bits: 1, rows: [[UInt8]]())
        let problem = ImageFileError.Problem.sideTooLong(width: readWidth, height: readHeight, limit: 32_767)
        #expect(throws: ImageFileError(file: "a.png", problem: problem)) {
            try RGBImage(decoding: Bytes(file), file: "a.png")
        }
    }

    /// Uses one bit per pixel: black in the left half and white in the right half.
    @Test func readsPNGImagesOf200MegapixelsAtHalfSize() throws {
        let (width, height) = (16_002, 12_501)
        let row: [UInt8] = [0] + (0..<(width + 7) / 8).map { $0 < 1000 ? 0 : 255 }
        let file = PNGFile.file(width: width, height: height, bits: 1, rows: (0..<height).lazy.map { _ in row })
        let picture = try RGBImage(decoding: Bytes(file), file: "a.png")
        #expect(picture.width == 8001 && picture.height == 6251)
        for y in [0, 3000, 6250] {
            #expect(picture[3999, y] == RGBColor(red: 0, green: 0, blue: 0))
            #expect(picture[4000, y] == RGBColor(red: 255, green: 255, blue: 255))
            #expect(picture[8000, y] == RGBColor(red: 255, green: 255, blue: 255))
        }
    }
}
