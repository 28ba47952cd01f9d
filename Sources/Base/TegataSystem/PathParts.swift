/// A path split into two parts by bytes, because a name may begin with a combining accent, which merges with the slash
/// before it.
package struct PathParts {
    /// The part up to and including the last slash; empty if there is none.
    package let folder: String
    /// The part after the last slash.
    package let name: String

    package init(_ path: String) {
        let start = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path.utf8.index(after: $0) } ?? path.startIndex
        folder = String(path[..<start])
        name = String(path[start...])
    }

    /// Splits a path that may end with slashes, as directory paths do.
    package init(ofFolder path: String) {
        var end = path.utf8.endIndex
        while end > path.startIndex, path.utf8[path.utf8.index(before: end)] == UInt8(ascii: "/") {
            path.utf8.formIndex(before: &end)
        }
        self.init(String(path[..<end]))
    }

    /// The directory without its final slash.
    package var folderName: String { folder.isEmpty ? "." : folder.utf8.count == 1 ? "/" : String(folder.dropLast()) }
}
