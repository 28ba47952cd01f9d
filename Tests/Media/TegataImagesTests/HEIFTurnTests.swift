import Foundation
import TegataBuffers
import TegataImages
import TegataTestSupport
import Testing

/// What HEIF files say about how their pictures are turned, of which ffmpeg decodes what is stored.
struct HEIFTurnTests {
    private func number(_ value: Int, _ count: Int) -> [UInt8] {
        (1...count).map { UInt8(truncatingIfNeeded: value >> (8 * (count - $0))) }
    }

    private func box(_ kind: String, _ content: [UInt8]) -> [UInt8] {
        number(8 + content.count, 4) + Array(kind.utf8) + content
    }

    /// A file whose main picture has these properties: 1 is a quarter turn counterclockwise, 2 swaps top and bottom.
    private func file(properties: [UInt8]) -> [UInt8] {
        let entry = number(1, 2) + [UInt8(properties.count)] + properties
        let described =
            box("ipco", box("irot", [1]) + box("imir", [0])) + box("ipma", number(0, 4) + number(1, 4) + entry)
        return box("ftyp", Array("heic".utf8) + number(0, 4) + Array("mif1heic".utf8))
            + box("meta", number(0, 4) + box("pitm", number(0, 4) + number(1, 2)) + box("iprp", described))
    }

    /// Files may name a property any number of times; a picture is turned and mirrored once.
    @Test(
        arguments: [
            ([], 2, [1, 2]), ([1], 1, [2, 1]), ([2], 2, [1, 2]), ([1, 2], 1, [1, 2]), ([1, 1, 1], 1, [2, 1]),
            ([1, 1, 2, 2], 1, [1, 2]), ([UInt8](repeating: 1, count: 254), 1, [2, 1]),
        ] as [([UInt8], Int, [UInt8])])
    func picturesAreTurnedOnce(properties: [UInt8], width: Int, expected: [UInt8]) throws {
        try withTemporaryFolder { folder in
            // Gray pixels, 1 beside 2.
            let decoder = folder.path + "/decoder"
            try writeProgram(#"printf 'P6\n2 1\n255\n\001\001\001\002\002\002'"#, to: decoder)
            let picture = try RGBImage(decoding: Bytes(file(properties: properties)), file: "a.heic", decoder: decoder)
            #expect(picture.width == width)
            #expect(stride(from: 0, to: 6, by: 3).map { picture.pixels[$0] } == expected)
        }
    }
}
