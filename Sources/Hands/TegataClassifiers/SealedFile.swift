import TegataBuffers

/// The format of all training files: a signature of eight bytes, a version of two bytes if the format has one, the
/// content, and the SHA-256 of everything before it as 64 hexadecimal digits.
package struct SealedFile: Sendable {
    private let signature: String
    private let version: UInt16?
    private static let checksumLength = 64

    /// Creates a format. `version` is the newest version, which is used for writing; nil for a format without versions.
    package init(signature: String, version: UInt16?) {
        self.signature = signature
        self.version = version
    }

    /// Returns whether the bytes begin with this format's signature.
    package func isStart(of bytes: Bytes) -> Bool {
        bytes.slice(at: 0, count: signature.utf8.count)?.equals(signature) ?? false
    }

    /// Returns what `body` reads from the content between version and checksum; `file` names the file in errors.
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

    /// Returns the bytes of a file with the content that `body` writes.
    package func bytes(_ body: (inout ByteWriter) -> Void) -> [UInt8] {
        var writer = ByteWriter()
        for byte in signature.utf8 { writer.integer(byte) }
        if let version { writer.integer(version) }
        body(&writer)
        return writer.bytes + sha256(Bytes(writer.bytes)).utf8
    }
}

/// An error that occurs when reading a classifier or checkpoint.
///
/// The description is one line, `FILE: PLACE: what is wrong; what to do`.
package struct ClassifierFileError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The file, as named by the caller.
    package var file: String
    /// The part that was being read, with its first byte; empty for the whole file.
    package var place: String
    /// The problem.
    package var problem: Problem

    package init(file: String, place: String = "", problem: Problem) {
        self.file = file
        self.place = place
        self.problem = problem
    }

    /// The kinds of problems.
    package enum Problem: Equatable, Sendable {
        /// The file does not begin with its signature.
        case notAClassifier
        /// The version is newer than this program supports.
        case version(found: Int, newest: Int)
        /// The file is too short for its content.
        case truncated(needed: Int, available: Int)
        /// The last 64 bytes are not the SHA-256 of the preceding bytes.
        case checksum
        /// A number that determines what follows is unknown.
        case value(found: Int)
        /// A number on which memory or time depends exceeds its limit.
        case aboveLimit(Int)
        /// A text is not UTF-8.
        case notUTF8
        /// A weight or threshold is not a finite number.
        case notFinite
        /// Bytes follow the last part.
        case bytesLeft(count: Int)
        /// The labels, features, layers and thresholds do not fit together.
        case inconsistent
    }

    package var description: String {
        let start = place.isEmpty ? file : "\(file): \(place)"
        return switch problem {
        case .notAClassifier: "\(start): not a classifier trained with Tegata; pass a file that training has written"
        case .version(let found, let newest):
            "\(start): version \(found) is newer than \(newest), the newest supported version; update Tegata"
        case .truncated(let needed, let available):
            "\(start): the file is incomplete: \(needed) bytes are needed, but only \(available) are left; copy it again"
        case .checksum: "\(start): the checksum does not match; copy the file again"
        case .value(let found): "\(start): the value \(found) is not supported; copy the file again"
        case .aboveLimit(let limit): "\(start): at most \(limit) are supported; train with fewer"
        case .notUTF8: "\(start): the text is not UTF-8; copy the file again"
        case .notFinite: "\(start): a value is infinite or NaN; train again"
        case .bytesLeft(let count): "\(start): \(count) extra bytes follow the end; copy the file again"
        case .inconsistent: "\(start): the parts do not match; copy the file again"
        }
    }
}
