import TegataImages

/// Where annotated pictures go.
struct AnnotatedPictures: Sendable {
    /// For each entry, or nil where nothing is written for it.
    private let paths: [String?]
    private let entries: [PictureFiles.Entry]
    /// Whether they go into a folder, which is made with those in it.
    private let isFolder: Bool

    /// One picture goes where `output` says, several into a folder of that name, where they are called as they are now.
    init(_ output: String, operands: [String], entries: [PictureFiles.Entry]) throws(CommandError) {
        self.entries = entries
        isFolder = output.hasSuffix("/") || entries.count > 1 || operands.contains { System.isFolder($0) } || System.isFolder(output)
        guard output != "-" || !isFolder else { throw .usage("--annotate - is for a single picture; name a folder") }
        guard isFolder else {
            guard output == "-" || ImageFormat(path: output) != nil else {
                throw .usage("--annotate \(output): the name does not end as that of a picture; choose .png, .jpg or .ppm")
            }
            paths = entries.map { _ in output }
            return
        }
        let folder = output.hasSuffix("/") ? String(output.dropLast()) : output
        var seen: [String: Int] = [:]
        paths = entries.map { entry in
            guard case .picture(_, let innerPath) = entry else { return nil }
            let (stem, ending) = Self.nameInParts(innerPath == "-" ? "picture.png" : innerPath)
            let name = stem + ending
            seen[name, default: 0] += 1
            let number = seen[name, default: 1]
            return "\(folder)/\(stem)\(number > 1 ? "-\(number)" : "")\(ending)"
        }
    }

    /// The ending becomes `.png` where such pictures cannot be written.
    private static func nameInParts(_ name: String) -> (stem: String, ending: String) {
        guard let dot = name.lastIndex(of: "."), !name[dot...].contains("/") else { return (name, ".png") }
        return (String(name[..<dot]), ImageFormat(path: name) == nil ? ".png" : String(name[dot...]))
    }

    /// Writes the picture for the entry at `index`.
    func write(_ picture: RGBImage, at index: Int) throws(CommandError) {
        guard let path = paths[index] else { return }
        if path == "-" {
            let bytes = try orFailure { () throws(ImageFileError) in try picture.encoded(as: .png) }
            do throws(SystemError) { try System.write(bytes, to: 1) } catch { throw .failure("standard output: \(error)") }
            return
        }
        if case .picture(let source, _) = entries[index], System.isSameFile(source, path) {
            throw .failure("\(path): is the picture itself; choose another name for the annotated one")
        }
        if isFolder, let slash = path.lastIndex(of: "/"), slash != path.startIndex {
            let folder = String(path[..<slash])
            do throws(SystemError) { try System.makeFolder(folder) } catch { throw .failure("\(folder): cannot be made: \(error)") }
        }
        try orFailure { () throws(ImageFileError) in try picture.write(toFileAt: path) }
    }
}
