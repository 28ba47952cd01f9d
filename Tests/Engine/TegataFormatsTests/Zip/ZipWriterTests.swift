import TegataBuffers
import TegataFormats
import TegataTestSupport
import Testing

struct ZipWriterTests {
    private func write(_ members: [(String, [UInt8])], after prefix: [UInt8] = []) throws -> [UInt8] {
        var writer = ZipWriter(after: Bytes(prefix))
        for (name, data) in members { try writer.append(name, Bytes(data)) }
        return writer.finish()
    }

    @Test func writesAlignedStoredMembersThatReadBack() throws {
        let members: [(String, [UInt8])] = [
            ("a", [1, 2, 3]), ("bb.tflite", []), ("ccc", Array(0..<255)), ("größe.txt", [9]),
        ]
        let archive = try ZipArchive(bytes: Bytes(write(members)), file: "written.task")
        #expect(archive.members.map { $0.name } == members.map { $0.0 })
        for (member, expected) in zip(archive.members, members) {
            #expect(member.dataOffset % 4 == 0)
            #expect(member.method == ZipMember.stored)
            #expect(try archive.data(of: member).array() == expected.1)
        }
    }

    @Test func writesTheSameBytesForTheSameMembers() throws {
        let bytes = try write([("a", [1, 2, 3])])
        #expect(try write([("a", [1, 2, 3])]) == bytes)
        #expect(sha256(Bytes(bytes)) == "8919f4ab4b9aff32bfd26a4e0cd2dc99a3f2de239f37d35dbd8884919000cceb")
    }

    @Test func appendsFilesToANetwork() throws {
        let prefix = Array("0123TFL3 and the rest".utf8)
        let bytes = try write([("labels.txt", Array("a\nb\n".utf8))], after: prefix)
        #expect(Array(bytes.prefix(prefix.count)) == prefix)
        let archive = try ZipArchive(bytes: Bytes(bytes), file: "network.tflite")
        #expect(try archive.data(of: archive.member(named: "labels.txt")).array() == Array("a\nb\n".utf8))
        #expect(archive.members[0].dataOffset % 4 == 0)
    }

    @Test func rejectsMembersThatReadersWouldReject() throws {
        var writer = ZipWriter()
        try writer.append("a", Bytes([1]))
        #expect(throws: ModelFormatError(file: "a", problem: .memberDuplicated("a"))) {
            try writer.append("a", Bytes([2]))
        }
        let long = String(repeating: "x", count: 65_536)
        #expect(throws: ModelFormatError(file: long, problem: .tooLargeToWrite)) {
            try writer.append(long, Bytes([2]))
        }
    }
}
