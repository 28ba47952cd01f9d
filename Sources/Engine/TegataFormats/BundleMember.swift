import TegataBuffers

/// A member of a bundle or of an archive inside it.
package struct BundleMember: Sendable {
    /// The names of the archives around the member, outermost first, and its own.
    package let path: [String]
    /// The archive's entry; its offsets count from the start of the archive that has the member.
    package let entry: ZipMember
    let archive: ZipArchive
    /// Where the data is in the file; nil inside deflated archives.
    package let fileOffset: Int?

    /// The network that the member is.
    package func network() throws(ModelFormatError) -> NetworkFile { try archive.network(in: entry) }
}
