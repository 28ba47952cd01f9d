import TegataBuffers

/// An archive entry. Its ranges have been checked to lie inside the archive.
package struct ZipMember: Sendable {
    package static let stored: UInt16 = 0
    package static let deflated: UInt16 = 8

    /// The name, with its bytes interpreted as UTF-8.
    package let name: String
    package let method: UInt16
    package let isEncrypted: Bool
    package let checksum: UInt32
    package let size: Int
    package let compressedSize: Int
    /// The offset of the local header in the archive.
    package let headerOffset: Int
    /// The offset of the data in the archive.
    package let dataOffset: Int

    package var isFolder: Bool { name.utf8.last == UInt8(ascii: "/") }
}

/// A zip archive in memory: a bundle, or the files appended to a network.
///
/// The directory and all local headers are checked when the archive is opened. A member's checksum is checked when its
/// data is read. Stored members are slices of the archive, so a mapped bundle is used in place. Zero bytes before local
/// headers, as in aligned bundles, and whole files before the archive are allowed.
package struct ZipArchive: Sendable {
    /// The maximum nesting depth of archives: bundle, inner bundle, files appended to a network, and one spare level.
    private static let nestingLimit = 4

    package let bytes: Bytes
    /// The file name used in error messages.
    package let file: String
    /// All entries in directory order, including directories and unknown files.
    package let members: [ZipMember]
    private let depth: Int
    /// The part of the limit that deflated members leave for inner archives.
    private var inflationLimit: InflationLimit

    /// Opens the archive at the end of `bytes`.
    package init(bytes: Bytes, file: String) throws(ModelFormatError) {
        try self.init(
            bytes: bytes, file: file, depth: 0, inflationLimit: InflationLimit(archiveByteCount: bytes.count))
    }

    private init(
        bytes: Bytes, file: String, depth: Int, inflationLimit: InflationLimit
    ) throws(ModelFormatError) {
        let directory = try ZipCentralDirectory(bytes: bytes, file: file)
        var members: [ZipMember] = []
        members.reserveCapacity(directory.entryCount)
        var position = directory.range.lowerBound
        for index in 0..<directory.entryCount {
            members.append(try directory.member(index, at: &position))
        }
        self.bytes = bytes
        self.file = file
        self.members = members
        self.depth = depth
        self.inflationLimit = inflationLimit
        try checkOverlaps()
        position = directory.range.lowerBound
        for member in members { try directory.checkLocalHeader(of: member, at: &position) }
        try checkInflatedSizes()
    }

    /// Throws if members share bytes: with overlapping members, a small archive could claim to contain large amounts of
    /// data.
    private func checkOverlaps() throws(ModelFormatError) {
        let order = members.indices.sorted { members[$0].headerOffset < members[$1].headerOffset }
        var previous: ZipMember?
        for index in order {
            let member = members[index]
            if let previous, member.headerOffset < previous.dataOffset + previous.compressedSize {
                throw error(member, at: member.headerOffset, .entriesOverlap(other: previous.name))
            }
            previous = member
        }
    }

    private mutating func checkInflatedSizes() throws(ModelFormatError) {
        for member in members where member.method == ZipMember.deflated {
            if let limit = inflationLimit.take(member) {
                throw error(
                    member, at: member.headerOffset, .inflatedSizeAboveLimit(declared: member.size, limit: limit))
            }
        }
    }

    /// Returns the member with that name. If there are several, it is the last one, as in MediaPipe, because some tools
    /// replace a member by adding another.
    package func member(named name: String) throws(ModelFormatError) -> ZipMember {
        guard let member = members.last(where: { $0.name.utf8.elementsEqual(name.utf8) }) else {
            throw ModelFormatError(
                file: file, place: "central directory",
                problem: .memberMissing(name, present: members.filter { !$0.isFolder }.map { $0.name }))
        }
        return member
    }

    /// Returns the network in a member.
    func network(in member: ZipMember) throws(ModelFormatError) -> NetworkFile {
        try NetworkFile(bytes: data(of: member), file: file + ":" + member.name)
    }

    /// Whether the archive has a member with that name.
    package func contains(_ name: String) -> Bool {
        members.contains { $0.name.utf8.elementsEqual(name.utf8) }
    }

    /// Returns a member's data after verifying its checksum; this is a slice of the archive if the member is stored.
    package func data(of member: ZipMember) throws(ModelFormatError) -> Bytes {
        let data = try unverifiedData(of: member)
        let checksum = CRC32.checksum(of: data)
        guard checksum == member.checksum else {
            throw error(
                member, at: member.dataOffset, .checksumDiffers(declared: member.checksum, found: checksum))
        }
        // Computing the checksum has read all of a mapped file into memory.
        data.releasePages()
        return data
    }

    /// Whether a member is an archive or ends with an appended one.
    package func holdsArchive(_ member: ZipMember) throws(ModelFormatError) -> Bool {
        ZipCentralDirectory.exists(in: try unverifiedData(of: member))
    }

    /// Returns the archive in a member. A stored archive is opened in place without checking its checksum: its own
    /// members have checksums, and reading everything twice would double the time taken to load a bundle.
    package func archive(in member: ZipMember) throws(ModelFormatError) -> ZipArchive {
        guard depth + 1 < Self.nestingLimit else {
            throw error(member, at: member.dataOffset, .nestedTooDeep(limit: Self.nestingLimit))
        }
        let isStored = member.method == ZipMember.stored
        return try ZipArchive(
            bytes: isStored ? try unverifiedData(of: member) : try data(of: member),
            file: file + ":" + member.name, depth: depth + 1,
            inflationLimit: inflationLimit.share(of: member, in: bytes.count))
    }

    private func unverifiedData(of member: ZipMember) throws(ModelFormatError) -> Bytes {
        guard !member.isEncrypted else { throw error(member, at: member.headerOffset, .memberEncrypted) }
        guard let packed = bytes.slice(at: member.dataOffset, count: member.compressedSize) else {
            throw error(
                member, at: member.headerOffset,
                .rangeOutsideFile(
                    offset: UInt64(member.dataOffset), byteCount: UInt64(member.compressedSize), available: bytes.count)
            )
        }
        switch member.method {
        case ZipMember.stored:
            guard member.size == member.compressedSize else {
                throw error(
                    member, at: member.headerOffset,
                    .storedSizeDiffers(size: member.size, compressedSize: member.compressedSize))
            }
            return packed
        case ZipMember.deflated:
            return try inflate(packed, size: member.size) { self.error(member, at: member.dataOffset, $0) }
        default:
            throw error(member, at: member.headerOffset, .methodUnsupported(member.method))
        }
    }

    private func error(
        _ member: ZipMember, at offset: Int, _ problem: ModelFormatError.Problem
    ) -> ModelFormatError {
        ModelFormatError(
            file: file, place: "member \"\(member.name)\", byte \(hexadecimal(offset))", problem: problem)
    }
}
