import Foundation
import TegataBuffers
import TegataImages
import TegataTestSupport
import Testing

/// Rotation and mirroring declared in HEIF files. ffmpeg decodes the stored image without applying them.
struct HEIFTurnTests {
    private func number(_ value: Int, _ count: Int) -> [UInt8] {
        (1...count).map { UInt8(truncatingIfNeeded: value >> (8 * (count - $0))) }
    }

    private func box(_ kind: String, _ content: [UInt8]) -> [UInt8] {
        number(8 + content.count, 4) + Array(kind.utf8) + content
    }

    /// Returns a file whose main image has the given properties: 1 rotates it by quarter turns counterclockwise, 2
    /// mirrors it.
    private func file(properties: [UInt8], quarters: UInt8 = 1, mirror: UInt8 = 0) -> [UInt8] {
        let entry = number(1, 2) + [UInt8(properties.count)] + properties
        let described =
            box("ipco", box("irot", [quarters]) + box("imir", [mirror]))
            + box("ipma", number(0, 4) + number(1, 4) + entry)
        return box("ftyp", Array("heic".utf8) + number(0, 4) + Array("mif1heic".utf8))
            + box("meta", number(0, 4) + box("pitm", number(0, 4) + number(1, 2)) + box("iprp", described))
    }

    /// Files may name a property several times, but the image is rotated and mirrored only once.
    @Test(
        arguments: [
            ([], 2, [1, 2]), ([1], 1, [2, 1]), ([2], 2, [1, 2]), ([1, 2], 1, [1, 2]), ([1, 1, 1], 1, [2, 1]),
            ([1, 1, 2, 2], 1, [1, 2]), ([UInt8](repeating: 1, count: 254), 1, [2, 1]),
        ] as [([UInt8], Int, [UInt8])])
    func turnsImagesOnceHoweverOftenAPropertyIsNamed(properties: [UInt8], width: Int, expected: [UInt8]) throws {
        try withTemporaryFolder { folder in
            // Two grey pixels side by side: 1, 2.
            let decoder = folder.path + "/decoder"
            try writeProgram(#"printf 'P6\n2 1\n255\n\001\001\001\002\002\002'"#, to: decoder)
            let picture = try RGBImage(decoding: Bytes(file(properties: properties)), file: "a.heic", decoder: decoder)
            #expect(picture.width == width)
            #expect(stride(from: 0, to: 6, by: 3).map { picture.pixels[$0] } == expected)
        }
    }

    /// The EXIF orientation that turns the stored image into the decoded one.
    @Test(
        arguments: [
            (0, nil, 1), (1, nil, 8), (2, nil, 3), (3, nil, 6), (0, 0, 4), (1, 0, 5), (2, 0, 2), (3, 0, 7), (0, 1, 2),
            (1, 1, 7), (2, 1, 4), (3, 1, 5),
        ] as [(UInt8, UInt8?, UInt32)])
    func combinesTurnAndMirrorIntoAnEXIFOrientation(quarters: UInt8, mirror: UInt8?, expected: UInt32) throws {
        try withTemporaryFolder { folder in
            let decoder = folder.path + "/decoder"
            // Three rows of two grey pixels: 1, 2; 3, 4; 5, 6.
            let pixels = (1...6).map { String(repeating: #"\00\#($0)"#, count: 3) }.joined()
            try writeProgram(#"printf 'P6\n2 3\n255\n\#(pixels)'"#, to: decoder)
            let bytes = Bytes(
                file(properties: mirror == nil ? [1] : [1, 2], quarters: quarters, mirror: mirror ?? 0))
            let orientation = try #require(EXIFOrientation(ofFile: bytes))
            #expect(orientation.rawValue == expected)
            let stored = (1...6).flatMap { [UInt8](repeating: $0, count: 3) }
            let picture = try RGBImage(decoding: bytes, file: "a.heic", decoder: decoder)
            #expect(try orientation.turn(stored, width: 2, height: 3, bytesPerPixel: 3) == picture.pixels)
        }
    }

    @Test func returnsNoOrientationWithoutProperties() {
        #expect(EXIFOrientation(ofFile: Bytes(file(properties: []))) == nil)
    }
}
