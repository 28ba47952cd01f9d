import TegataBuffers

/// Writes archives as MediaPipe reads them: members stored, their data at multiples of four from the start of the file,
/// which zero bytes in front of local headers bring about. The same members give the same bytes, always.
package struct ZipWriter: Sendable {
    /// What an archive that follows a file, such as the labels behind a network, starts with.
    private var bytes: [UInt8]
    private var directory: [UInt8] = []
    private var names: [String] = []

    /// Starts an archive behind `prefix`.
    package init(after prefix: Bytes = .empty) {
        bytes = prefix.array()
    }

    /// Adds a member.
    package mutating func append(_ name: String, _ data: Bytes) throws(ModelFormatError) {
        func error(_ problem: ModelFormatError.Problem) -> ModelFormatError {
            ModelFormatError(file: name, problem: problem)
        }
        guard !names.contains(where: { $0.utf8.elementsEqual(name.utf8) }) else { throw error(.memberDuplicated(name)) }
        // Directory and padding of all members stay far below what is left here of the 32 bits for offsets.
        guard name.utf8.count <= 0xFFFF, names.count < 0xFFFF, data.count <= 0x7FFF_FFFF,
            bytes.count <= 0x7FFF_FFFF - data.count
        else { throw error(.tooLargeToWrite) }
        names.append(name)
        while (bytes.count + 30 + name.utf8.count) % 4 != 0 {
            bytes.append(0)
        }
        let headerOffset = UInt32(bytes.count)
        // Bit 11 says that the name is UTF-8; plain ASCII needs no saying so.
        let flags: UInt16 = name.utf8.allSatisfy { $0 < 128 } ? 0 : 1 << 11
        var description: [UInt8] = []
        description.append(littleEndian: UInt16(20))  // version needed: 2.0
        description.append(littleEndian: flags)
        description.append(littleEndian: ZipMember.stored)
        description.append(littleEndian: UInt16(0))  // midnight
        description.append(littleEndian: UInt16(0x21))  // 1 January 1980, the first day there is
        description.append(littleEndian: CRC32.checksum(of: data))
        description.append(littleEndian: UInt32(data.count))
        description.append(littleEndian: UInt32(data.count))
        description.append(littleEndian: UInt16(name.utf8.count))
        description.append(littleEndian: UInt16(0))  // no extra field

        bytes.append(littleEndian: UInt32(0x0403_4B50))
        bytes += description
        bytes += name.utf8
        data.append(to: &bytes)

        directory.append(littleEndian: UInt32(0x0201_4B50))
        directory.append(littleEndian: UInt16(20))  // made by version 2.0
        directory += description
        directory += [UInt8](repeating: 0, count: 10)  // no comment, disk 0, no attributes
        directory.append(littleEndian: headerOffset)
        directory += name.utf8
    }

    /// The whole file.
    package func finish() -> [UInt8] {
        var file = bytes
        file += directory
        file.append(littleEndian: UInt32(0x0605_4B50))
        file.append(littleEndian: UInt32(0))  // one disk
        file.append(littleEndian: UInt16(names.count))
        file.append(littleEndian: UInt16(names.count))
        file.append(littleEndian: UInt32(directory.count))
        file.append(littleEndian: UInt32(bytes.count))
        file.append(littleEndian: UInt16(0))  // no comment
        return file
    }
}

extension [UInt8] {
    fileprivate mutating func append(littleEndian value: UInt16) {
        append(UInt8(truncatingIfNeeded: value))
        append(UInt8(truncatingIfNeeded: value >> 8))
    }

    fileprivate mutating func append(littleEndian value: UInt32) {
        append(littleEndian: UInt16(truncatingIfNeeded: value))
        append(littleEndian: UInt16(truncatingIfNeeded: value >> 16))
    }
}
