import Foundation
import TegataBuffers
import TegataImages
import TegataTestSupport
import Testing

/// Image metadata, which copies keep.
struct MetadataTests {
    private let hand = ModelFiles.packageFolder.appendingPathComponent("Tests/Fixtures/rendered/thumb_up_right.png")
        .path

    /// Returns EXIF data with an orientation and a camera name, in either byte order.
    private static func exif(orientation: UInt8, isBigEndian: Bool) -> [UInt8] {
        func number(_ value: Int, _ count: Int) -> [UInt8] {
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
            return isBigEndian ? bytes.reversed() : bytes
        }
        var data = Array((isBigEndian ? "MM" : "II").utf8) + number(42, 2) + number(8, 4) + number(2, 2)
        data += number(0x010F, 2) + number(2, 2) + number(4, 4) + Array("Cam\0".utf8)
        data += number(0x0112, 2) + number(3, 2) + number(1, 4) + number(Int(orientation), 2) + [0, 0] + number(0, 4)
        return data
    }

    /// Returns a colour profile with only the fields that Tegata reads.
    private static func profile(_ space: String, count: Int) -> [UInt8] {
        var noise = SplitMix64(seed: 4)
        var profile = (0..<count).map { _ in UInt8(truncatingIfNeeded: noise.next()) }
        profile.replaceSubrange(16..<20, with: Array(space.utf8))
        return profile
    }

    private func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
        [0xFF, marker, UInt8((content.count + 2) >> 8), UInt8((content.count + 2) & 255)] + content
    }

    /// Returns the small JPEG image of the fixtures, with metadata added.
    private func jpeg(_ exif: [UInt8], _ profile: [UInt8]) throws -> [UInt8] {
        let file = try Array(Data(contentsOf: ExpectedPicture.fixtures.appendingPathComponent("jpeg-420.jpg")))
        var segments = segment(0xE1, Array("Exif\0\0".utf8) + exif)
        let pieces = stride(from: 0, to: profile.count, by: 60_000).map {
            Array(profile[$0..<min($0 + 60_000, profile.count)])
        }
        // The pieces may come in any order.
        for (index, piece) in pieces.enumerated().reversed() {
            segments += segment(0xE2, Array("ICC_PROFILE\0".utf8) + [UInt8(index + 1), UInt8(pieces.count)] + piece)
        }
        return file[..<2] + segments + file[2...]
    }

    private func copy(_ file: [UInt8], as name: String) throws -> RGBImage {
        try withTemporaryFolder { folder in
            let path = folder.appendingPathComponent(name).path
            try RGBImage(decoding: Bytes(file), file: "a").write(toFileAt: path)
            return try RGBImage(readingFileAt: path)
        }
    }

    /// Returns EXIF data whose second directory, at the offset `inner`, contains a focal length.
    private static func exif(focalLength: UInt16, inner: UInt32, isBigEndian: Bool, kind: UInt16 = 3) -> [UInt8] {
        func number(_ value: Int, _ count: Int) -> [UInt8] {
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
            return isBigEndian ? bytes.reversed() : bytes
        }
        var data = Array((isBigEndian ? "MM" : "II").utf8) + number(42, 2) + number(8, 4) + number(1, 2)
        data += number(0x8769, 2) + number(4, 2) + number(1, 4) + number(Int(inner), 4) + number(0, 4)
        data += number(1, 2) + number(0xA405, 2) + number(Int(kind), 2) + number(1, 4)
        return data + number(Int(focalLength), 2) + [0, 0] + number(0, 4)
    }

    @Test(arguments: [true, false])
    func readsTheFocalLength(isBigEndian: Bool) throws {
        func length(_ exif: [UInt8]) throws -> Int? {
            try RGBImage(decoding: Bytes(jpeg(exif, [])), file: "a").metadata.filmFocalLength
        }
        let data = Self.exif(focalLength: 26, inner: 26, isBigEndian: isBigEndian)
        #expect(try length(data) == 26)
        #expect(try length(Self.exif(focalLength: 0, inner: 26, isBigEndian: isBigEndian)) == nil)
        #expect(try length(Self.exif(focalLength: 26, inner: 26, isBigEndian: isBigEndian, kind: 5)) == nil)
        #expect(try length(Self.exif(focalLength: 26, inner: .max, isBigEndian: isBigEndian)) == nil)
        #expect(try length(Self.exif(orientation: 6, isBigEndian: isBigEndian)) == nil)
        for count in 0..<data.count - 6 { #expect(try length(Array(data.prefix(count))) == nil) }
    }

    @Test(arguments: [true, false], ["a.jpg", "a.png"])
    func keepsEXIFDataAndColourProfile(isBigEndian: Bool, name: String) throws {
        let profile = Self.profile("RGB ", count: 150_000)
        let file = try jpeg(Self.exif(orientation: 6, isBigEndian: isBigEndian), profile)
        let copy = try copy(file, as: name)
        #expect(copy.metadata.exif == Self.exif(orientation: 1, isBigEndian: isBigEndian))
        #expect(copy.metadata.colorProfile == profile)
        // The image is turned once when it is read, and the copy is not turned again.
        let original = try RGBImage(decoding: Bytes(file), file: "a")
        #expect(original.width == 21 && original.height == 37)
        #expect(copy.width == 21 && copy.height == 37)
    }

    @Test(arguments: ["a.jpg", "a.png"]) func keepsEXIFDataAndColourProfileOfPNGImages(name: String) throws {
        let (exif, profile) = (Self.exif(orientation: 1, isBigEndian: true), Self.profile("RGB ", count: 3144))
        let picture = try copy(jpeg(exif, profile), as: "a.png")
        let copy = try copy(picture.encoded(as: .png, keepsMetadata: true), as: name)
        #expect(copy.metadata.exif == exif)
        #expect(copy.metadata.colorProfile == profile)
    }

    /// Some writers put JPEG's EXIF marker before the EXIF data of PNG files.
    @Test(arguments: ["", "Exif\0\0"]) func readsEXIFDataOfPNGImagesWithOrWithoutMarker(mark: String) throws {
        let exif = Self.exif(orientation: 6, isBigEndian: false)
        let file = PNGFile.file(width: 3, height: 2, bits: 8, rows: [[0, 1, 2, 3], [0, 4, 5, 6]])
        let chunk = PNGFile.chunk("eXIf", Array(mark.utf8) + exif)
        let picture = try RGBImage(decoding: Bytes(file[..<33] + chunk + file[33...]), file: "a")
        #expect(picture.width == 2 && picture.height == 3)
        #expect(picture.metadata.exif == Self.exif(orientation: 1, isBigEndian: false))
    }

    @Test func keepsColourChunksOfPNGImages() throws {
        func chunks(_ file: [UInt8]) -> [String: [UInt8]] {
            var chunks: [String: [UInt8]] = [:]
            var offset = 8
            while offset + 8 <= file.count {
                let count = file[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
                chunks[String(decoding: file[offset + 4..<offset + 8], as: UTF8.self)] = Array(
                    file[offset + 8..<offset + 8 + count])
                offset += 12 + count
            }
            return chunks
        }
        for name in ["png-gamma-and-profile.png", "png-srgb.png", "png-own-chunks.png"] {
            let file = try Array(Data(contentsOf: ExpectedPicture.fixtures.appendingPathComponent(name)))
            let picture = try RGBImage(decoding: Bytes(file), file: name)
            let (before, after) = (chunks(file), try chunks(picture.encoded(as: .png, keepsMetadata: true)))
            for kind in ["gAMA", "cHRM", "sRGB", "eXIf"] { #expect(after[kind] == before[kind], "\(name): \(kind)") }
            // A profile of zeros does not count as a profile.
            #expect(after["iCCP"] == nil)
            #expect(try Set(chunks(picture.encoded(as: .png)).keys) == ["IHDR", "IDAT", "IEND"])
        }
    }

    @Test func dropsInvalidEXIFDataAndCMYKProfiles() throws {
        let file = try jpeg(Array("no EXIF data".utf8), Self.profile("CMYK", count: 3000))
        #expect(try RGBImage(decoding: Bytes(file), file: "a").metadata == RGBImage(readingFileAt: hand).metadata)
        // EXIF data whose directory lies far beyond its end.
        let far = Array("MM\0*\u{7F}\u{7F}\u{7F}\u{7F}".utf8)
        #expect(try RGBImage(decoding: Bytes(jpeg(far, [])), file: "a").metadata.exif == far)
    }

    @Test func survivesDamagedMetadata() throws {
        let file = try jpeg(Self.exif(orientation: 6, isBigEndian: true), Self.profile("RGB ", count: 200))
        let files = HostileFiles(Bytes(file), file: "a.jpg")
        let report = files.mutations(HostileFiles.mutationCount, seed: 8) { (bytes, file) throws(ImageFileError) in
            _ = try RGBImage(decoding: bytes, file: file).encoded(as: .png, keepsMetadata: true)
        }
        #expect(report.cases == HostileFiles.mutationCount)
    }
}
