import TegataBuffers

/// Builds zip archives as various programs write them, valid or not: every value of every record can be set.
package struct ZipImage {
    package struct Entry {
        package var name: [UInt8]
        package var data: [UInt8]
        package var method: UInt16 = 0
        package var flags: UInt16 = 0
        package var checksum: UInt32
        package var size: UInt32
        package var compressedSize: UInt32
        package var centralExtra: [UInt8] = []
        package var localExtra: [UInt8] = []
        package var comment: [UInt8] = []
        /// The number of zero bytes before the local header.
        package var padding = 0
        /// Values that the local header contains instead, if they differ.
        package var localName: [UInt8]?
        package var localChecksum: UInt32?
        package var localSize: UInt32?
        package var localCompressedSize: UInt32?
        package var localMethod: UInt16?
        package var localFlags: UInt16?
        /// The offset in the directory, if it is wrong.
        package var headerOffset: UInt32?
        /// Bytes between the data and the next header.
        package var trailer: [UInt8] = []

        package init(_ name: String, _ data: [UInt8]) {
            self.name = Array(name.utf8)
            self.data = data
            checksum = crc32(data)
            size = UInt32(data.count)
            compressedSize = UInt32(data.count)
        }

        /// Creates a deflated entry from a stream with one stored or given block, which inflates to `data`.
        package init(_ name: String, deflated stream: [UInt8], of data: [UInt8]) {
            self.init(name, stream)
            method = 8
            checksum = crc32(data)
            size = UInt32(data.count)
        }
    }

    package var entries: [Entry]
    package var prefix: [UInt8] = []
    package var comment: [UInt8] = []
    /// Whether to write zip64 records and put saturated values into the end record.
    package var isZip64 = false
    /// The positions of the parts, for errors that contain positions.
    package private(set) var headerOffsets: [Int] = []
    package private(set) var dataOffsets: [Int] = []
    package private(set) var entryOffsets: [Int] = []
    package private(set) var endOffset = 0
    package private(set) var zip64Offset = 0
    package private(set) var bytes: [UInt8] = []

    package init(_ entries: [Entry], change: (inout ZipImage) -> Void = { _ in }) {
        self.entries = entries
        change(&self)
        write()
    }

    private mutating func write() {
        bytes = prefix
        for entry in entries {
            bytes += [UInt8](repeating: 0, count: entry.padding)
            headerOffsets.append(bytes.count)
            let name = entry.localName ?? entry.name
            bytes += littleEndianBytes(UInt32(0x0403_4B50)) + littleEndianBytes(UInt16(20))
            bytes += littleEndianBytes(entry.localFlags ?? entry.flags)
            bytes += littleEndianBytes(entry.localMethod ?? entry.method) + littleEndianBytes(UInt32(0))
            bytes += littleEndianBytes(entry.localChecksum ?? entry.checksum)
            bytes += littleEndianBytes(entry.localCompressedSize ?? entry.compressedSize)
            bytes += littleEndianBytes(entry.localSize ?? entry.size)
            bytes += littleEndianBytes(UInt16(name.count)) + littleEndianBytes(UInt16(entry.localExtra.count))
            bytes += name + entry.localExtra
            dataOffsets.append(bytes.count)
            bytes += entry.data + entry.trailer
        }
        let directory = bytes.count
        for (index, entry) in entries.enumerated() {
            entryOffsets.append(bytes.count)
            bytes += littleEndianBytes(UInt32(0x0201_4B50)) + littleEndianBytes(UInt16(20))
            bytes += littleEndianBytes(UInt16(20)) + littleEndianBytes(entry.flags) + littleEndianBytes(entry.method)
            bytes += littleEndianBytes(UInt32(0)) + littleEndianBytes(entry.checksum)
            bytes += littleEndianBytes(entry.compressedSize) + littleEndianBytes(entry.size)
            bytes += littleEndianBytes(UInt16(entry.name.count)) + littleEndianBytes(UInt16(entry.centralExtra.count))
            bytes += littleEndianBytes(UInt16(entry.comment.count)) + [UInt8](repeating: 0, count: 8)
            bytes += littleEndianBytes(entry.headerOffset ?? UInt32(headerOffsets[index]))
            bytes += entry.name + entry.centralExtra + entry.comment
        }
        let size = bytes.count - directory
        if isZip64 {
            zip64Offset = bytes.count
            bytes += littleEndianBytes(UInt32(0x0606_4B50)) + littleEndianBytes(UInt64(44))
            bytes += littleEndianBytes(UInt16(45)) + littleEndianBytes(UInt16(45)) + littleEndianBytes(UInt64(0))
            bytes += littleEndianBytes(UInt64(entries.count)) + littleEndianBytes(UInt64(entries.count))
            bytes += littleEndianBytes(UInt64(size)) + littleEndianBytes(UInt64(directory))
            bytes += littleEndianBytes(UInt32(0x0706_4B50)) + littleEndianBytes(UInt32(0))
            bytes += littleEndianBytes(UInt64(zip64Offset)) + littleEndianBytes(UInt32(1))
        }
        endOffset = bytes.count
        bytes += littleEndianBytes(UInt32(0x0605_4B50)) + littleEndianBytes(UInt32(0))
        let count = isZip64 ? UInt16.max : UInt16(entries.count)
        bytes += littleEndianBytes(count) + littleEndianBytes(count)
        bytes += littleEndianBytes(isZip64 ? UInt32.max : UInt32(size))
        bytes += littleEndianBytes(isZip64 ? UInt32.max : UInt32(directory))
        bytes += littleEndianBytes(UInt16(comment.count)) + comment
    }
}

/// Returns a deflate stream with one block that stores `data` uncompressed; for less than 64 KiB.
package func storedDeflateStream(_ data: [UInt8]) -> [UInt8] {
    [1] + littleEndianBytes(UInt16(data.count)) + littleEndianBytes(~UInt16(data.count)) + data
}

/// Returns the checksum of zip archives, computed bit by bit.
package func crc32(_ data: [UInt8]) -> UInt32 {
    var value: UInt32 = 0xFFFF_FFFF
    for byte in data {
        value ^= UInt32(byte)
        for _ in 0..<8 {
            value = value & 1 == 0 ? value >> 1 : value >> 1 ^ 0xEDB8_8320
        }
    }
    return ~value
}
