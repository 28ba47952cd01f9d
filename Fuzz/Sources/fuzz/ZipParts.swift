/// The members of an archive, and of archives inside it.
enum ZipParts {
    private struct Member {
        /// The start of its record in the directory, and of its header.
        let record: Int
        let header: Int
        let content: Range<Int>
        let isDeflated: Bool
    }

    /// Returns the members that can be located.
    private static func members(of bytes: [UInt8]) -> [Member] {
        func number(_ place: Int, _ count: Int) -> Int {
            guard place >= 0, place + count <= bytes.count else { return 0 }
            return bytes[place..<place + count].reversed().reduce(0) { $0 << 8 | Int($1) }
        }
        guard bytes.count >= 22,
            let end = (0...bytes.count - 22).last(where: { number($0, 4) == 0x0605_4B50 })
        else { return [] }
        // Bytes before the archive shift it.
        let start = end - number(end + 12, 4) - number(end + 16, 4)
        var members: [Member] = []
        var record = end - number(end + 12, 4)
        while record >= 0, record < end, number(record, 4) == 0x0201_4B50, members.count < 64 {
            let header = start + number(record + 42, 4)
            let content = header + 30 + number(header + 26, 2) + number(header + 28, 2)
            let length = number(record + 20, 4)
            if header >= 0, number(header, 4) == 0x0403_4B50, content + length <= bytes.count {
                members.append(
                    Member(
                        record: record, header: header, content: content..<content + length,
                        isDeflated: number(record + 10, 2) == 8))
            }
            record += 46 + number(record + 28, 2) + number(record + 30, 2) + number(record + 32, 2)
        }
        return members
    }

    /// Makes the checksums of all members and the sizes of compressed content valid.
    static func repair(_ bytes: inout [UInt8], depth: Int = 0) {
        for member in members(of: bytes) {
            guard member.content.upperBound <= bytes.count else { continue }
            var content = Array(bytes[member.content])
            if member.isDeflated {
                guard let unpacked = Deflate.unpacked(content[...], windowBits: -15) else { continue }
                content = unpacked
            } else if depth < 3, content.starts(with: [0x50, 0x4B]) {
                repair(&content, depth: depth + 1)
                bytes.replaceSubrange(member.content, with: content)
            }
            let sum = littleEndian(Deflate.checksum(content))
            let size = littleEndian(UInt32(content.count))
            bytes.replaceSubrange(member.header + 14..<member.header + 18, with: sum)
            bytes.replaceSubrange(member.header + 22..<member.header + 26, with: size)
            bytes.replaceSubrange(member.record + 16..<member.record + 20, with: sum)
            bytes.replaceSubrange(member.record + 24..<member.record + 28, with: size)
        }
    }

    /// Changes the content of one member without changing its length, including members of inner archives. Returns nil
    /// if there is none.
    static func changed(_ bytes: [UInt8], _ seed: UInt32, by change: ([UInt8], Int) -> [UInt8]) -> [UInt8]? {
        let members = members(of: bytes).filter { !$0.content.isEmpty }
        guard !members.isEmpty else { return nil }
        let member = members[Int(seed) % members.count]
        let content = Array(bytes[member.content])
        let inner = content.starts(with: [0x50, 0x4B]) ? changed(content, seed / 8, by: change) : nil
        var new = inner ?? change(content, content.count)
        new += content.dropFirst(new.count)
        var result = bytes
        result.replaceSubrange(member.content, with: new.prefix(content.count))
        return result
    }

    private static func littleEndian(_ value: UInt32) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * UInt32($0))) }
    }
}
