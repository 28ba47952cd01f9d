import TegataImages
import TegataSystem
import TegataTool

/// The images that the operands refer to: files, and all images in and below directories, sorted by name.
package enum PictureFiles {
    /// Returns an entry for each image. A directory that cannot be read becomes a failure entry. The directories
    /// `outputs` are skipped, so that the next run does not read their contents. Calls `remark` with a line for each
    /// operand in which unsupported images or videos are skipped.
    package static func list(_ operands: [String], outputs: [String], remark: (String) -> Void) -> [Entry] {
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
                        "\(operand): the directory contains no images; pass one with JPEG, PNG or PPM files"))
            }
        }
        return entries
    }

    package enum Entry: Sendable {
        /// A file, and its path within the directory that the user specified.
        case picture(path: String, innerPath: String)
        case failure(path: String, String)

        /// The path that results contain.
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
                // Do not follow links to directories, because they may form cycles.
                let isFolder = System.isFolder(inner, followingLinks: false)
                if isFolder, let identity = System.identity(inner), outputs.contains(identity) { continue }
                // Do not open pipes and devices, because reading them may block.
                guard isFolder || System.isFile(inner) else {
                    if name.unicodeScalars.contains("\u{FFFD}"), ImageFormat.isReadable(path: name),
                        System.identity(inner) == nil
                    {
                        entries.append(.failure(path: inner, "\(inner): the name is not UTF-8; rename the file"))
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

    /// Whether to read a file in a directory, judging by its contents or, if their kind is unknown, by its name.
    private static func isPicture(_ path: String, _ others: inout LeftOutFiles) -> Bool {
        if let kind = others.kindByName(path) {
            others.add(kind)
            return false
        }
        switch ImageKind(ofFileAt: path) {
        // The name decides, because many text files begin like a PNM image.
        case nil, .anymap: return ImageFormat.isReadable(path: path)
        case .video:
            others.add(ImageKind.video.name)
            return false
        default: return true
        }
    }

    /// Returns the part after the last slash.
    static func fileName(_ path: String) -> String {
        let name = PathParts(ofFolder: path).name
        return name.isEmpty ? "picture" : name
    }
}

/// The skipped images and videos of an operand, counted by kind.
private struct LeftOutFiles {
    private var counts: [String: Int] = [:]

    /// The extensions of image files that their first bytes do not identify.
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

    /// A summary such as "skipped 6 files of unsupported kinds: 4 PSD, 2 video"; nil if none were skipped.
    var summary: String? {
        guard !counts.isEmpty else { return nil }
        let total = counts.values.reduce(0, +)
        let kinds = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { "\($0.value) \($0.key)" }
        return "skipped \(total) \(total == 1 ? "file" : "files") of unsupported kinds: "
            + kinds.joined(separator: ", ")
    }
}
