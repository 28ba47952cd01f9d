import TegataSystem

/// Recognises the formats of data sets and collects their items.
struct DataSetReader {
    let kind: DataSetKind
    let options: DataSetOptions
    var builder: DataSetBuilder
    let mediaBelow = MediaIndex()
    /// The directories that have been read as data sets or classes. Links to them must not be followed, because they
    /// could form a cycle or give items another label.
    private var knownFolders: Set<FileTree.Identity> = []

    init(kind: DataSetKind, options: DataSetOptions) {
        self.kind = kind
        self.options = options
        builder = DataSetBuilder(kind: kind, background: options.background)
    }

    func dataSet(at paths: [String], needsTwoLabels: Bool) throws(DataSetError) -> DataSet {
        var reader = self
        // The user may pass annotations and their images as separate paths.
        let annotations = try HaGRIDAnnotations.files(in: paths, kind: kind)
        if !annotations.isEmpty {
            try reader.addHaGRID(annotations, pictures: paths)
            return try reader.dataSet(paths: paths, needsTwoLabels: needsTwoLabels)
        }
        for path in paths { try reader.add(path) }
        return try reader.dataSet(paths: paths, needsTwoLabels: needsTwoLabels)
    }

    func dataSet(paths: [String], needsTwoLabels: Bool) throws(DataSetError) -> DataSet {
        if let file = options.labelsFile, !FileTree.isFile(file) {
            throw .unreadable(path: file, reason: "no such file")
        }
        return try builder.dataSet(paths: paths, needsTwoLabels: needsTwoLabels)
    }

    /// Adds the file or directory at a path that the user specified.
    mutating func add(_ path: String) throws(DataSetError) {
        if FileTree.isFolder(path) {
            try addFolder(path)
            return
        }
        guard FileTree.isFile(path) else { throw .unreadable(path: path, reason: "no such file") }
        guard let form = MediaForm(path, for: kind) else {
            throw .formUnknown(
                path: path, why: "is neither a folder nor a CSV, JSON or .npy file of annotations or points; pass one")
        }
        switch form {
        case .json, .table, .array: try addDataFile(path, form, label: options.label)
        case .picture, .video:
            guard form.isMedia(of: kind) else {
                throw .otherKind(path: path, found: kind == .poses ? .actions : .poses)
            }
            let label = options.label ?? Self.label(ofFile: FolderContents.name(of: path), separators: [".", "_", "-"])
            addMedia(path, form, label: label, group: nil)
        }
    }

    /// Marks a directory as read; returns false if it was marked before.
    mutating func note(_ folder: String) -> Bool {
        FileTree.Identity(folder).map { knownFolders.insert($0).inserted } ?? true
    }

    func isKnown(_ folder: FileTree.Identity) -> Bool { knownFolders.contains(folder) }

    /// Adds a file of points or annotations; `label` is for points without a label.
    mutating func addDataFile(_ path: String, _ form: MediaForm, label: String?) throws(DataSetError) {
        switch form {
        case .json: try addJSON(path, label: label)
        case .table: try addTable(path, label: label)
        case .array: try addArray(path, label: label)
        case .picture, .video: break
        }
    }

    /// Adds an image or a video.
    mutating func addMedia(_ path: String, _ form: MediaForm, label: String, group: String?) {
        let content: DataItem.Content =
            form == .picture ? .picture(PictureItem(path: path)) : .clip(ClipItem(path: path))
        builder.add(content, label: label, group: group, place: DataPlace(file: path))
    }

    /// Returns the label at the start of a file's name.
    static func label(ofFile name: String, separators: Set<Character>) -> String {
        let stem = FolderContents.stem(of: name)
        // Try a full stop before an underscore, because an underscore may be part of the label.
        if separators.contains("."), let dot = stem.firstIndex(of: ".") { return String(stem[..<dot]) }
        if separators.contains("_"), let line = stem.firstIndex(of: "_") { return String(stem[..<line]) }
        // Hyphens may be part of the label, except one before the file's number.
        if separators.contains("-"), let hyphen = stem.lastIndex(of: "-") {
            let number = stem[stem.index(after: hyphen)...]
            if !number.isEmpty, number.allSatisfy({ ("0"..."9").contains($0) }),
                stem[..<hyphen].contains(where: \.isLetter)
            {
                return String(stem[..<hyphen])
            }
        }
        return stem
    }
}
