import TegataBuffers
import TegataClassifiers
import TegataSystem

/// Keeps what was found in files, by what they hold, so that they need not be decoded again.
///
/// An entry that is damaged or of another version is as good as none. Where nothing can be written, nothing is kept.
package final class KeyPointCache: Sendable {
    private let folder: String

    init(folder: String) {
        self.folder = folder
    }

    /// `$TEGATA_CACHE`, or else `$XDG_CACHE_HOME/tegata` or `~/.cache/tegata`; nil where none of them is known.
    package static var usualFolder: String? {
        usualFolder { getenv($0).map { String(cString: $0) } }
    }

    /// The same for any environment.
    package static func usualFolder(environment: (String) -> String?) -> String? {
        func value(_ name: String) -> String? { environment(name).flatMap { $0.isEmpty ? nil : $0 } }
        if let folder = value("TEGATA_CACHE") { return folder }
        // Relative paths there are to be ignored.
        if let folder = value("XDG_CACHE_HOME"), folder.hasPrefix("/") { return folder + "/tegata" }
        return value("HOME").map { $0 + "/.cache/tegata" }
    }

    /// Where the entry of a key lies; keys are hexadecimal digits.
    func path(of key: String) -> String { "\(folder)/keypoints/\(key.prefix(2))/\(key).hands" }

    /// What was kept under a key.
    func frames(_ key: String) -> FoundFrames? {
        guard let file = try? InputFile(path(of: key), acceptingPipes: false),
            let bytes = try? file.contents(atMost: 1 << 30)
        else { return nil }
        return FoundFrames(bytes, key: key)
    }

    /// Keeps what was found; throws why it cannot.
    func keep(_ frames: FoundFrames, _ key: String) throws(FileError) {
        let path = path(of: key)
        do throws(SystemError) { try FileTree.makeFolder(FolderContents.folder(of: path)) } catch {
            throw FileError(path: path, reason: .notWritable(code: error.code))
        }
        try PendingFile.writeFile(frames.bytes(key: key).span.bytes, to: path)
    }
}

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
