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
