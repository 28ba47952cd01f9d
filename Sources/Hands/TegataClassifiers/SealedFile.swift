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

/// Why bytes are no classifier.
///
/// The description is one line, `FILE: PLACE: what is wrong; what to do`.
package struct ClassifierFileError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The file as the caller named it.
    package var file: String
    /// What was being read, with the byte that it begins at; empty where the whole file is meant.
    package var place: String
    /// The broken rule.
    package var problem: Problem

    package init(file: String, place: String = "", problem: Problem) {
        self.file = file
        self.place = place
        self.problem = problem
    }

    /// One case per rule.
    package enum Problem: Equatable, Sendable {
        /// A file begins with eight bytes of its own.
        case notAClassifier
        /// Newer programs write versions that this one does not know.
        case version(found: Int, newest: Int)
        /// A file is as long as it says.
        case truncated(needed: Int, available: Int)
        /// The last 64 bytes are the SHA-256 of those before them.
        case checksum
        /// Numbers that say what follows are known ones.
        case value(found: Int)
        /// Numbers that memory or time depends on have limits.
        case aboveLimit(Int)
        /// Texts are UTF-8.
        case notUTF8
        /// Weights and thresholds are finite numbers.
        case notFinite
        /// Nothing follows the last part.
        case bytesLeft(count: Int)
        /// Labels, features, layers and thresholds fit each other.
        case inconsistent
    }

    package var description: String {
        let start = place.isEmpty ? file : "\(file): \(place)"
        return switch problem {
        case .notAClassifier: "\(start): this is no classifier trained with Tegata; pass a file that training wrote"
        case .version(let found, let newest):
            "\(start): version \(found) is newer than \(newest), the newest that is known here; update Tegata"
        case .truncated(let needed, let available):
            "\(start): \(needed) bytes are needed and \(available) are left; the file is cut off, copy it again"
        case .checksum: "\(start): the bytes differ from what was written; copy the file again"
        case .value(let found): "\(start): \(found) is not possible here; copy the file again"
        case .aboveLimit(let limit): "\(start): more than \(limit) are not possible; train with fewer"
        case .notUTF8: "\(start): the text is not UTF-8; copy the file again"
        case .notFinite: "\(start): a number is infinite or no number; train again"
        case .bytesLeft(let count): "\(start): \(count) bytes follow the end; copy the file again"
        case .inconsistent: "\(start): the parts do not fit each other; copy the file again"
        }
    }
}
