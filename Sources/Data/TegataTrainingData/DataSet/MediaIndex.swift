import TegataSystem

/// Finds files by name in a directory and its subdirectories; each directory is read once.
final class MediaIndex {
    /// File names are bytes, but Swift strings are equal even if their accents are encoded differently. A table may use
    /// the other encoding, so equal strings match if no bytes do.
    private struct Names {
        private var paths: [[UInt8]: String] = [:]
        private var pathsOfEqualTexts: [String: String] = [:]

        subscript(name: String) -> String? { paths[Array(name.utf8)] ?? pathsOfEqualTexts[name] }

        /// Adds a path, unless the name already has one.
        mutating func add(_ name: String, _ path: String) {
            let bytes = Array(name.utf8)
            if paths[bytes] == nil { paths[bytes] = path }
            if pathsOfEqualTexts[name] == nil { pathsOfEqualTexts[name] = path }
        }
    }

    private var folders: [[UInt8]: Names] = [:]

    /// Returns the path of the file `name`, with or without its extension, in `folder` or up to three levels below.
    func path(of name: String, in folder: String, kind: DataSetKind) -> String? {
        let key = Array(folder.utf8)
        if let names = folders[key] { return names[name] }
        var names = Names()
        var read: Set<FileTree.Identity> = []
        add(folder, kind, depth: 0, except: &read, to: &names)
        folders[key] = names
        return names[name]
    }

    private func add(
        _ folder: String, _ kind: DataSetKind, depth: Int, except read: inout Set<FileTree.Identity>,
        to names: inout Names
    ) {
        guard let contents = try? FolderContents(folder, for: kind, except: &read) else { return }
        for (name, form) in contents.files where form == .picture || form == .video {
            let path = contents.path(of: name)
            names.add(name, path)
            names.add(FolderContents.stem(of: name), path)
        }
        for name in contents.folders where depth < 3 {
            let path = contents.path(of: name)
            if kind == .actions { names.add(name, path) }
            add(path, kind, depth: depth + 1, except: &read, to: &names)
        }
    }
}
