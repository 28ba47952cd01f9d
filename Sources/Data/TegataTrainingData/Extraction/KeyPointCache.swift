import TegataBuffers
import TegataClassifiers
import TegataSystem

/// Caches the hands found in files under a hash of their contents, so that they need not be decoded again.
///
/// Damaged entries and entries from other versions are ignored. If the directory is not writable, nothing is cached.
package final class KeyPointCache: Sendable {
    private let folder: String

    init(folder: String) {
        self.folder = folder
    }

    /// `$TEGATA_CACHE`, or else `$XDG_CACHE_HOME/tegata` or `~/.cache/tegata`; nil if none of them is set.
    package static var usualFolder: String? {
        usualFolder { getenv($0).map { String(cString: $0) } }
    }

    /// Returns the usual directory for the given environment.
    package static func usualFolder(environment: (String) -> String?) -> String? {
        func value(_ name: String) -> String? { environment(name).flatMap { $0.isEmpty ? nil : $0 } }
        if let folder = value("TEGATA_CACHE") { return folder }
        // The XDG specification requires that relative paths be ignored.
        if let folder = value("XDG_CACHE_HOME"), folder.hasPrefix("/") { return folder + "/tegata" }
        return value("HOME").map { $0 + "/.cache/tegata" }
    }

    /// Returns the path of a key's entry; keys are hexadecimal digits.
    func path(of key: String) -> String { "\(folder)/keypoints/\(key.prefix(2))/\(key).hands" }

    /// Returns the cached result for a key; nil if there is none.
    func frames(_ key: String) -> FoundFrames? {
        guard let file = try? InputFile(path(of: key), acceptingPipes: false),
            let bytes = try? file.contents(atMost: 1 << 30)
        else { return nil }
        return FoundFrames(bytes, key: key)
    }

    /// Caches a result under a key.
    func keep(_ frames: FoundFrames, _ key: String) throws(FileError) {
        let path = path(of: key)
        do throws(SystemError) { try FileTree.makeFolder(FolderContents.folder(of: path)) } catch {
            throw FileError(path: path, reason: .notWritable(code: error.code))
        }
        try PendingFile.writeFile(frames.bytes(key: key).span.bytes, to: path)
    }
}

/// Computes SHA-256 hashes of files and directories.
enum ContentHash {
    /// Returns the hash of a file, which is read in pieces.
    static func file(_ path: String) throws(FileError) -> String {
        var hash = SHA256()
        try add(path, to: &hash)
        return hash.hexadecimalDigits()
    }

    /// Returns the hash of all files in a directory, including their names.
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
