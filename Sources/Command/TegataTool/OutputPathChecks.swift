import TegataSystem

/// Tries before the work begins whether outputs can be written, so that none is for nothing.
package enum OutputPathChecks {
    /// Throws where the file at `path` could not be written.
    package static func requireFile(_ path: String) throws {
        try PendingFile.check(path)
    }

    /// Throws where files could not be written into the folder at `path`, which need not exist yet.
    package static func requireFolder(_ path: String) throws {
        let folder = withoutSlashes(path)
        var existing = folder
        while existing != ".", !System.exists(existing) {
            existing = withoutSlashes(PathParts(existing).folderName)
        }
        // What is not UTF-8 has been replaced by now, so that the folder would get another name.
        guard existing == folder || !folder.unicodeScalars.contains("\u{FFFD}") else {
            throw FileError(path: folder, reason: .notWritable(code: EILSEQ))
        }
        do { try PendingFile.check(existing + "/picture") } catch {
            throw FileError(path: folder, reason: error.reason)
        }
    }

    /// Throws where the standard output is a terminal, which bytes that are no text would confuse.
    package static func requireNoTerminal(_ option: String, _ content: String, _ console: Console) throws {
        guard console.outputIsTerminal else { return }
        throw .usage(
            "\(option) - would write \(content) to the terminal; name a file, or send it to one with > FILE or to a program with |"
        )
    }

    /// Whether something that is to be drawn goes into a folder of that name, though nothing but the name says so: it
    /// has no ending.
    package static func isNamedAsFolder(_ path: String) -> Bool {
        path != "-" && !PathParts(ofFolder: path).name.dropFirst().contains(".")
    }

    /// What to say where a folder is made that might have been meant as a file; nil where it is there, or ends with a
    /// slash.
    package static func remark(onFolder path: String, of option: String) -> String? {
        guard !path.hasSuffix("/"), !System.isFolder(path) else { return nil }
        return "\(option) \(path): a folder is written, \(path)/"
    }

    private static func withoutSlashes(_ path: String) -> String {
        var path = path
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        return path
    }
}
