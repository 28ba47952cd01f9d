import TegataBuffers

/// Writes archives in the form that MediaPipe reads. Members are stored, and zero bytes before local headers place
/// their data at multiples of four from the start of the file. The same members always produce the same bytes.
package struct ZipWriter: Sendable {
    /// The archive so far, following the file to which it is appended, such as the network that the labels belong to.
    private var bytes: [UInt8]
    private var directory: [UInt8] = []
    private var names: [String] = []

    /// Starts an archive after `prefix`.
    package init(after prefix: Bytes = .empty) {
        bytes = prefix.array()
    }

    /// Adds a member.
    package mutating func append(_ name: String, _ data: Bytes) throws(ModelFormatError) {
        func error(_ problem: ModelFormatError.Problem) -> ModelFormatError {
            ModelFormatError(file: name, problem: problem)
        }
        guard !names.contains(where: { $0.utf8.elementsEqual(name.utf8) }) else { throw error(.memberDuplicated(name)) }
        // Offsets have 32 bits. The directory and the padding of all members stay well below the part that this leaves
        // free.
        guard name.utf8.count <= 0xFFFF, names.count < 0xFFFF, data.count <= 0x7FFF_FFFF,
            bytes.count <= 0x7FFF_FFFF - data.count
        else { throw error(.tooLargeToWrite) }
        names.append(name)
        while (bytes.count + 30 + name.utf8.count) % 4 != 0 {
            bytes.append(0)
        }
        let headerOffset = UInt32(bytes.count)
        // Bit 11 marks the name as UTF-8, which is not needed for plain ASCII.
        let flags: UInt16 = name.utf8.allSatisfy { $0 < 128 } ? 0 : 1 << 11
        var description: [UInt8] = []
        description.append(littleEndian: UInt16(20))  // version needed: 2.0
        description.append(littleEndian: flags)
        description.append(littleEndian: ZipMember.stored)
        description.append(littleEndian: UInt16(0))  // midnight
        description.append(littleEndian: UInt16(0x21))  // 1 January 1980, the earliest date
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

    /// Returns the whole file.
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
