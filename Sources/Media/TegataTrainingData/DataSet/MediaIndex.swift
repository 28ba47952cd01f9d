import TegataSystem

/// Finds files by their names in the folders of a folder; each folder is read once.
final class MediaIndex {
    private var folders: [String: [String: String]] = [:]

    /// The path of what is called `name`, with or without its ending, in or up to three folders below `folder`.
    func path(of name: String, in folder: String, kind: DataSetKind) -> String? {
        if folders[folder] == nil {
            var found: [String: String] = [:]
            var read: Set<FileTree.Identity> = []
            add(folder, kind, depth: 0, except: &read, to: &found)
            folders[folder] = found
        }
        return folders[folder]?[name]
    }

    private func add(
        _ folder: String, _ kind: DataSetKind, depth: Int, except read: inout Set<FileTree.Identity>,
        to found: inout [String: String]
    ) {
        guard let contents = try? FolderContents(folder, for: kind, except: &read) else { return }
        for (name, form) in contents.files where form == .picture || form == .video {
            let path = contents.path(of: name)
            if found[name] == nil { found[name] = path }
            let stem = FolderContents.stem(of: name)
            if found[stem] == nil { found[stem] = path }
        }
        for name in contents.folders where depth < 3 {
            let path = contents.path(of: name)
            if kind == .actions, found[name] == nil { found[name] = path }
            add(path, kind, depth: depth + 1, except: &read, to: &found)
        }
    }
}
