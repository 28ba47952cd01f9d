import Foundation
import TegataBuffers
import TegataImages
import TegataTestSupport
import Testing

/// An image, and the size and hash of the pixels that Pillow decodes.
struct ExpectedPicture: Sendable, CustomTestStringConvertible {
    var name: String
    var path: String
    var width: Int
    var height: Int
    /// The SHA-256 of the RGB bytes.
    var hash: String

    var testDescription: String { name }

    static let fixtures = ModelFiles.packageFolder.appendingPathComponent("Tests/Fixtures/images")

    /// The unusual but valid images of `Tests/Fixtures/images`.
    static let corpus: [ExpectedPicture] = {
        let data = try? Data(contentsOf: fixtures.appendingPathComponent("expected.json"))
        let table = data.flatMap { try? JSONSerialization.jsonObject(with: $0) } as? [String: [Any]] ?? [:]
        return table.compactMap { name, values in
            guard
                values.count == 3, let width = values[0] as? Int, let height = values[1] as? Int,
                let hash = values[2] as? String
            else { return nil }
            let path = fixtures.appendingPathComponent(name).path
            return ExpectedPicture(name: name, path: path, width: width, height: height, hash: hash)
        }.sorted { $0.name < $1.name }
    }()

    /// The photographs and rendered hands from the reference material next to the checkout; empty if it is missing.
    static let reference: [ExpectedPicture] = {
        let folder = ModelFiles.packageFolder.deletingLastPathComponent().appendingPathComponent("shared/fixtures")
        return ["images", "rendered"].flatMap { (part: String) -> [ExpectedPicture] in
            let names =
                (try? FileManager.default.contentsOfDirectory(atPath: folder.appendingPathComponent(part).path)) ?? []
            return names.sorted().compactMap { name in
                let json = folder.appendingPathComponent("expected/\(name).json")
                guard
                    let data = try? Data(contentsOf: json),
                    let object = try? JSONSerialization.jsonObject(with: data) as? [String: Any],
                    let width = object["width"] as? Int, let height = object["height"] as? Int,
                    let hash = object["pixelsSHA256"] as? String
                else { return nil }
                let path = folder.appendingPathComponent(part).appendingPathComponent(name).path
                return ExpectedPicture(name: name, path: path, width: width, height: height, hash: hash)
            }
        }
    }()

    func check() throws {
        let image = try RGBImage(readingFileAt: path)
        #expect(image.width == width && image.height == height)
        #expect(sha256(Bytes(image.pixels)) == hash)
    }
}

struct DecodingTests {
    @Test func findsTheCorpus() {
        #expect(ExpectedPicture.corpus.count >= 90)
    }

    @Test(arguments: ExpectedPicture.corpus) func decodesLikePillow(picture: ExpectedPicture) throws {
        try picture.check()
    }

    @Test(.enabled(if: !ExpectedPicture.reference.isEmpty, "the reference images are not next to the checkout"))
    func decodesReferenceImagesLikePillow() throws {
        for picture in ExpectedPicture.reference {
            try picture.check()
        }
    }

    /// Pillow does not read PAM, and turns 16-bit grey PGM white.
    @Test(
        arguments: [
            (
                "P7\nWIDTH 2\nHEIGHT 1\nDEPTH 1\nMAXVAL 1\nTUPLTYPE BLACKANDWHITE\nENDHDR\n", [0, 1],
                [0, 0, 0, 255, 255, 255]
            ),
            (
                "P7\n# comment\nTUPLTYPE GRAYSCALE_ALPHA\nMAXVAL 255\nDEPTH 2\nWIDTH 2\nHEIGHT 1\nENDHDR\n",
                [7, 0, 9, 255], [7, 7, 7, 9, 9, 9]
            ),
            ("P7\nWIDTH 1\nHEIGHT 2\nDEPTH 3\nMAXVAL 51\nENDHDR\n", [0, 1, 51, 2, 3, 60], [0, 5, 255, 10, 15, 255]),
            (
                "P7\nWIDTH 1\nHEIGHT 1\nDEPTH 4\nMAXVAL 65535\nTUPLTYPE RGB_ALPHA\nENDHDR\n",
                [0, 128, 0, 129, 255, 255, 1, 1], [0, 1, 255]
            ),
            ("P5\n3 1\n1000\n", [0, 0, 1, 244, 3, 232], [0, 0, 0, 128, 128, 128, 255, 255, 255]),
            ("P5 1 1 255#comment\n", [35], [35, 35, 35]),
        ] as [(String, [UInt8], [UInt8])])
    func decodesAnymapsThatPillowDoesNotRead(header: String, samples: [UInt8], pixels: [UInt8]) throws {
        let image = try RGBImage(decoding: Bytes(Array(header.utf8) + samples), file: "x")
        #expect(image.pixels == pixels)
    }
}

@Suite struct ScalingTests {
    @Test func averagesPixelsOfSmallerCopies() throws {
        let picture = try #require(RGBImage(width: 5, height: 2, pixels: (0..<30).map { UInt8($0 * 8) }))
        let copy = picture.averaged(width: 2, height: 1)
        // Averages columns 0 and 1, then columns 2 to 4, each over both rows.
        #expect(copy.pixels == [72, 80, 88, 132, 140, 148])
        #expect(picture.averaged(width: 5, height: 2) == picture)
    }
}
