import TegataBuffers
import TegataFormats
import TegataTestSupport
import Testing

struct BrokenArchiveTests {
    private static let text = Array("All hands on deck".utf8)
    private static let good = ZipImage([.init("a", text), .init("b", [1, 2, 3])])

    private static func image(_ change: (inout ZipImage.Entry) -> Void) -> ZipImage {
        var entry = ZipImage.Entry("a", text)
        change(&entry)
        return ZipImage([entry])
    }

    private static func deflated(_ stream: [UInt8], of data: [UInt8], size: Int? = nil) -> ZipImage {
        var entry = ZipImage.Entry("a", deflated: stream, of: data)
        if let size { entry.size = UInt32(size) }
        return ZipImage([entry])
    }

    /// Archives that cannot be opened.
    static let structure: [BrokenFile] = {
        let good = Self.good.bytes
        let end = Self.good.endOffset
        let first = Self.good.entryOffsets[0]
        let zip64 = ZipImage([.init("a", text)]) { $0.isZip64 = true }
        let directorySize = end - first
        var rows = [
            BrokenFile("empty file", [], "", .endRecordMissing),
            BrokenFile("not an archive", [UInt8](repeating: 7, count: 100), "", .endRecordMissing),
            BrokenFile("end cut off", Array(good.dropLast()), "", .endRecordMissing),
            BrokenFile(
                "comment longer than the file", good.patched(end + 20, UInt16(5)),
                "end of central directory, byte \(hex(end))", .commentLength(declared: 5, available: 0)),
            BrokenFile(
                "bytes after the end", good + [0, 0], "end of central directory, byte \(hex(end))",
                .commentLength(declared: 0, available: 2)),
            BrokenFile(
                "second disk", good.patched(end + 4, UInt16(1)), "end of central directory, byte \(hex(end))",
                .severalDisks),
            BrokenFile(
                "entry on another disk", good.patched(first + 34, UInt16(1)),
                "central directory entry 0, byte \(hex(first))", .severalDisks),
            BrokenFile(
                "directory larger than the file", good.patched(end + 12, UInt32(100_000)),
                "end of central directory, byte \(hex(end))",
                .rangeOutsideFile(offset: UInt64(first), byteCount: 100_000, available: end)),
            BrokenFile(
                "directory after its end", good.patched(end + 16, UInt32(end)),
                "end of central directory, byte \(hex(end))",
                .rangeOutsideFile(offset: UInt64(end), byteCount: UInt64(directorySize), available: end)),
            BrokenFile(
                "more entries than bytes", good.patched(end + 10, UInt16(60_000)),
                "end of central directory, byte \(hex(end))",
                .entryCount(declared: 60_000, directoryByteCount: directorySize)),
            BrokenFile(
                "wrong entry signature", good.patched(first, UInt32(0x1234_5678)),
                "central directory entry 0, byte \(hex(first))",
                .signatureWrong(expected: 0x0201_4B50, found: 0x1234_5678)),
            BrokenFile(
                "entry name longer than the directory", good.patched(first + 28, UInt16(500)),
                "central directory entry 0, byte \(hex(first))",
                .rangeOutsideFile(offset: UInt64(first), byteCount: 546, available: end)),
            BrokenFile(
                "header offset outside", good.patched(first + 42, UInt32(5_000_000)),
                "central directory entry 0, byte \(hex(first))",
                .rangeOutsideFile(offset: 5_000_000, byteCount: 30, available: first)),
            BrokenFile(
                "wrong local signature", good.patched(0, UInt32(0)), "local header of \"a\", byte 0x0",
                .signatureWrong(expected: 0x0403_4B50, found: 0)),
            BrokenFile(
                "compressed size outside", good.patched(first + 20, UInt32(4_000_000)),
                "central directory entry 0, byte \(hex(first))",
                .rangeOutsideFile(
                    offset: UInt64(Self.good.dataOffsets[0]), byteCount: 4_000_000, available: first)),
            BrokenFile(
                "saturated size without zip64", good.patched(first + 24, UInt32.max),
                "central directory entry 0, byte \(hex(first))", .zip64ValueMissing),
            BrokenFile(
                "zip64 locator points outside", zip64.bytes.patched(zip64.endOffset - 12, UInt64.max),
                "zip64 locator, byte \(hex(zip64.endOffset - 20))",
                .rangeOutsideFile(offset: .max, byteCount: 56, available: zip64.endOffset - 20)),
            BrokenFile(
                "wrong zip64 signature", zip64.bytes.patched(zip64.zip64Offset, UInt32(1)),
                "zip64 end of central directory, byte \(hex(zip64.zip64Offset))",
                .signatureWrong(expected: 0x0606_4B50, found: 1)),
            BrokenFile(
                "absurd zip64 entry count", zip64.bytes.patched(zip64.zip64Offset + 32, UInt64.max),
                "zip64 end of central directory, byte \(hex(zip64.zip64Offset))",
                .entryCount(declared: .max, directoryByteCount: 47)),
            BrokenFile(
                "absurd zip64 directory size", zip64.bytes.patched(zip64.zip64Offset + 40, UInt64.max),
                "zip64 end of central directory, byte \(hex(zip64.zip64Offset))",
                .rangeOutsideFile(
                    offset: UInt64(zip64.entryOffsets[0]), byteCount: .max, available: zip64.zip64Offset)),
        ]
        let headers: [(String, ModelFormatError.HeaderField, UInt64, UInt64, (inout ZipImage.Entry) -> Void)] = [
            ("local name differs", .name, 1, 1, { $0.localName = [UInt8(ascii: "x")] }),
            ("local name longer", .name, 1, 2, { $0.localName = [UInt8(ascii: "a"), 0] }),
            ("local method differs", .method, 0, 8, { $0.localMethod = 8 }),
            ("local encryption differs", .flags, 0, 1, { $0.localFlags = 1 }),
            ("local checksum differs", .checksum, UInt64(crc32(text)), 7, { $0.localChecksum = 7 }),
            ("local size differs", .size, 17, 16, { $0.localSize = 16 }),
            ("local compressed size differs", .compressedSize, 17, 18, { $0.localCompressedSize = 18 }),
        ]
        for (name, field, directory, local, change) in headers {
            rows.append(
                BrokenFile(
                    name, image(change).bytes, "local header of \"a\", byte 0x0",
                    .localHeaderDiffers(field, directory: directory, local: local)))
        }
        let twice = ZipImage([.init("a", text), .init("a", [])])
        rows.append(
            BrokenFile(
                "two entries with the same bytes",
                ZipImage([.init("a", text), .init("a", text)]).bytes.patched(
                    twice.entryOffsets[1] + 17 + 42, UInt32(0)),
                "member \"a\", byte 0x0", .entriesOverlap(other: "a")))
        // A quine-like archive: the data of one entry is the next entry.
        let inner = ZipImage([.init("b", text)]).bytes.prefix(31 + 17)
        var outer = ZipImage([.init("a", Array(inner)), .init("b", text)])
        let second = outer.entryOffsets[1]
        outer = ZipImage(outer.entries)
        rows.append(
            BrokenFile(
                "an entry inside another", outer.bytes.patched(second + 42, UInt32(31)), "member \"b\", byte 0x1f",
                .entriesOverlap(other: "a")))
        return rows
    }()

    /// Archives whose member "a" cannot be read.
    static let members: [BrokenFile] = {
        let corrupt = good.bytes.patched(good.dataOffsets[0], UInt8(0))
        var damaged = text
        damaged[0] = 0
        let stream = storedDeflateStream(text)
        let zeros = [UInt8](repeating: 0, count: 1000)
        var bomb = ZipImage.Entry("a", deflated: [UInt8](repeating: 0, count: 2000), of: [])
        bomb.size = 2_000_000
        let stored = image {
            $0.size = 16
            $0.localSize = 16
        }
        return [
            BrokenFile(
                "checksum", corrupt, "member \"a\", byte 0x1f",
                .checksumDiffers(declared: crc32(text), found: crc32(damaged))),
            BrokenFile(
                "no such member", ZipImage([.init("b", []), .init("folder/", [])]).bytes, "central directory",
                .memberMissing("a", present: ["b"])),
            BrokenFile("encrypted", image { $0.flags = 1 }.bytes, "member \"a\", byte 0x0", .memberEncrypted),
            BrokenFile(
                "unknown method", image { $0.method = 93 }.bytes, "member \"a\", byte 0x0", .methodUnsupported(93)),
            BrokenFile(
                "stored with two sizes", stored.bytes, "member \"a\", byte 0x0",
                .storedSizeDiffers(size: 16, compressedSize: 17)),
            BrokenFile(
                "deflated data damaged", deflated([7] + stream.dropFirst(), of: text).bytes, "member \"a\", byte 0x1f",
                .deflateCorrupt),
            BrokenFile(
                "deflated data cut off", deflated(Array(stream.dropLast(3)), of: text).bytes, "member \"a\", byte 0x1f",
                .deflateCorrupt),
            BrokenFile(
                "bytes after the deflated data", deflated(stream + [0], of: text).bytes, "member \"a\", byte 0x1f",
                .deflateCorrupt),
            BrokenFile(
                "inflates to less", deflated(stream, of: text, size: 18).bytes, "member \"a\", byte 0x1f",
                .inflatedSizeDiffers(declared: 18, found: 17)),
            BrokenFile(
                "inflates to more", deflated(storedDeflateStream(zeros), of: zeros, size: 999).bytes,
                "member \"a\", byte 0x1f", .inflatedSizeDiffers(declared: 999, found: 1000)),
            BrokenFile(
                "inflated checksum", deflated(stream, of: damaged).bytes, "member \"a\", byte 0x1f",
                .checksumDiffers(declared: crc32(damaged), found: crc32(text))),
            BrokenFile(
                "larger than deflate can produce", deflated(stream, of: text, size: 22 * 1032 + 1).bytes,
                "member \"a\", byte 0x0", .inflatedSizeAboveLimit(declared: 22_705, limit: 22_704)),
            BrokenFile(
                "zip bomb", ZipImage([bomb]).bytes, "member \"a\", byte 0x0",
                .inflatedSizeAboveLimit(declared: 2_000_000, limit: 1 << 20)),
            BrokenFile(
                "zip bomb in parts",
                ZipImage(
                    (0..<3).map { index in
                        var part = bomb
                        part.size = 400_000
                        part.name = [UInt8(97 + index)]
                        return part
                    }
                ).bytes, "member \"c\", byte \(hex(2 * 2031))",
                .inflatedSizeAboveLimit(declared: 400_000, limit: 1 << 20 - 800_000)),
        ]
    }()

    @Test(arguments: structure)
    func reportsTheExactErrorOfStructures(_ row: BrokenFile) {
        row.check { (bytes, file) throws(ModelFormatError) in _ = try ZipArchive(bytes: bytes, file: file) }
    }

    @Test(arguments: members)
    func reportsTheExactErrorOfMembers(_ row: BrokenFile) {
        row.check { (bytes, file) throws(ModelFormatError) in
            let archive = try ZipArchive(bytes: bytes, file: file)
            _ = try archive.data(of: archive.member(named: "a"))
        }
    }

    @Test func limitsNesting() throws {
        var bytes = ZipImage([.init("a", Self.text)]).bytes
        for _ in 0..<4 { bytes = ZipImage([.init("a", bytes)]).bytes }
        var archive = try ZipArchive(bytes: Bytes(bytes), file: "broken")
        for _ in 0..<3 { archive = try archive.archive(in: archive.members[0]) }
        #expect(
            throws: ModelFormatError(
                file: "broken:a:a:a", place: "member \"a\", byte 0x1f", problem: .nestedTooDeep(limit: 4))
        ) { try archive.archive(in: archive.members[0]) }
    }

    @Test func sharesTheRemainingSizeWithInnerArchives() throws {
        // The outer archive may grow to 1 MiB, and its own member already claims 700,000 bytes.
        let grown = ZipImage.Entry("grown", deflated: [UInt8](repeating: 0, count: 12_000), of: [])
        var (outer, inside) = (grown, grown)
        outer.size = 700_000
        inside.size = 350_000
        let inner = ZipImage([inside]).bytes
        let bytes = ZipImage([outer, .init("inner", inner)]).bytes
        let archive = try ZipArchive(bytes: Bytes(bytes), file: "broken")
        let limit = (1 << 20 - 700_000) * inner.count / bytes.count
        #expect(
            throws: ModelFormatError(
                file: "broken:inner", place: "member \"grown\", byte 0x0",
                problem: .inflatedSizeAboveLimit(declared: 350_000, limit: limit))
        ) { try archive.archive(in: archive.members[1]) }
    }

    @Test func limitsTheGrowthOfDoublyDeflatedData() throws {
        // The outer member packs the inner archive (2 KiB), whose member claims more than 32 times as many bytes.
        var entry = ZipImage.Entry("a", deflated: [UInt8](repeating: 0, count: 2000), of: [])
        entry.size = 100_000
        let inner = ZipImage([entry]).bytes
        let outer = ZipImage([.init("inner", deflated: storedDeflateStream(inner), of: inner)])
        let archive = try ZipArchive(bytes: Bytes(outer.bytes), file: "broken")
        let limit = 32 * (inner.count + 5) - inner.count
        #expect(
            throws: ModelFormatError(
                file: "broken:inner", place: "member \"a\", byte 0x0",
                problem: .inflatedSizeAboveLimit(declared: 100_000, limit: limit))
        ) { try archive.archive(in: archive.members[0]) }
    }
}
