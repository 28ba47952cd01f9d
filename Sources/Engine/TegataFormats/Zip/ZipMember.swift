import TegataBuffers

/// One entry of an archive. Its ranges were checked to lie inside the archive.
package struct ZipMember: Sendable {
    package static let stored: UInt16 = 0
    package static let deflated: UInt16 = 8

    /// The name, its bytes read as UTF-8.
    package let name: String
    package let method: UInt16
    package let isEncrypted: Bool
    package let checksum: UInt32
    package let size: Int
    package let compressedSize: Int
    /// Where the local header starts in the archive.
    package let headerOffset: Int
    /// Where the data starts in the archive.
    package let dataOffset: Int

    package var isFolder: Bool { name.utf8.last == UInt8(ascii: "/") }
}
