import TegataImages
import TegataSystem

/// What lies in a folder of a data set, in the order of names, with numbers in them compared as such.
struct FolderContents {
    let path: String
    /// The names of folders, and those of files with their forms.
    private(set) var folders: [String] = []
    private(set) var files: [(name: String, form: MediaForm)] = []
    /// Names that are no text, with what stands for the bytes that are none.
    private(set) var unreadableNames: [String] = []

    init(_ path: String, for kind: DataSetKind) throws(DataSetError) {
        self.path = path
        let names: [String]
        do throws(SystemError) { names = try FileTree.names(in: path) } catch {
            throw .unreadable(path: path, reason: error.description)
        }
        for name in names.sorted(by: { FileTree.precedes($0, $1) }) where !name.hasPrefix(".") {
            let inner = self.path(of: name)
            if FileTree.isFolder(inner) {
                // What unpacking on a Mac leaves behind.
                if name != "__MACOSX" { folders.append(name) }
            } else if FileTree.isFile(inner) {
                if let form = MediaForm(inner, for: kind) { files.append((name, form)) }
            } else if name.unicodeScalars.contains("\u{FFFD}") {
                unreadableNames.append(name)
            }
        }
    }

    /// Nil where the folder is among those that have been read: links may lead in circles.
    init?(
        _ path: String, for kind: DataSetKind, except read: inout Set<FileTree.Identity>
    ) throws(DataSetError) {
        if let identity = FileTree.Identity(path), !read.insert(identity).inserted { return nil }
        try self.init(path, for: kind)
    }

    /// The path of something in the folder.
    func path(of name: String) -> String { path.hasSuffix("/") ? path + name : path + "/" + name }

    /// The paths of the files of one form.
    func paths(of form: MediaForm) -> [String] { files.filter { $0.form == form }.map { path(of: $0.name) } }

    /// How many files can be examples by themselves.
    func mediaCount(for kind: DataSetKind) -> Int { files.reduce(0) { $0 + ($1.form.isMedia(of: kind) ? 1 : 0) } }

    /// What is behind the last slash of a path.
    static func name(of path: String) -> String {
        let name = PathParts(ofFolder: path).name
        return name.isEmpty ? path : name
    }

    /// A path without what is behind its last slash.
    static func folder(of path: String) -> String { PathParts(path).folderName }

    /// A file's name up to its last full stop.
    static func stem(of path: String) -> String {
        let name = name(of: path)
        return name.lastIndex(of: ".").map { $0 == name.startIndex ? name : String(name[..<$0]) } ?? name
    }
}

/// What a file of a data set is, by the ending of its name, or by how it begins where the ending says nothing.
enum MediaForm: Sendable {
    /// A still picture.
    case picture
    /// A file with frames.
    case video
    /// Annotations, or lines of landmarks, as JSON.
    case json
    /// Rows of cells.
    case table
    /// Numbers in NumPy's format.
    case array

    /// Nil for files that no data set has.
    init?(_ path: String, for kind: DataSetKind) {
        let name = path.lowercased()
        let ending = name.lastIndex(of: ".").map { String(name[name.index(after: $0)...]) } ?? ""
        switch ending {
        case "json", "jsonl", "ndjson": self = .json
        case "csv", "tsv": self = .table
        case "npy": self = .array
        // It moves, if anything, where actions are learnt.
        case "gif" where kind == .actions: self = .video
        case _ where Self.videoEndings.contains(ending): self = .video
        case _ where ImageFormat.isReadable(path: name): self = .picture
        case "txt", "md", "py", "html", "xml", "yaml", "yml", "ipynb", "pickle", "p", "zip", "gz", "tar", "db", "ini":
            return nil
        default:
            switch ImageKind(ofFileAt: path) {
            // Many a text begins like a PNM picture.
            case nil, .anymap: return nil
            case .video: self = .video
            default: self = .picture
            }
        }
    }

    private static let videoEndings: Set<String> = [
        "mp4", "mov", "m4v", "mkv", "webm", "avi", "mpg", "mpeg", "y4m", "3gp", "wmv", "flv", "ogv", "mts", "m2ts",
    ]

    /// Whether it can be an example by itself.
    func isMedia(of kind: DataSetKind) -> Bool {
        switch kind {
        case .poses: self == .picture
        case .actions: self == .video
        }
    }
}
