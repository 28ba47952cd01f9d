import TegataSystem
import TegataTool

/// Where recorded pictures and clips go: `FOLDER/CLASS/SESSION/000001.jpg` and so on. Nothing that is there is
/// replaced.
struct RecordingFolder {
    let root: String
    let session: String
    /// The number of the last file in each folder.
    private var lastNumbers: [String: Int] = [:]
    private var newCounts: [String: Int] = [:]
    /// Two recordings in one folder would give their files the same numbers.
    private var locks: [System.FolderLock] = []

    /// Without a name the session gets one of date and time that no class has yet.
    init(_ root: String, session: String?, labels: [String]) {
        let root = root.hasSuffix("/") ? root : root + "/"
        var name = session ?? System.dateAndTime
        var number = 1
        if session == nil {
            let start = name
            while labels.contains(where: { System.exists(root + $0 + "/" + name) }) {
                number += 1
                name = "\(start)-\(number)"
            }
        }
        self.root = root
        self.session = name
    }

    /// The next path for a file of a class; its folder is there then.
    mutating func nextPath(for label: String, ending: String) throws -> String {
        let folder = root + label + "/" + session
        var last = lastNumbers[label] ?? 0
        if lastNumbers[label] == nil {
            do {
                try FileTree.makeFolder(folder)
                last = try Self.numbers(in: folder).max() ?? 0
            } catch {
                throw .failure(FileError(path: folder, reason: .notWritable(code: error.code)).description)
            }
            guard let lock = System.FolderLock(folder) else {
                throw .failure("\(folder): another recording writes there; give one of them a --session of its own")
            }
            locks.append(lock)
        }
        var path: String
        repeat {
            last += 1
            path = folder + "/" + sixDigits(last) + ending
        } while System.exists(path)
        lastNumbers[label] = last
        return path
    }

    /// A file of a class is whole.
    mutating func addFile(of label: String) {
        newCounts[label, default: 0] += 1
    }

    /// How many files of a class are new.
    func newCount(_ label: String) -> Int { newCounts[label] ?? 0 }

    /// How many files a class has in all its sessions.
    func count(_ label: String) -> Int { Self.count(in: root + label, depth: 2) }

    /// The numbers that names of files begin with, without those of more than six digits, which are of others.
    private static func numbers(in folder: String) throws(SystemError) -> [Int] {
        try System.namesInFolder(folder).compactMap { Int($0.prefix { ("0"..."9").contains($0) }) }
            .filter { $0 <= 999_999 }
    }

    private static func count(in folder: String, depth: Int) -> Int {
        let names = ((try? System.namesInFolder(folder)) ?? []).filter { !$0.hasPrefix(".") }
        return names.reduce(0) { count, name in
            let path = folder + "/" + name
            if System.isFile(path) { return count + 1 }
            return count
                + (depth > 1 && System.isFolder(path, followingLinks: false)
                    ? Self.count(in: path, depth: depth - 1) : 0)
        }
    }
}
