import TegataBuffers

/// Finds and reads the central directory, starting at the end of the file as the format requires.
///
///     | … local header, data … | central directory | [zip64 record] [zip64 locator] | end record | comment |
struct ZipCentralDirectory {
    private let bytes: Bytes
    private let file: String
    /// The range of the directory's entries.
    let range: Range<Int>
    let entryCount: Int
    /// The value to add to offsets in the archive: the number of bytes placed before it without updating them.
    private let base: Int

    init(bytes: Bytes, file: String) throws(ModelFormatError) {
        self.bytes = bytes
        self.file = file
        func error(_ record: String, at offset: Int, _ problem: ModelFormatError.Problem) -> ModelFormatError {
            ModelFormatError(file: file, place: "\(record), byte \(hexadecimal(offset))", problem: problem)
        }
        let endRecord = try Self.endRecord(bytes, file: file)
        var record = "end of central directory"
        var directoryEnd = endRecord
        var disks = [UInt64(bytes.uint16(endRecord + 4)), UInt64(bytes.uint16(endRecord + 6))]
        var entryCount = UInt64(bytes.uint16(endRecord + 10))
        var size = UInt64(bytes.uint32(endRecord + 12))
        var offset = UInt64(bytes.uint32(endRecord + 16))
        let locator = endRecord - 20
        let isSaturated = entryCount == 0xFFFF || size == 0xFFFF_FFFF || offset == 0xFFFF_FFFF || disks[0] == 0xFFFF
        if isSaturated, bytes.integer(at: locator, as: UInt32.self) == Signature.zip64Locator {
            let declared = bytes.uint64(locator + 8)
            guard let position = Int(exactly: declared), position <= locator - 56 else {
                throw error(
                    "zip64 locator", at: locator,
                    .rangeOutsideFile(offset: declared, byteCount: 56, available: locator))
            }
            guard bytes.uint32(position) == Signature.zip64EndRecord else {
                throw error(
                    "zip64 end of central directory", at: position,
                    .signatureWrong(expected: Signature.zip64EndRecord, found: bytes.uint32(position)))
            }
            record = "zip64 end of central directory"
            directoryEnd = position
            disks = [UInt64(bytes.uint32(position + 16)), UInt64(bytes.uint32(position + 20))]
            entryCount = bytes.uint64(position + 32)
            size = bytes.uint64(position + 40)
            offset = bytes.uint64(position + 48)
        }
        guard disks == [0, 0] else { throw error(record, at: directoryEnd, .severalDisks) }
        guard let size = Int(exactly: size), let offset = Int(exactly: offset), size <= directoryEnd,
            offset <= directoryEnd - size
        else {
            throw error(
                record, at: directoryEnd,
                .rangeOutsideFile(offset: offset, byteCount: size, available: directoryEnd))
        }
        guard let count = Int(exactly: entryCount), count <= size / 46 else {
            throw error(record, at: directoryEnd, .entryCount(declared: entryCount, directoryByteCount: size))
        }
        range = directoryEnd - size..<directoryEnd
        base = range.lowerBound - offset
        self.entryCount = count
    }

    /// Returns the offset of the last end record whose comment ends exactly at the end of the file. Other data that
    /// looks like an end record fails this check.
    private static func endRecord(_ bytes: Bytes, file: String) throws(ModelFormatError) -> Int {
        var mismatch: ModelFormatError?
        var position = bytes.count - 22
        while position >= max(0, bytes.count - 22 - 0xFFFF) {
            if bytes.uint32(position) == Signature.endRecord {
                let declared = Int(bytes.uint16(position + 20))
                let available = bytes.count - position - 22
                if declared == available { return position }
                if mismatch == nil {
                    mismatch = ModelFormatError(
                        file: file, place: "end of central directory, byte \(hexadecimal(position))",
                        problem: .commentLength(declared: declared, available: available))
                }
            }
            position -= 1
        }
        throw mismatch ?? ModelFormatError(file: file, problem: .endRecordMissing)
    }

    /// Whether there is an archive at the end of `bytes`.
    static func exists(in bytes: Bytes) -> Bool {
        (try? endRecord(bytes, file: "")) != nil
    }

    /// Reads entry `index` at `position`, and moves `position` to the next entry.
    func member(_ index: Int, at position: inout Int) throws(ModelFormatError) -> ZipMember {
        let entry = position
        func error(_ problem: ModelFormatError.Problem) -> ModelFormatError {
            ModelFormatError(
                file: file, place: "central directory entry \(index), byte \(hexadecimal(entry))", problem: problem)
        }
        func outside(_ byteCount: Int) -> ModelFormatError {
            error(
                .rangeOutsideFile(
                    offset: UInt64(entry), byteCount: UInt64(byteCount), available: range.upperBound))
        }
        guard range.upperBound - entry >= 46 else { throw outside(46) }
        guard bytes.uint32(entry) == Signature.entry else {
            throw error(.signatureWrong(expected: Signature.entry, found: bytes.uint32(entry)))
        }
        let nameCount = Int(bytes.uint16(entry + 28))
        let extraCount = Int(bytes.uint16(entry + 30))
        let byteCount = 46 + nameCount + extraCount + Int(bytes.uint16(entry + 32))
        guard range.upperBound - entry >= byteCount else { throw outside(byteCount) }
        position = entry + byteCount

        // Values that need more than 32 bits are in the extra field, in this order and only if the 32-bit field is
        // saturated.
        var wide = Zip64Values(bytes, at: entry + 46 + nameCount, count: extraCount)
        guard let size = wide.value(bytes.uint32(entry + 24)),
            let compressedSize = wide.value(bytes.uint32(entry + 20)),
            let headerOffset = wide.value(bytes.uint32(entry + 42))
        else { throw error(.zip64ValueMissing) }
        let disk = bytes.uint16(entry + 34)
        guard disk == 0 || disk == 0xFFFF else { throw error(.severalDisks) }

        let header = Int(exactly: headerOffset).flatMap { $0 <= range.lowerBound ? base.clampedSum(with: $0) : nil }
        guard let header, header <= range.lowerBound - 30 else {
            throw error(.rangeOutsideFile(offset: headerOffset, byteCount: 30, available: range.lowerBound))
        }
        let data = header + 30 + Int(bytes.uint16(header + 26)) + Int(bytes.uint16(header + 28))
        guard let size = Int(exactly: size), let compressedSize = Int(exactly: compressedSize),
            data <= range.lowerBound, compressedSize <= range.lowerBound - data
        else {
            throw error(
                .rangeOutsideFile(offset: UInt64(data), byteCount: compressedSize, available: range.lowerBound))
        }
        return ZipMember(
            name: bytes.text(at: entry + 46, count: nameCount) ?? "",
            method: bytes.uint16(entry + 10),
            isEncrypted: bytes.uint16(entry + 8) & 1 != 0,
            checksum: bytes.uint32(entry + 16),
            size: size,
            compressedSize: compressedSize,
            headerOffset: header,
            dataOffset: data)
    }

    /// Checks that the local header agrees with the directory. Otherwise, a reader that trusts the local header could
    /// see a different archive.
    ///
    /// `position` is the directory entry and moves to the next one. Call this once members are known not to overlap,
    /// because it takes time for each byte of the header.
    func checkLocalHeader(of member: ZipMember, at position: inout Int) throws(ModelFormatError) {
        let entry = position
        let nameCount = Int(bytes.uint16(entry + 28))
        position += 46 + nameCount + Int(bytes.uint16(entry + 30)) + Int(bytes.uint16(entry + 32))
        let header = member.headerOffset
        func error(_ problem: ModelFormatError.Problem) -> ModelFormatError {
            ModelFormatError(
                file: file, place: "local header of \"\(member.name)\", byte \(hexadecimal(header))", problem: problem)
        }
        guard bytes.uint32(header) == Signature.localHeader else {
            throw error(.signatureWrong(expected: Signature.localHeader, found: bytes.uint32(header)))
        }
        let localNameCount = Int(bytes.uint16(header + 26))
        guard localNameCount == nameCount, bytes.match(header + 30, entry + 46, count: nameCount) else {
            throw error(.localHeaderDiffers(.name, directory: UInt64(nameCount), local: UInt64(localNameCount)))
        }
        func check(
            _ field: ModelFormatError.HeaderField, _ directory: UInt64, _ local: UInt64, mayBeZero: Bool = false
        ) throws(ModelFormatError) {
            guard directory == local || mayBeZero && local == 0 else {
                throw error(.localHeaderDiffers(field, directory: directory, local: local))
            }
        }
        let flags = bytes.uint16(header + 6)
        try check(.flags, UInt64(bytes.uint16(entry + 8) & 1), UInt64(flags & 1))
        try check(.method, UInt64(member.method), UInt64(bytes.uint16(header + 8)))
        var wide = Zip64Values(bytes, at: header + 30 + nameCount, count: Int(bytes.uint16(header + 28)))
        guard let size = wide.value(bytes.uint32(header + 22)),
            let compressedSize = wide.value(bytes.uint32(header + 18))
        else { throw error(.zip64ValueMissing) }
        // Writers that do not know the sizes in advance write zeros and put the values after the data.
        let isStreamed = flags & 8 != 0
        try check(.checksum, UInt64(member.checksum), UInt64(bytes.uint32(header + 14)), mayBeZero: isStreamed)
        try check(.compressedSize, UInt64(member.compressedSize), compressedSize, mayBeZero: isStreamed)
        try check(.size, UInt64(member.size), size, mayBeZero: isStreamed)
    }
}

private enum Signature {
    static let localHeader: UInt32 = 0x0403_4B50
    static let entry: UInt32 = 0x0201_4B50
    static let endRecord: UInt32 = 0x0605_4B50
    static let zip64EndRecord: UInt32 = 0x0606_4B50
    static let zip64Locator: UInt32 = 0x0706_4B50
}

/// The 64-bit values in an extra field, read in order.
private struct Zip64Values {
    private let bytes: Bytes
    private var position = 0
    private var end = 0

    init(_ bytes: Bytes, at start: Int, count: Int) {
        self.bytes = bytes
        var field = start
        while field + 4 <= start + count {
            let next = field + 4 + Int(bytes.uint16(field + 2))
            guard next <= start + count else { return }
            if bytes.uint16(field) == 1 {
                position = field + 4
                end = next
                return
            }
            field = next
        }
    }

    /// Returns the value of a 32-bit field, or its 64-bit value if it is saturated; nil if the extra field lacks that
    /// value.
    mutating func value(_ narrow: UInt32) -> UInt64? {
        guard narrow == 0xFFFF_FFFF else { return UInt64(narrow) }
        guard position + 8 <= end else { return nil }
        defer { position += 8 }
        return bytes.uint64(position)
    }
}

extension Bytes {
    // Returns zero outside the bytes, because callers have checked the record from which they read.
    fileprivate func uint16(_ offset: Int) -> UInt16 { integer(at: offset) ?? 0 }
    fileprivate func uint32(_ offset: Int) -> UInt32 { integer(at: offset) ?? 0 }
    fileprivate func uint64(_ offset: Int) -> UInt64 { integer(at: offset) ?? 0 }

    /// Whether the `count` bytes at `first` equal the bytes at `second`.
    fileprivate func match(_ first: Int, _ second: Int, count: Int) -> Bool {
        for index in 0..<count where integer(at: first + index, as: UInt8.self) != integer(at: second + index) {
            return false
        }
        return true
    }
}
