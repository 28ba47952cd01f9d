import TegataBuffers

/// What the first bytes of a file tell.
package enum FileKind {
    /// Whether the file is a flatbuffer with the identifier of networks, rather than an archive, which may be appended to
    /// a network.
    package static func isNetwork(_ bytes: Bytes) -> Bool {
        bytes.slice(at: 4, count: 4)?.equals("TFL3") == true
    }

    /// Whether the file is an archive, such as a bundle, and not a network with one appended.
    package static func isArchive(_ bytes: Bytes) -> Bool {
        !isNetwork(bytes) && ZipDirectory.exists(in: bytes)
    }
}
