import Synchronization
import TegataImages
import TegataSystem
import TegataTool

/// Where annotated pictures go.
final class AnnotatedPictures: Sendable {
    /// For each entry, or nil where nothing is written for it.
    private let paths: [String?]
    /// Whether they go into a folder, which is made with those in it.
    private let isFolder: Bool
    private let writtenCount = Atomic<Int>(0)
    private let output: String

    /// One picture goes where `output` says, several into a folder of that name, where they are called as they are now;
    /// throws where that is not possible. Only PNG pictures can be transparent.
    init(
        _ output: String, operands: [String], entries: [PictureFiles.Entry], areTransparent: Bool, _ console: Console
    ) throws {
        self.output = output
        isFolder =
            output.hasSuffix("/") || entries.count > 1 || operands.contains { System.isFolder($0) }
            || System.isFolder(output) || OutputPathChecks.isNamedAsFolder(output)
        guard output != "-" || !isFolder else { throw .usage("--annotate - is for a single picture; name a folder") }
        guard isFolder else {
            guard output == "-" || ImageFormat(path: output) != nil else {
                throw .usage(
                    "--annotate \(output): the name does not end as that of a picture; choose .png, .jpg or .ppm")
            }
            guard !areTransparent || output == "-" || ImageFormat(path: output) == .png else {
                throw .usage("--annotate \(output): only PNG pictures can be transparent; choose a name with .png")
            }
            paths = entries.map { _ in output }
            if output == "-" {
                try OutputPathChecks.requireNoTerminal("--annotate", "a PNG picture", console)
            } else {
                try OutputPathChecks.requireFile(output)
            }
            return
        }
        let folder = output.hasSuffix("/") ? String(output.dropLast()) : output
        let names = entries.map {
            $0.innerPath.map { Self.nameInParts($0 == "-" ? "picture.png" : $0, areTransparent: areTransparent) }
        }
        // Where several have one name, all but the first get a number, which makes none that another has by itself.
        var taken = Set(names.compactMap { $0.map { $0.stem + $0.ending } })
        var seen: Set<String> = []
        paths = names.map { name in
            guard let (stem, ending) = name else { return nil }
            guard !seen.insert(stem + ending).inserted else { return "\(folder)/\(stem)\(ending)" }
            var number = 2
            while !taken.insert("\(stem)-\(number)\(ending)").inserted { number += 1 }
            return "\(folder)/\(stem)-\(number)\(ending)"
        }
        let inputs = System.identities(ofInputs: entries.compactMap(\.path))
        for path in paths {
            guard let path, let identity = System.identity(path) else { continue }
            guard !inputs.contains(identity) else {
                throw .failure(
                    "\(path): is one of the pictures that are read; choose another name for the annotated one")
            }
            try OutputPathChecks.requireFile(path)
        }
        for folder in Set(paths.compactMap { $0.flatMap(Self.folder) }).sorted() {
            try OutputPathChecks.requireFolder(folder)
        }
        if let remark = OutputPathChecks.remark(onFolder: output, of: "--annotate") { console.warn(remark) }
    }

    private static func folder(of path: String) -> String? {
        let parts = PathParts(path)
        return parts.folder.isEmpty ? nil : parts.folderName
    }

    /// What was written.
    func sum(in summary: inout RunSummary) {
        guard output != "-" else { return }
        summary.addFile(
            isFolder && !output.hasSuffix("/") ? output + "/" : output, count: writtenCount.load(ordering: .acquiring))
    }

    /// The ending becomes `.png` where such pictures cannot be written.
    private static func nameInParts(_ name: String, areTransparent: Bool) -> (stem: String, ending: String) {
        guard let dot = name.lastIndex(of: "."), !name[dot...].contains("/") else { return (name, ".png") }
        let format = ImageFormat(path: name)
        let keepsEnding = areTransparent ? format == .png : format != nil
        return (String(name[..<dot]), keepsEnding ? String(name[dot...]) : ".png")
    }

    /// Writes the picture for the entry at `index`.
    func write(_ picture: DrawnPicture, at index: Int) throws {
        guard let path = paths[index] else { return }
        if path == "-" {
            let bytes = try picture.encoded()
            do {
                try System.write(bytes, to: 1)
            } catch {
                if error.isBrokenPipe { Interruption.endAfterBrokenPipe() }
                throw .failure("standard output: \(error)")
            }
            return
        }
        if isFolder, let folder = Self.folder(of: path) { try System.makeFolder(folder) }
        try picture.write(toFileAt: path)
        writtenCount.add(1, ordering: .acquiringAndReleasing)
    }
}
