import TegataImages
import TegataSystem
import TegataTool

/// The pictures that operands stand for: files, and folders with the pictures in and below them by name.
enum PictureFiles {
    /// A folder that cannot be read is a failure of its own. The folders `outputs` are left out, so that what was
    /// written into them is not looked at the next time. For each folder in which pictures of other kinds or videos are
    /// left out, `remark` gets a line.
    static func list(_ operands: [String], outputs: [String], remark: (String) -> Void) -> [Entry] {
        var entries: [Entry] = []
        let outputs = Set(outputs.compactMap(System.identity))
        for operand in operands {
            let count = entries.count
            var others = LeftOutFiles()
            append(operand, except: outputs, to: &entries, &others)
            if let summary = others.summary { remark("\(operand): \(summary)") }
            if entries.count == count {
                entries.append(
                    .failure(
                        path: operand,
                        "\(operand): there is no picture in the folder; name one with JPEG, PNG or PPM files"))
            }
        }
        return entries
    }

    enum Entry: Sendable {
        /// A file, and what it is called within the folder that the user named.
        case picture(path: String, innerPath: String)
        case failure(path: String, String)

        /// What answers call it.
        var source: String {
            switch self {
            case .picture(let path, _), .failure(let path, _): path
            }
        }

        var innerPath: String? {
            if case .picture(_, let innerPath) = self { innerPath } else { nil }
        }

        var path: String? {
            if case .picture(let path, _) = self { path } else { nil }
        }
    }

    private static func append(
        _ path: String, innerPath: String? = nil, except outputs: Set<System.FileIdentity>, to entries: inout [Entry],
        _ others: inout LeftOutFiles
    ) {
        guard System.isFolder(path) else {
            entries.append(.picture(path: path, innerPath: innerPath ?? fileName(path)))
            return
        }
        do {
            for name in try System.namesInFolder(path).sorted() where !name.hasPrefix(".") {
                let inner = path + (path.hasSuffix("/") ? "" : "/") + name
                // Links to folders may lead in circles.
                let isFolder = System.isFolder(inner, followingLinks: false)
                if isFolder, let identity = System.identity(inner), outputs.contains(identity) { continue }
                // Pipes and devices are not even opened: who knows when something comes out of them.
                guard isFolder || System.isFile(inner) else {
                    if name.unicodeScalars.contains("\u{FFFD}"), ImageFormat.isReadable(path: name),
                        System.identity(inner) == nil
                    {
                        entries.append(.failure(path: inner, "\(inner): the name is no UTF-8; rename the file"))
                    }
                    continue
                }
                if isFolder || isPicture(inner, &others) {
                    append(
                        inner, innerPath: (innerPath.map { $0 + "/" } ?? "") + name, except: outputs, to: &entries,
                        &others)
                }
            }
        } catch {
            entries.append(.failure(path: path, "\(path): cannot be read: \(error); check its permissions"))
        }
    }

    /// Whether a file in a folder is read: what it holds counts, and where that cannot be told, its name.
    private static func isPicture(_ path: String, _ others: inout LeftOutFiles) -> Bool {
        if let kind = others.kindByName(path) {
            others.add(kind)
            return false
        }
        switch ImageKind(ofFileAt: path) {
        // Many a text begins like a PNM picture.
        case nil, .anymap: return ImageFormat.isReadable(path: path)
        case .video:
            others.add(ImageKind.video.name)
            return false
        default: return true
        }
    }

    /// What is behind the last slash.
    static func fileName(_ path: String) -> String {
        let name = PathParts(ofFolder: path).name
        return name.isEmpty ? "picture" : name
    }
}

/// Pictures of other kinds and videos in a folder.
private struct LeftOutFiles {
    private var counts: [String: Int] = [:]

    /// Pictures that cannot be told from others, or from no pictures, by how they begin.
    private static let endings: Set<String> = [
        "arw", "cr2", "cr3", "dng", "exr", "jp2", "nef", "orf", "pdf", "psd", "raf", "rw2", "svg", "tga",
    ]

    func kindByName(_ path: String) -> String? {
        guard let dot = path.lastIndex(of: ".") else { return nil }
        let ending = path[dot...].dropFirst().lowercased()
        return Self.endings.contains(ending) ? ending.uppercased() : nil
    }

    mutating func add(_ kind: String) {
        counts[kind, default: 0] += 1
    }

    /// Such as "6 files of kinds that are not read here: 4 PSD, 2 video"; nil where there are none.
    var summary: String? {
        guard !counts.isEmpty else { return nil }
        let total = counts.values.reduce(0, +)
        let kinds = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { "\($0.value) \($0.key)" }
        return "\(total) \(total == 1 ? "file" : "files") of kinds that are not read here: "
            + kinds.joined(separator: ", ")
    }
}
