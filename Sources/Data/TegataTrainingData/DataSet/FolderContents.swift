import TegataImages
import TegataSystem

/// The contents of a data set's directory, sorted by name with numbers in numerical order.
struct FolderContents {
    let path: String
    /// The names of directories; file names follow, with their types.
    private(set) var folders: [String] = []
    private(set) var files: [(name: String, form: MediaForm)] = []
    /// File names that are not valid text, with replacement characters for the invalid bytes.
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
                // Skip the directory that archives from macOS contain.
                if name != "__MACOSX" { folders.append(name) }
            } else if FileTree.isFile(inner) {
                if let form = MediaForm(inner, for: kind) { files.append((name, form)) }
            } else if name.unicodeScalars.contains("\u{FFFD}") {
                unreadableNames.append(name)
            }
        }
    }

    /// Returns nil if the directory is in `read`, because links may form a cycle.
    init?(
        _ path: String, for kind: DataSetKind, except read: inout Set<FileTree.Identity>
    ) throws(DataSetError) {
        if let identity = FileTree.Identity(path), !read.insert(identity).inserted { return nil }
        try self.init(path, for: kind)
    }

    /// Returns the path of an entry in the directory.
    func path(of name: String) -> String { path.hasSuffix("/") ? path + name : path + "/" + name }

    /// Returns the paths of the files of one type.
    func paths(of form: MediaForm) -> [String] { files.filter { $0.form == form }.map { path(of: $0.name) } }

    /// Returns the number of files that each form an example.
    func mediaCount(for kind: DataSetKind) -> Int { files.reduce(0) { $0 + ($1.form.isMedia(of: kind) ? 1 : 0) } }

    /// Returns the part of a path after the last slash.
    static func name(of path: String) -> String {
        let name = PathParts(ofFolder: path).name
        return name.isEmpty ? path : name
    }

    /// Returns the part of a path before the last slash.
    static func folder(of path: String) -> String { PathParts(path).folderName }

    /// Returns a file's name up to its last full stop.
    static func stem(of path: String) -> String {
        let name = name(of: path)
        return name.lastIndex(of: ".").map { $0 == name.startIndex ? name : String(name[..<$0]) } ?? name
    }
}

/// The type of a data set's file, determined by its extension or, if that is unknown, by its first bytes.
enum MediaForm: Sendable {
    /// A still image.
    case picture
    /// A video.
    case video
    /// Annotations or lines of landmarks in JSON.
    case json
    /// Rows of cells.
    case table
    /// An array in NumPy's format.
    case array

    /// Returns nil for files that do not belong in a data set.
    init?(_ path: String, for kind: DataSetKind) {
        let name = path.lowercased()
        let ending = name.lastIndex(of: ".").map { String(name[name.index(after: $0)...]) } ?? ""
        switch ending {
        case "json", "jsonl", "ndjson": self = .json
        case "csv", "tsv": self = .table
        case "npy": self = .array
        // A GIF may be animated, so it counts as a video of an action.
        case "gif" where kind == .actions: self = .video
        case _ where Self.videoEndings.contains(ending): self = .video
        case _ where ImageFormat.isReadable(path: name): self = .picture
        case "txt", "md", "py", "html", "xml", "yaml", "yml", "ipynb", "pickle", "p", "zip", "gz", "tar", "db", "ini":
            return nil
        default:
            switch ImageKind(ofFileAt: path) {
            // Many text files start like a PNM image.
            case nil, .anymap: return nil
            case .video: self = .video
            default: self = .picture
            }
        }
    }

    private static let videoEndings: Set<String> = [
        "mp4", "mov", "m4v", "mkv", "webm", "avi", "mpg", "mpeg", "y4m", "3gp", "wmv", "flv", "ogv", "mts", "m2ts",
    ]

    /// Whether a file of this type forms an example.
    func isMedia(of kind: DataSetKind) -> Bool {
        switch kind {
        case .poses: self == .picture
        case .actions: self == .video
        }
    }
}
