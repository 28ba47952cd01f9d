import TegataBuffers
import TegataSystem

/// A user's name for a model: `FILE` or `BUNDLE.task:MEMBER`. For nested bundles, further bundle names come in between.
package struct ModelAddress: Equatable, Sendable {
    /// The path of the file.
    package let file: String
    /// The names of inner bundles, outermost first, and of the member; empty for the file itself.
    package let members: [String]

    /// Parses an argument. A colon ends the file's path only after `.task` or `.zip`, so the path may contain colons.
    package init(_ argument: String) {
        let text = argument.utf8
        for colon in text.indices where text[colon] == UInt8(ascii: ":") {
            let path = text[..<colon]
            guard [".task", ".zip"].contains(where: { path.suffix($0.utf8.count).elementsEqual($0.utf8) }) else {
                continue
            }
            let rest = text[text.index(after: colon)...]
            file = String(Substring(path))
            members = rest.split(separator: UInt8(ascii: ":")).map { String(Substring($0)) }
            return
        }
        file = argument
        members = []
    }
}

#if os(Linux) || C_LIBRARY
    extension TaskBundle {
        /// Opens the bundle at `path`; the file is mapped into memory rather than read.
        package init(path: String) throws(ModelFormatError) {
            try self.init(bytes: mapFile(path), file: path)
        }
    }

    extension NetworkFile {
        /// Opens the network at `address`; the file is mapped into memory rather than read.
        package init(_ address: ModelAddress) throws(ModelFormatError) {
            let bytes = try mapFile(address.file)
            if address.members.isEmpty {
                try self.init(bytes: bytes, file: address.file)
            } else {
                self = try TaskBundle(bytes: bytes, file: address.file).network(at: address.members)
            }
        }
    }

    private func mapFile(_ path: String) throws(ModelFormatError) -> Bytes {
        do throws(FileError) {
            return try Bytes(mapping: path)
        } catch {
            throw ModelFormatError(file: path, problem: .unreadable(error.reason))
        }
    }
#endif
