import TegataSystem

/// Finds files by their names in the folders of a folder; each folder is read once.
final class MediaIndex {
    /// Names of files are bytes: texts are equal where an accent is written in one way or the other. A table may have
    /// been written where such names are the same, so that these are found where there is nothing better.
    private struct Names {
        private var paths: [[UInt8]: String] = [:]
        private var pathsOfEqualTexts: [String: String] = [:]

        subscript(name: String) -> String? { paths[Array(name.utf8)] ?? pathsOfEqualTexts[name] }

        /// The first path of a name counts.
        mutating func add(_ name: String, _ path: String) {
            let bytes = Array(name.utf8)
            if paths[bytes] == nil { paths[bytes] = path }
            if pathsOfEqualTexts[name] == nil { pathsOfEqualTexts[name] = path }
        }
    }

    private var folders: [[UInt8]: Names] = [:]

    /// The path of what is called `name`, with or without its ending, in or up to three folders below `folder`.
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
