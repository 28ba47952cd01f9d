/// A path in two parts. By bytes: a name may begin with an accent, which makes one letter with the slash before it.
package struct PathParts {
    /// All up to the last slash, and with it; empty where there is none.
    package let folder: String
    /// What is behind the last slash.
    package let name: String

    package init(_ path: String) {
        let start = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path.utf8.index(after: $0) } ?? path.startIndex
        folder = String(path[..<start])
        name = String(path[start...])
    }

    /// Those of a path that may end with slashes, which say that it is a folder.
    package init(ofFolder path: String) {
        var end = path.utf8.endIndex
        while end > path.startIndex, path.utf8[path.utf8.index(before: end)] == UInt8(ascii: "/") {
            path.utf8.formIndex(before: &end)
        }
        self.init(String(path[..<end]))
    }

    /// The folder as it is called by itself.
    package var folderName: String { folder.isEmpty ? "." : folder.utf8.count == 1 ? "/" : String(folder.dropLast()) }
}
