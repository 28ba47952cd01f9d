import TegataSystem

/// Checks that outputs can be written before the work begins, so that no work is wasted.
package enum OutputPathChecks {
    /// Throws if the file at `path` cannot be written.
    package static func requireFile(_ path: String) throws {
        try PendingFile.check(path)
    }

    /// Throws if files cannot be written into the directory at `path`, which need not exist yet.
    package static func requireFolder(_ path: String) throws {
        let folder = withoutSlashes(path)
        var existing = folder
        while existing != ".", !System.exists(existing) {
            existing = withoutSlashes(PathParts(existing).folderName)
        }
        // Bytes that are not UTF-8 have been replaced by now, so the directory would get a different name.
        guard existing == folder || !folder.unicodeScalars.contains("\u{FFFD}") else {
            throw FileError(path: folder, reason: .notWritable(code: EILSEQ))
        }
        do { try PendingFile.check(existing + "/picture") } catch {
            throw FileError(path: folder, reason: error.reason)
        }
    }

    /// Throws if standard output is a terminal, because binary data would disrupt it.
    package static func requireNoTerminal(_ option: String, _ content: String, _ console: Console) throws {
        guard console.outputIsTerminal else { return }
        throw .usage(
            "\(option) - would write \(content) to the terminal; give a file, or redirect it with > FILE or a pipe"
        )
    }

    /// Whether the name alone shows that `path` is a directory for drawn images or videos, because it has no extension.
    package static func isNamedAsFolder(_ path: String) -> Bool {
        path != "-" && !PathParts(ofFolder: path).name.dropFirst().contains(".")
    }

    /// Returns a notice about a new directory, because the user may have meant a file; nil if the directory exists or
    /// `path` ends with a slash.
    package static func remark(onFolder path: String, of option: String) -> String? {
        guard !path.hasSuffix("/"), !System.isFolder(path) else { return nil }
        return "\(option) \(path): writing into a new directory, \(path)/"
    }

    private static func withoutSlashes(_ path: String) -> String {
        var path = path
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        return path
    }
}
