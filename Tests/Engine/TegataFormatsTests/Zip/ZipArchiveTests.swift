import TegataBuffers
import TegataFormats
import TegataTestSupport
import Testing

struct ZipArchiveTests {
    private let text = Array("All hands on deck".utf8)

    private func read(_ image: ZipImage, _ name: String = "a") throws -> [UInt8] {
        let archive = try ZipArchive(bytes: Bytes(image.bytes), file: "test.zip")
        return try archive.data(of: archive.member(named: name)).array()
    }

    @Test func readsStoredMembersInPlace() throws {
        let image = ZipImage([.init("a", text), .init("folder/", []), .init("b", [1, 2, 3])])
        let bytes = Bytes(image.bytes)
        let archive = try ZipArchive(bytes: bytes, file: "test.zip")
        #expect(archive.members.map { $0.name } == ["a", "folder/", "b"])
        #expect(archive.members.map { $0.isFolder } == [false, true, false])
        let data = try archive.data(of: archive.member(named: "a"))
        #expect(data.array() == text)
        #expect(data.storage === bytes.storage)
        #expect(data.range.lowerBound == image.dataOffsets[0])
        #expect(try archive.data(of: archive.member(named: "b")).array() == [1, 2, 3])
    }

    @Test func readsDeflatedMembers() throws {
        #expect(try read(ZipImage([.init("a", deflated: storedDeflateStream(text), of: text)])) == text)
        // A final block with fixed codes: literal 'a', then copies of 258 bytes from one byte back, then the end.
        let aaa: [UInt8] = [0x4B, 0x4C, 0x1C, 0x05, 0xA3, 0x60, 0x14, 0x8C, 0x54, 0x00, 0x00]
        #expect(try read(ZipImage([.init("a", deflated: aaa, of: [UInt8](repeating: 97, count: 1024))])).count == 1024)
    }

    @Test func readsAnEmptyArchiveAndEmptyMembers() throws {
        #expect(try ZipArchive(bytes: Bytes(ZipImage([]).bytes), file: "empty.zip").members.isEmpty)
        #expect(try read(ZipImage([.init("a", [])])) == [])
        #expect(try read(ZipImage([.init("a", deflated: [3, 0], of: [])])) == [])
    }

    @Test func readsArchivesWithCommentPaddingAndPrefix() throws {
        var entry = ZipImage.Entry("a", text)
        entry.padding = 3
        entry.comment = Array("entry".utf8)
        entry.localExtra = [0x99, 0x99, 1, 0, 7]
        entry.centralExtra = [0x99, 0x99, 0, 0]
        var image = ZipImage([entry]) { $0.comment = Array("PK\u{5}\u{6} is not here".utf8) }
        #expect(try read(image) == text)
        // Padding that the offsets include, and a prefix that they do not.
        image = ZipImage([entry]) { $0.prefix = [UInt8](repeating: 0, count: 5) }
        #expect(try read(image) == text)
        let shifted = Bytes(Array("#!/bin/sh".utf8) + image.bytes)
        let archive = try ZipArchive(bytes: shifted, file: "test.zip")
        #expect(try archive.data(of: archive.member(named: "a")).array() == text)
    }

    @Test func readsZip64() throws {
        #expect(try read(ZipImage([.init("a", text)]) { $0.isZip64 = true }) == text)
        var entry = ZipImage.Entry("a", text)
        entry.size = .max
        entry.compressedSize = .max
        entry.headerOffset = .max
        let sizes = littleEndianBytes(UInt64(text.count)) + littleEndianBytes(UInt64(text.count))
        entry.localExtra = [1, 0, 16, 0] + sizes
        entry.centralExtra = [0x99, 0x99, 1, 0, 5] + [1, 0, 24, 0] + sizes + littleEndianBytes(UInt64(0))
        #expect(try read(ZipImage([entry]) { $0.isZip64 = true }) == text)
    }

    @Test func readsStreamedEntries() throws {
        var entry = ZipImage.Entry("a", text)
        entry.flags = 8
        entry.localChecksum = 0
        entry.localSize = 0
        entry.localCompressedSize = 0
        entry.trailer = littleEndianBytes(UInt32(0x0807_4B50)) + [UInt8](repeating: 0, count: 12)
        #expect(try read(ZipImage([entry, .init("b", [1])])) == text)
    }

    @Test func repairsNonUTF8NamesAndComparesExactly() throws {
        var odd = ZipImage.Entry("a", text)
        odd.name = [0x82, 0x61]
        let image = ZipImage([odd, .init("\u{E9}", [1]), .init("e\u{301}", [2])])
        let archive = try ZipArchive(bytes: Bytes(image.bytes), file: "test.zip")
        #expect(archive.members[0].name == "\u{FFFD}a")
        #expect(try archive.data(of: archive.member(named: "\u{E9}")).array() == [1])
        #expect(try archive.data(of: archive.member(named: "e\u{301}")).array() == [2])
    }

    @Test func opensNestedArchivesInPlace() throws {
        let inner = ZipImage([.init("a", text)])
        let outer = ZipImage([
            .init("stored.task", inner.bytes),
            .init("deflated.task", deflated: storedDeflateStream(inner.bytes), of: inner.bytes),
        ])
        let bytes = Bytes(outer.bytes)
        let archive = try ZipArchive(bytes: bytes, file: "outer.task")
        for name in ["stored.task", "deflated.task"] {
            let nested = try archive.archive(in: archive.member(named: name))
            #expect(nested.file == "outer.task:\(name)")
            let data = try nested.data(of: nested.member(named: "a"))
            #expect(data.array() == text)
            #expect((data.storage === bytes.storage) == (name == "stored.task"))
        }
    }

    @Test func computesTheSameChecksumAsASimpleOne() {
        var generator = SplitMix64(seed: 1)
        for count in [0, 1, 7, 8, 9, 63, 64, 1000] {
            let data = (0..<count).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
            #expect(CRC32.checksum(of: Bytes(data)) == crc32(data))
            #expect(CRC32.portableChecksum(of: Bytes(data)) == crc32(data))
        }
    }
}
