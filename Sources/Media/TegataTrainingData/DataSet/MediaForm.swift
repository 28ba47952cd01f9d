import TegataImages
import TegataSystem

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
