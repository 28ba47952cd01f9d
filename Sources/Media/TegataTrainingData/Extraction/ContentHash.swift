import TegataBuffers
import TegataSystem

/// The SHA-256 of what a file or a folder of files holds.
enum ContentHash {
    /// Of a file, read in pieces.
    static func file(_ path: String) throws(FileError) -> String {
        var hash = SHA256()
        try add(path, to: &hash)
        return hash.hexadecimalDigits()
    }

    /// Of all files in a folder, with their names.
    static func folder(_ path: String) throws(FileError) -> String {
        var hash = SHA256()
        let names: [String]
        do throws(SystemError) { names = try FileTree.names(in: path) } catch {
            throw FileError(path: path, systemError: error.code, operation: "opendir")
        }
        for name in names.sorted() {
            let inner = path + "/" + name
            guard FileTree.isFile(inner) else { continue }
            Array((name + "\n").utf8).withUnsafeBytes { hash.update($0) }
            try add(inner, to: &hash)
        }
        return hash.hexadecimalDigits()
    }

    private static func add(_ path: String, to hash: inout SHA256) throws(FileError) {
        let file = try InputFile(path, acceptingPipes: false)
        while true {
            let bytes = try file.next(atMost: 1 << 20)
            guard !bytes.isEmpty else { return }
            bytes.withUnsafeBytes { hash.update($0) }
        }
    }
}
