import Synchronization
import TegataImages
import TegataSystem
import TegataTool

/// The output for annotated images.
final class AnnotatedPictures: Sendable {
    /// The output path for each entry; nil if nothing is written for it.
    private let paths: [String?]
    /// Whether the images go into a directory, which is created with its subdirectories.
    private let isFolder: Bool
    private let writtenCount = Atomic<Int>(0)
    private let output: String

    /// Plans the paths: a single image goes to `output`; several go into a directory of that name and keep their names.
    /// Throws if this is not possible. Only PNG images can be transparent.
    init(
        _ output: String, operands: [String], entries: [PictureFiles.Entry], areTransparent: Bool, _ console: Console
    ) throws {
        self.output = output
        isFolder =
            output.hasSuffix("/") || entries.count > 1 || operands.contains { System.isFolder($0) }
            || System.isFolder(output) || OutputPathChecks.isNamedAsFolder(output)
        guard output != "-" || !isFolder else { throw .usage("--annotate - is for a single image; give a directory") }
        guard isFolder else {
            guard output == "-" || ImageFormat(path: output) != nil else {
                throw .usage(
                    "--annotate \(output): is not the name of an image file; use the extension .png, .jpg or .ppm")
            }
            guard !areTransparent || output == "-" || ImageFormat(path: output) == .png else {
                throw .usage("--annotate \(output): only PNG images can be transparent; use the extension .png")
            }
            paths = entries.map { _ in output }
            if output == "-" {
                try OutputPathChecks.requireNoTerminal("--annotate", "a PNG image", console)
            } else {
                try OutputPathChecks.requireFile(output)
            }
            return
        }
        let folder = output.hasSuffix("/") ? String(output.dropLast()) : output
        let names = entries.map {
            $0.innerPath.map { Self.nameInParts($0 == "-" ? "picture.png" : $0, areTransparent: areTransparent) }
        }
        // If several have the same name, all except the first get a number that makes the name unique.
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
                    "\(path): would overwrite an input image; choose another name for the annotated one")
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

    /// Adds the files that were written to the summary.
    func sum(in summary: inout RunSummary) {
        guard output != "-" else { return }
        summary.addFile(
            isFolder && !output.hasSuffix("/") ? output + "/" : output, count: writtenCount.load(ordering: .acquiring))
    }

    /// Splits a name before its extension. The extension becomes `.png` if images of its kind cannot be written.
    private static func nameInParts(_ name: String, areTransparent: Bool) -> (stem: String, ending: String) {
        guard let dot = name.lastIndex(of: "."), !name[dot...].contains("/") else { return (name, ".png") }
        let format = ImageFormat(path: name)
        let keepsEnding = areTransparent ? format == .png : format != nil
        return (String(name[..<dot]), keepsEnding ? String(name[dot...]) : ".png")
    }

    /// Writes the image for the entry at `index`.
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
