import TegataBuffers

/// The form of all files of a training: a signature of eight bytes, a version of two bytes where the form has one, what
/// the file holds, and the SHA-256 of all that as 64 hexadecimal digits.
package struct SealedFile: Sendable {
    private let signature: String
    private let version: UInt16?
    private static let checksumLength = 64

    /// `version` is the newest one, which is written.
    package init(signature: String, version: UInt16?) {
        self.signature = signature
        self.version = version
    }

    /// Whether the bytes begin as a file of this form does.
    package func isStart(of bytes: Bytes) -> Bool {
        bytes.slice(at: 0, count: signature.utf8.count)?.equals(signature) ?? false
    }

    /// What `body` reads of all that stands between version and checksum; `file` is what errors call the file.
    package func read<Result>(
        _ bytes: Bytes, file: String, _ body: (inout ByteReader) throws(ClassifierFileError) -> Result
    ) throws(ClassifierFileError) -> Result {
        guard isStart(of: bytes) else { throw ClassifierFileError(file: file, problem: .notAClassifier) }
        let sealedCount = bytes.count - Self.checksumLength
        let leastCount = signature.utf8.count + (version == nil ? 0 : 2)
        guard sealedCount >= leastCount, let sealed = bytes.slice(at: 0, count: sealedCount),
            let checksum = bytes.slice(at: sealedCount, count: Self.checksumLength)
        else {
            throw ClassifierFileError(
                file: file, problem: .truncated(needed: leastCount + Self.checksumLength, available: bytes.count))
        }
        var reader = ByteReader(sealed, file: file)
        for _ in signature.utf8 { _ = try reader.integer("signature", as: UInt8.self) }
        if let newest = version {
            let version: UInt16 = try reader.integer("version")
            guard version >= 1, version <= newest else {
                throw reader.failure("version", .version(found: Int(version), newest: Int(newest)))
            }
        }
        guard checksum.equals(sha256(sealed)) else { throw ClassifierFileError(file: file, problem: .checksum) }
        let result = try body(&reader)
        guard reader.remaining == 0 else { throw reader.failure("end", .bytesLeft(count: reader.remaining)) }
        return result
    }

    /// The bytes of a file that holds what `body` writes.
    package func bytes(_ body: (inout ByteWriter) -> Void) -> [UInt8] {
        var writer = ByteWriter()
        for byte in signature.utf8 { writer.integer(byte) }
        if let version { writer.integer(version) }
        body(&writer)
        return writer.bytes + sha256(Bytes(writer.bytes)).utf8
    }
}
