import Foundation
import TegataBuffers
import TegataImages
import TegataJPEG
import TegataTestSupport
import Testing

/// Compares damaged files with MediaPipe. Intact files are compared through the C library.
@Suite struct DamagedFileTests {
    private func file(_ name: String) throws -> [UInt8] {
        try Array(
            Data(contentsOf: ModelFiles.packageFolder.appendingPathComponent("Tests/Fixtures/images/\(name)")))
    }

    private func decoded(_ file: [UInt8]) throws -> StoredSamples {
        try StoredSamples(decodingJPEGAsMediaPipe: Bytes(file))
    }

    /// A change to a file, and MediaPipe's result.
    private struct Damage: Decodable {
        let name: String
        let place: Int
        /// The new byte, or a negative number if the file ends here.
        let byte: Int
        let hasEnd: Bool
        /// The SHA-256 of the pixels, or an empty string if MediaPipe fails.
        let digest: String

        init(from decoder: any Decoder) throws {
            var values = try decoder.unkeyedContainer()
            name = try values.decode(String.self)
            place = try values.decode(Int.self)
            byte = try values.decode(Int.self)
            hasEnd = try values.decode(Bool.self)
            digest = try values.decode(String.self)
        }
    }

    @Test func decodesDamagedFilesLikeMediaPipe() throws {
        let damages = try JSONDecoder().decode([Damage].self, from: Data(file("damaged.json")))
        #expect(damages.count == 240)
        for damage in damages {
            var bytes = try file(damage.name)
            if damage.byte < 0 {
                bytes.removeSubrange(damage.place...)
                if damage.hasEnd { bytes += [0xFF, 0xD9] }
            } else {
                bytes[damage.place] = UInt8(damage.byte)
            }
            let digest = try? sha256(Bytes(decoded(bytes).values))
            #expect(digest ?? "" == damage.digest, "\(damage)")
        }
    }

    @Test func readsSequentialFilesWithoutAnEndMarker() throws {
        let sequential = try file("jpeg-420.jpg")
        #expect(try decoded(sequential.dropLast(2)).values == decoded(sequential).values)
        // MediaPipe shows leftover memory instead of rejecting the file.
        let progressive = try file("jpeg-420-progressive.jpg")
        #expect(throws: ImageFileError.Problem.truncated) { try decoded(progressive.dropLast(2)) }
    }

    @Test func ignoresDamagedSegmentsAfterTheData() throws {
        let bytes = try file("jpeg-420.jpg")
        #expect(try decoded(bytes.dropLast(2) + [0xFF, 2, 0xFF, 0xD9]).values == decoded(bytes).values)
    }

    @Test func rejectsFilesWithoutData() throws {
        let bytes = try file("jpeg-420.jpg")
        let scan = try #require(segments(of: bytes).first { $0.marker == 0xDA })
        #expect(throws: ImageFileError.Problem.damaged("no data")) {
            try decoded(bytes[..<scan.start] + [0xFF, 0xD9, 0, 0])
        }
    }

    @Test func namesFormsThatMediaPipeDoesNotRead() throws {
        #expect(
            throws: ImageFileError.Problem.unsupported("JPEG with arithmetic, lossless or hierarchical coding is")
        ) { try decoded(file("jpeg-arithmetic.jpg")) }
    }

    @Test func rejectsMoreThan500Scans() throws {
        let bytes = try file("jpeg-420.jpg")
        let scan = try #require(segments(of: bytes).first { $0.marker == 0xDA })
        let data = bytes[scan.start..<bytes.count - 2]
        func repeated(_ count: Int) -> [UInt8] {
            bytes[..<scan.start] + Array(repeatElement(data, count: count).joined()) + [0xFF, 0xD9]
        }
        #expect(try decoded(repeated(500)).values == decoded(bytes).values)
        #expect(throws: ImageFileError.Problem.damaged("more than 500 scans")) { try decoded(repeated(501)) }
    }

    @Test func checksTheSizeBeforeAllocating() throws {
        var bytes = try file("jpeg-420.jpg")
        let frame = try #require(segments(of: bytes).first { $0.marker == 0xC0 })
        bytes.replaceSubrange(frame.start + 5..<frame.start + 9, with: [0xFF, 0xFF, 0xFF, 0xFF])
        #expect(throws: ImageFileError.Problem.tooManyPixels(width: 65535, height: 65535)) { try decoded(bytes) }
    }

    // MARK: Huffman tables

    /// Returns the file with the counts and symbols of one Huffman table replaced.
    private func replacingTable(
        _ number: Int, in bytes: [UInt8], counts: [UInt8], symbols: [UInt8]
    ) throws -> [UInt8] {
        let tables = segments(of: bytes).filter { $0.marker == 0xC4 }
        try #require(!tables.isEmpty)
        let table = tables[number % tables.count]
        let length = 2 + 17 + symbols.count
        let segment =
            [0xFF, 0xC4, UInt8(truncatingIfNeeded: length >> 8), UInt8(truncatingIfNeeded: length)]
            + [bytes[table.start + 4]] + counts + symbols
        return bytes[..<table.start] + segment + bytes[table.end...]
    }

    @Test func rejectsTablesWithTooManyCodes() throws {
        let bytes = try file("jpeg-420.jpg")
        let counts = [UInt8](repeating: 0, count: 8) + [UInt8](repeating: 255, count: 8)
        for number in 0..<4 {
            let crafted = try replacingTable(
                number, in: bytes, counts: counts, symbols: [UInt8](repeating: 1, count: 2040))
            #expect(throws: ImageFileError.Problem.damaged("too many Huffman codes")) { try decoded(crafted) }
        }
    }

    /// Tries each code length with typical counts: every file must give an image or an error.
    @Test func survivesCraftedHuffmanTables() throws {
        var random = SplitMix64(seed: 1)
        let files = try [file("jpeg-420.jpg"), file("jpeg-420-progressive.jpg")]
        var (imageCount, errorCount) = (0, 0)
        for length in 0..<16 {
            for count: UInt8 in [0, 1, 2, 3, 127, 128, 254, 255] {
                for table in 0..<4 {
                    // In half of the tables nearly all bit patterns are codes, in the other half only a few.
                    var counts = [UInt8](repeating: 1, count: 15) + [2]
                    for index in 0..<16 where table & 1 == 0 {
                        counts[index] = UInt8(truncatingIfNeeded: random.next() & random.next() & 7)
                    }
                    counts[length] = count
                    let total = counts.reduce(0) { $0 + Int($1) }
                    let symbols = (0..<total).map { _ in UInt8(truncatingIfNeeded: random.next()) & 0x8B }
                    let crafted = try replacingTable(
                        table, in: files[Int(random.next() & 1)], counts: counts, symbols: symbols)
                    if (try? decoded(crafted)) == nil { errorCount += 1 } else { imageCount += 1 }
                }
            }
        }
        #expect((imageCount, errorCount) == (34, 478))
    }

    private struct Segment {
        let marker: UInt8
        let start: Int
        let end: Int
    }

    /// Returns the segments up to the first scan.
    private func segments(of bytes: [UInt8]) -> [Segment] {
        var found: [Segment] = []
        var start = 2
        while start + 4 <= bytes.count, bytes[start] == 0xFF {
            let end = start + 2 + Int(bytes[start + 2]) << 8 + Int(bytes[start + 3])
            found.append(Segment(marker: bytes[start + 1], start: start, end: end))
            guard bytes[start + 1] != 0xDA else { break }
            start = end
        }
        return found
    }
}
